//! Constraints: groups of comparisons, any of which may hold.

use std::fmt;

use crate::grammar::{self, Shape};
use crate::{Error, Version};

const MAX_LEN: usize = 512;
const MAX_GROUPS: usize = 32;

/// A constraint on versions.
#[derive(Clone, Debug)]
pub struct Constraint {
    groups: Vec<Group>,
}

/// Comparisons that must all hold.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) comparisons: Vec<Comparison>,
    /// One of them names a pre-release, so pre-releases are looked at.
    pub(crate) prereleases: bool,
}

/// One operator with its version.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    pub(crate) operator: Operator,
    pub(crate) version: Version,
    /// The operator and the version as they were written.
    written: (String, String),
    /// A part of the version is missing or a wildcard; perhaps its minor, perhaps its patch number first.
    pub(crate) dirty: bool,
    pub(crate) minor_dirty: bool,
    pub(crate) patch_dirty: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Equal,
    NotEqual,
    Greater,
    Less,
    GreaterEqual,
    LessEqual,
    Tilde,
    Caret,
}

impl Operator {
    fn from_text(text: &str) -> Operator {
        match text {
            "!=" => Operator::NotEqual,
            ">" => Operator::Greater,
            "<" => Operator::Less,
            ">=" | "=>" => Operator::GreaterEqual,
            "<=" | "=<" => Operator::LessEqual,
            "~" | "~>" => Operator::Tilde,
            "^" => Operator::Caret,
            _ => Operator::Equal,
        }
    }
}

impl Constraint {
    /// Reads a constraint.
    pub fn parse(text: &str) -> Result<Constraint, Error> {
        if text.len() > MAX_LEN {
            return Err(Error::ConstraintTooLong);
        }
        let text = grammar::rewrite_ranges(text);
        if text.matches("||").count() >= MAX_GROUPS {
            return Err(Error::TooManyGroups);
        }
        let groups = text.split("||").map(Group::parse).collect::<Result<_, _>>()?;
        Ok(Constraint { groups })
    }

    /// Whether a version satisfies the constraint.
    pub fn check(&self, version: &Version) -> bool {
        self.groups.iter().any(|group| group.comparisons.iter().all(|c| c.check(version, group.prereleases).is_ok()))
    }

    /// Why a version does not satisfy the constraint: a reason for each comparison that fails. Empty where it does.
    pub fn reasons(&self, version: &Version) -> Vec<String> {
        let mut reasons = Vec::new();
        let mut has_reason_for_prerelease = false;
        for group in &self.groups {
            let mut holds = true;
            for comparison in &group.comparisons {
                let Err(refusal) = comparison.check(version, group.prereleases) else { continue };
                holds = false;
                if group.prereleases || version.prerelease().is_empty() {
                    reasons.push(refusal.text(version, comparison.version_text()));
                } else if !has_reason_for_prerelease {
                    has_reason_for_prerelease = true;
                    reasons.push(refusal.text(version, comparison.version_text()));
                }
            }
            if holds {
                return Vec::new();
            }
        }
        reasons
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, group) in self.groups.iter().enumerate() {
            f.write_str(if i > 0 { " || " } else { "" })?;
            for (k, comparison) in group.comparisons.iter().enumerate() {
                f.write_str(if k > 0 { " " } else { "" })?;
                f.write_str(&comparison.written.0)?;
                f.write_str(&comparison.written.1)?;
            }
        }
        Ok(())
    }
}

impl Group {
    /// Reads comparisons with blanks or commas between them.
    fn parse(text: &str) -> Result<Group, Error> {
        let bytes = text.as_bytes();
        let improper = || Error::Improper(text.to_string());
        let mut found: Vec<(&str, Shape)> = Vec::new();
        let mut at = grammar::skip_blanks(bytes, 0);
        loop {
            let after = grammar::operator_at(bytes, at);
            let start = grammar::skip_blanks(bytes, after);
            let shape = grammar::version_at(bytes, start, grammar::is_wild_digit).ok_or_else(improper)?;
            let end = shape.end;
            found.push((&text[at..after], shape));
            at = grammar::skip_blanks(bytes, end);
            match bytes.get(at) {
                None => break,
                Some(b',') => at = grammar::skip_blanks(bytes, at + 1),
                Some(_) if at > end => {}
                Some(_) => return Err(improper()),
            }
        }
        let comparisons =
            found.iter().map(|(op, shape)| Comparison::new(text, op, shape)).collect::<Result<Vec<_>, _>>()?;
        let prereleases = comparisons.iter().any(|c| !c.version.prerelease().is_empty());
        Ok(Group { comparisons, prereleases })
    }
}

impl Comparison {
    fn new(text: &str, operator: &str, shape: &Shape) -> Result<Comparison, Error> {
        let is_wild = |part: &str| matches!(part.trim_start_matches('.'), "x" | "X" | "*" | "");
        let (major, minor) = (&text[shape.major.clone()], &text[shape.minor.clone()]);
        let pre = &text[shape.pre.clone()];
        let original = &text[shape.start..shape.end];
        let (mut dirty, mut minor_dirty, mut patch_dirty) = (true, false, false);
        let version = if is_wild(major) {
            format!("0.0.0{pre}")
        } else if is_wild(minor) {
            minor_dirty = true;
            format!("{major}.0.0{pre}")
        } else if is_wild(&text[shape.patch.clone()]) {
            patch_dirty = true;
            format!("{major}{minor}.0{pre}")
        } else {
            dirty = false;
            original.to_string()
        };
        Ok(Comparison {
            operator: Operator::from_text(operator),
            version: Version::parse(&version).map_err(|_| Error::ConstraintVersion)?,
            written: (operator.to_string(), original.to_string()),
            dirty,
            minor_dirty,
            patch_dirty,
        })
    }

    /// The version as it was written.
    fn version_text(&self) -> &str {
        &self.written.1
    }
}
