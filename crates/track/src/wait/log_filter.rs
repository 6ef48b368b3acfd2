//! Which containers' logs are shown, and which lines of them.

use regex::Regex;
use skeg_resources::LogRules;

pub(super) struct LogFilter {
    rules: LogRules,
    only: Option<Regex>,
    not: Option<Regex>,
    only_by_container: Vec<(String, Regex)>,
    not_by_container: Vec<(String, Regex)>,
}

impl LogFilter {
    /// Also returns warnings about invalid patterns, which match all lines.
    pub(super) fn new(rules: &LogRules) -> (LogFilter, Vec<String>) {
        let mut complaints = Vec::new();
        let mut read = |pattern: &str| match Regex::new(pattern) {
            Ok(regex) => Some(regex),
            Err(error) => {
                complaints.push(format!("the pattern {pattern:?} for log lines cannot be read: {error}"));
                None
            }
        };
        let only = rules.only.as_deref().and_then(&mut read);
        let not = rules.not.as_deref().and_then(&mut read);
        let mut each = |list: &[(String, String)]| -> Vec<(String, Regex)> {
            list.iter().filter_map(|(container, pattern)| Some((container.clone(), read(pattern)?))).collect()
        };
        let only_by_container = each(&rules.only_by_container);
        let not_by_container = each(&rules.not_by_container);
        let filter = LogFilter { rules: rules.clone(), only, not, only_by_container, not_by_container };
        (filter, complaints)
    }

    pub(super) fn shows_container(&self, container: &str) -> bool {
        let is_in = |list: &[String]| list.iter().any(|name| name == container);
        let only = &self.rules.only_for_containers;
        !self.rules.skip && !is_in(&self.rules.skip_for_containers) && (only.is_empty() || is_in(only))
    }

    pub(super) fn shows_line(&self, container: &str, line: &str) -> bool {
        let of = |list: &'_ [(String, Regex)]| {
            list.iter().filter(|(name, _)| name == container).all(|(_, it)| it.is_match(line))
        };
        let is_unwanted =
            |list: &[(String, Regex)]| list.iter().any(|(name, pattern)| name == container && pattern.is_match(line));
        let is_skipped = self.not.as_ref().is_some_and(|not| not.is_match(line)) || is_unwanted(&self.not_by_container);
        !is_skipped && self.only.as_ref().is_none_or(|only| only.is_match(line)) && of(&self.only_by_container)
    }

    /// The number of pods whose logs are shown.
    pub(super) fn replicas(&self) -> usize {
        self.rules.replicas.try_into().unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::LogFilter;
    use skeg_resources::LogRules;

    fn rules() -> LogRules {
        LogRules::default()
    }

    #[test]
    fn containers() {
        let shown = |rules: LogRules| {
            let (filter, _) = LogFilter::new(&rules);
            ["api", "proxy"].map(|name| filter.shows_container(name))
        };
        let names = || vec!["proxy".to_string()];
        assert_eq!(shown(rules()), [true, true]);
        assert_eq!(shown(LogRules { skip: true, ..rules() }), [false, false]);
        assert_eq!(shown(LogRules { skip_for_containers: names(), ..rules() }), [true, false]);
        assert_eq!(shown(LogRules { only_for_containers: names(), ..rules() }), [false, true]);
    }

    #[test]
    fn lines() {
        let text = |text: &str| Some(text.to_string());
        let by = |pattern: &str| vec![("api".to_string(), pattern.to_string())];
        let lines = ["error: red", "error: debug", "info: red"];
        let shown = |rules: LogRules, container: &str| {
            let (filter, complaints) = LogFilter::new(&rules);
            assert!(complaints.is_empty());
            lines.map(|line| filter.shows_line(container, line))
        };
        assert_eq!(shown(LogRules { only: text("^error"), ..rules() }, "api"), [true, true, false]);
        assert_eq!(shown(LogRules { not: text("debug"), ..rules() }, "api"), [true, false, true]);
        assert_eq!(
            shown(LogRules { only: text("^error"), not: text("debug"), ..rules() }, "api"),
            [true, false, false]
        );
        let both = LogRules { only: text("red"), only_by_container: by("^error"), ..rules() };
        assert_eq!(shown(both.clone(), "api"), [true, false, false]);
        assert_eq!(shown(both, "proxy"), [true, false, true]);
        assert_eq!(shown(LogRules { not_by_container: by("red"), ..rules() }, "api"), [false, true, false]);
    }

    #[test]
    fn a_pattern_that_cannot_be_read_is_told_and_hides_nothing() {
        let (filter, complaints) = LogFilter::new(&LogRules { only: Some("(".to_string()), ..rules() });
        assert!(complaints[0].starts_with("the pattern \"(\" for log lines cannot be read"), "{complaints:?}");
        assert!(filter.shows_line("api", "anything"));
    }
}
