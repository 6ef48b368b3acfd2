//! A folder's `cases.txt`: one case per line, `name<TAB>arguments`; `#` starts a comment line.

use crate::{shell_words, workspace};
use std::path::Path;

/// A name, and the arguments after `helm template rel CHART --namespace ns`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) arguments: Vec<String>,
}

/// The cases of a folder.
pub(crate) fn read(folder: &Path) -> Result<Vec<Case>, String> {
    let path = folder.join("cases.txt");
    let bytes = workspace::read(&path)?;
    parse(&String::from_utf8_lossy(&bytes)).map_err(|why| format!("{}: {why}", path.display()))
}

fn parse(text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (name, arguments) = line.split_once('\t').unwrap_or((line, ""));
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return Err(format!("{name:?} is no name (letters, digits and dashes), or no tab follows it"));
        }
        if cases.iter().any(|case| case.name == name) {
            return Err(format!("{name} is there twice"));
        }
        cases.push(Case { name: name.to_owned(), arguments: shell_words::split(arguments)? });
    }
    if cases.is_empty() { Err("no case".to_owned()) } else { Ok(cases) }
}

#[cfg(test)]
mod tests {
    use super::{Case, parse};

    #[test]
    fn reads_names_and_arguments() {
        let case = |name: &str, arguments: &[&str]| Case {
            name: name.to_owned(),
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
        };
        let text = "# head\n\ndefault\nset-list\t--set 'a={1, 2}'\n";
        assert_eq!(parse(text), Ok(vec![case("default", &[]), case("set-list", &["--set", "a={1, 2}"])]));
    }

    #[test]
    fn refuses_what_is_no_case() {
        for text in ["", "a\na\n", "two words\n", "../up\t-f x\n", "open\t'quote\n"] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
