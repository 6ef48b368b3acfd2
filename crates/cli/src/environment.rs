//! The environment variables of a command, passed in so that tests need no process of their own.

/// Names and values; names are unique.
#[derive(Clone, Debug, Default)]
pub struct Environment(Vec<(String, String)>);

impl Environment {
    /// The variables of this process; non-UTF-8 ones are skipped.
    pub fn of_process() -> Environment {
        let utf8 = |text: std::ffi::OsString| text.into_string().ok();
        Environment(std::env::vars_os().filter_map(|(name, value)| Some((utf8(name)?, utf8(value)?))).collect())
    }

    /// A variable, if it is set and not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str()).filter(|v| !v.is_empty())
    }

    /// All variables.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The variables whose names begin with `prefix`, without it, sorted by name.
    pub fn with_prefix<'a>(&'a self, prefix: &str) -> Vec<(&'a str, &'a str)> {
        let mut found: Vec<_> =
            self.0.iter().filter_map(|(n, v)| Some((n.strip_prefix(prefix)?, v.as_str()))).collect();
        found.retain(|(_, value)| !value.is_empty());
        found.sort_unstable();
        found
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(items: I) -> Environment {
        Environment(items.into_iter().map(|(n, v)| (n.into(), v.into())).collect())
    }
}
