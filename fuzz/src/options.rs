//! The command line of the fuzzer.

use std::path::PathBuf;

/// The options.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) mode: Mode,
    /// By default that of the current day.
    pub(crate) seed: u64,
    pub(crate) seconds: u64,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Fuzz one target or all.
    Supervise { target: Option<String> },
    /// Be the process that runs inputs, starting with this number: `worker TARGET FIRST`.
    Worker { target: String, first: u64 },
    /// Run one input: `run TARGET FILE`.
    Single { target: String, file: PathBuf },
}

impl Options {
    pub(crate) fn parse(words: &[String]) -> Result<Self, String> {
        let (mut seed, mut seconds, mut plain) = (today(), 60, Vec::new());
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().ok_or_else(|| format!("{word} wants a number"))?;
                value.parse::<u64>().map_err(|why| format!("{word} {value}: {why}"))
            };
            match word.as_str() {
                "--seed" => seed = number()?,
                "--seconds" => seconds = number()?,
                option if option.starts_with('-') => return Err(format!("there is no option {option}")),
                _ => plain.push(word.as_str()),
            }
        }
        Ok(Self { mode: mode(&plain)?, seed, seconds })
    }
}

/// Days since 1970: new inputs every day, and the same for everybody on that day.
fn today() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_secs() / (24 * 60 * 60)
}

fn mode(words: &[&str]) -> Result<Mode, String> {
    match words {
        [] => Ok(Mode::Supervise { target: None }),
        [target] => Ok(Mode::Supervise { target: Some((*target).to_owned()) }),
        ["run", target, file] => Ok(Mode::Single { target: (*target).to_owned(), file: PathBuf::from(file) }),
        ["worker", target, first] => {
            let first = first.parse().map_err(|why| format!("{first}: {why}"))?;
            Ok(Mode::Worker { target: (*target).to_owned(), first })
        }
        _ => Err("usage: [TARGET] [--seconds N] [--seed N], or: run TARGET FILE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Mode, Options};

    #[test]
    fn reads_the_command_line() {
        let parse = |line: &str| Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let yaml = Some("yaml".to_owned());
        let expected = Options { mode: Mode::Supervise { target: yaml }, seed: 7, seconds: 3 };
        assert_eq!(parse("yaml --seconds 3 --seed 7"), Ok(expected));
        // Between 2026 and 2100.
        assert!(parse("").is_ok_and(|options| (20_454..47_482).contains(&options.seed)));
        assert_eq!(parse("").map(|options| options.mode), Ok(Mode::Supervise { target: None }));
        for line in ["--seconds", "--seconds x", "--fast", "a b", "worker yaml x"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
