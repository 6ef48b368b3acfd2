//! Versions and constraints: `constraint<newline>version`.

use super::Target;
use skeg_go_semver::{Constraint, Version};

pub(super) const TARGET: Target = Target {
    name: "semver",
    dictionary: &[
        ">=",
        "<=",
        "!=",
        "~",
        "~>",
        "^",
        "||",
        " - ",
        ",",
        "*",
        "x",
        "v",
        "-rc.1",
        "+b",
        ".",
        "0",
        "18446744073709551616",
    ],
    seeds,
    run,
};

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        ">=1.19-0 <2 || ~3.1\n1.20.3-gke.100",
        "^0.2.3\nv0.2.9",
        "1.2 - 1.4.5\n1.4.6",
        "*\n1.0.0-rc.1+build.5",
        "!=1.x, >1\n2",
        "~> 1.2.3-beta\n1.2.3-beta.11",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (constraint, version) = text.split_once('\n').unwrap_or((&text, "1.2.3"));
    let version = match Version::parse(version) {
        Ok(version) => version,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(Version::parse(&version.to_string()).map(|again| again.to_string()), Ok(version.to_string()));
    if let Ok(constraint) = Constraint::parse(constraint) {
        // Reasons are given exactly if a version does not satisfy the constraint.
        let fits = constraint.check(&version);
        assert!(fits || !constraint.reasons(&version).is_empty(), "no reason why {version} does not fit");
    }
}
