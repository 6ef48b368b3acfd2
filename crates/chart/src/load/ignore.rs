//! .helmignore: like .gitignore, with its own ideas about `!`.

use super::pattern;
use crate::Error;

/// The rules of one chart directory.
#[derive(Debug)]
pub(crate) struct Rules {
    rules: Vec<Rule>,
}

#[derive(Debug)]
struct Rule {
    pattern: String,
    subject: Subject,
    negated: bool,
    only_directories: bool,
}

/// What a pattern is compared with.
#[derive(Debug)]
enum Subject {
    WholePath,
    BaseName,
}

impl Rules {
    /// Reads a .helmignore; the rule against dot files in templates/ always comes last.
    pub(crate) fn parse(text: &str) -> Result<Rules, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut rules = Rules { rules: Vec::new() };
        for line in text.lines().chain(["templates/.?*"]) {
            rules.add(line)?;
        }
        Ok(rules)
    }

    fn add(&mut self, line: &str) -> Result<(), Error> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let refuse = |reason| Err(Error::IgnoreRule { rule: line.to_string(), reason });
        if line.contains("**") {
            return refuse("double-star (**) syntax is not supported");
        }
        if !pattern::is_valid(line) {
            return refuse("syntax error in pattern");
        }
        let positive = line.strip_prefix('!').unwrap_or(line);
        let bare = positive.strip_suffix('/').unwrap_or(positive);
        let (text, subject) = match bare.strip_prefix('/') {
            Some(anchored) => (anchored, Subject::WholePath),
            None if bare.contains('/') => (bare, Subject::WholePath),
            None => (bare, Subject::BaseName),
        };
        self.rules.push(Rule {
            pattern: text.to_string(),
            subject,
            negated: positive.len() < line.len(),
            only_directories: bare.len() < positive.len(),
        });
        Ok(())
    }

    /// Whether the entry at this path below the chart is left out.
    pub(crate) fn ignores(&self, path: &str, is_directory: bool) -> bool {
        if matches!(path, "" | "." | "./") {
            return false;
        }
        for rule in &self.rules {
            let wrong_kind = rule.only_directories && !is_directory;
            if rule.negated {
                // Not git's meaning: whatever a negated rule does not name is left out.
                if wrong_kind || !rule.matches(path) {
                    return true;
                }
            } else if !wrong_kind && rule.matches(path) {
                return true;
            }
        }
        false
    }
}

impl Rule {
    fn matches(&self, path: &str) -> bool {
        let subject = match self.subject {
            Subject::WholePath => path,
            Subject::BaseName => {
                let path = path.trim_end_matches('/');
                path.rsplit('/').next().unwrap_or(path)
            }
        };
        pattern::matches(&self.pattern, subject)
    }
}

#[cfg(test)]
mod tests {
    use super::Rules;

    const PATHS: [(&str, bool); 14] = [
        ("a.txt", false),
        ("b/a.txt", false),
        ("b", true),
        ("b", false),
        ("c/b", true),
        ("d.txt", false),
        ("*.txt", false),
        ("abc", false),
        ("xaybz", false),
        ("éa", false),
        ("templates", true),
        ("templates/.x", false),
        (".git", true),
        ("b/c/a.txt", false),
    ];

    /// Recorded from Helm's own matcher: an `x` for every path a rule leaves out.
    #[rustfmt::skip]
    const RULES: &[(&str, Result<&str, &str>)] = &[
        ("a.txt", Ok("xx-----------x")),
        ("*.txt", Ok("xx---xx------x")),
        ("/a.txt", Ok("x-------------")),
        ("b/*.txt", Ok("-x------------")),
        ("b/a.txt", Ok("-x------------")),
        ("b/", Ok("--x-x---------")),
        ("/b/", Ok("--x-----------")),
        ("a*", Ok("xx-----x-----x")),
        ("?.txt", Ok("xx---xx------x")),
        ("[a-c].txt", Ok("xx-----------x")),
        ("[^a].txt", Ok("-----xx-------")),
        ("[^a-b].txt", Ok("-----xx-------")),
        ("\\*.txt", Ok("------x-------")),
        ("!a.txt", Ok("--xxxxxxxxxxx-")),
        ("!*.txt", Ok("--xxx--xxxxxx-")),
        ("!b/", Ok("xx-x-xxxxxxxxx")),
        ("b/?", Ok("--------------")),
        ("*", Ok("xxxxxxxxxxxxxx")),
        ("*/*", Ok("-x--x------x--")),
        ("/*", Ok("x-xx-xxxxxx-x-")),
        ("b", Ok("--xxx---------")),
        ("a[b]c", Ok("-------x------")),
        ("*.t*t", Ok("xx---xx------x")),
        ("a\\.txt", Ok("xx-----------x")),
        ("x*y*z", Ok("--------x-----")),
        ("é*", Ok("---------x----")),
        ("b/[a-z]*", Ok("-x------------")),
        (".*", Ok("-----------xx-")),
        ("templates/.?*", Ok("-----------x--")),
        ("!templates/", Ok("xxxxxxxxxx-xxx")),
        ("**", Err("double-star (**) syntax is not supported")),
        ("[a", Err("syntax error in pattern")),
        ("[]a]", Err("syntax error in pattern")),
        ("a\\", Err("syntax error in pattern")),
        ("[a-]", Err("syntax error in pattern")),
        ("[-a]", Err("syntax error in pattern")),
        ("# no", Ok("--------------")),
        ("  ", Ok("--------------")),
        ("a.txt  ", Ok("xx-----------x")),
        ("[^]a]", Err("syntax error in pattern")),
    ];

    #[test]
    fn rules_leave_out_what_they_do_in_helm() {
        for (rule, expected) in RULES {
            let found = Rules::parse(rule).map(|mut rules| {
                // The rule every chart has is not part of the table.
                rules.rules.pop();
                PATHS.map(|(path, is_directory)| if rules.ignores(path, is_directory) { 'x' } else { '-' })
            });
            let found = found.map(String::from_iter).map_err(|error| error.to_string());
            assert_eq!(found.as_deref().map_err(String::as_str), *expected, "{rule:?}");
        }
    }

    #[test]
    fn the_chart_itself_is_never_left_out() {
        let rules = Rules::parse("*\n").expect("rules");
        assert!(!["", ".", "./"].iter().any(|path| rules.ignores(path, true)));
        assert!(Rules::parse("").expect("rules").ignores("templates/.hidden", false));
    }
}
