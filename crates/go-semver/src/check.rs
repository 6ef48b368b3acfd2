//! What each operator of a constraint means, with the reason where it does not hold.

use std::cmp::Ordering;

use crate::Version;
use crate::constraint::{Comparison, Operator};
use crate::version::compare_prerelease;

/// Why a comparison does not hold.
#[derive(Clone, Copy)]
pub(crate) enum Refusal {
    Prerelease,
    /// A relation that holds but must not, such as `less than`: "V is RELATION C".
    Is(&'static str),
    /// Parts that should agree: "V does not have same PARTS version as C", and what follows.
    Differs(&'static str, &'static str),
    PatchDiffers,
}

impl Refusal {
    /// The Go library's words for it.
    pub(crate) fn text(self, version: &Version, constraint: &str) -> String {
        match self {
            Refusal::Prerelease => {
                format!("\"{version}\" is a prerelease version and the constraint is only looking for release versions")
            }
            Refusal::Is(relation) => format!("\"{version}\" is {relation} \"{constraint}\""),
            Refusal::Differs(parts, more) => {
                format!("\"{version}\" does not have same {parts} version as \"{constraint}\"{more}")
            }
            Refusal::PatchDiffers => format!(
                "\"{version}\" does not equal \"{constraint}\". Expect version and constraint to equal when major and \
                 minor versions are 0"
            ),
        }
    }
}

type Verdict = Result<(), Refusal>;

fn holds_unless(refused: bool, refusal: Refusal) -> Verdict {
    if refused { Err(refusal) } else { Ok(()) }
}

impl Comparison {
    /// Checks one version; `prereleases` whether its group looks at pre-releases.
    pub(crate) fn check(&self, version: &Version, prereleases: bool) -> Verdict {
        if !prereleases && !version.prerelease().is_empty() {
            return Err(Refusal::Prerelease);
        }
        let order = version.compare(&self.version);
        match self.operator {
            Operator::Equal if self.dirty => self.tilde(version, order),
            Operator::Equal => holds_unless(order.is_ne(), Refusal::Is("not equal to")),
            Operator::NotEqual => holds_unless(self.equals(version, order), Refusal::Is("equal to")),
            Operator::Greater => holds_unless(!self.exceeded_by(version, order), Refusal::Is("less than or equal to")),
            Operator::Less => holds_unless(order.is_ge(), Refusal::Is("greater than or equal to")),
            Operator::GreaterEqual => holds_unless(order.is_lt(), Refusal::Is("less than")),
            Operator::LessEqual => holds_unless(self.is_below(version, order), Refusal::Is("greater than")),
            Operator::Tilde => self.tilde(version, order),
            Operator::Caret => self.caret(version, order),
        }
    }

    /// Equality for `!=`, where missing parts agree with everything.
    fn equals(&self, version: &Version, order: Ordering) -> bool {
        if !self.dirty {
            return order.is_eq();
        }
        let own = &self.version;
        if own.major() != version.major() || (own.minor() != version.minor() && !self.minor_dirty) {
            return false;
        }
        if self.minor_dirty {
            return true;
        }
        if own.patch() != version.patch() && !self.patch_dirty {
            return false;
        }
        if self.patch_dirty {
            return compare_prerelease(version.prerelease(), own.prerelease()).is_eq();
        }
        order.is_eq()
    }

    /// `>`, where `>11` begins at 12 and `>11.1` at 11.2.
    fn exceeded_by(&self, version: &Version, order: Ordering) -> bool {
        if !self.dirty {
            return order.is_gt();
        }
        match version.major().cmp(&self.version.major()) {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal if self.minor_dirty => false,
            Ordering::Equal if self.patch_dirty => version.minor() > self.version.minor(),
            Ordering::Equal => order.is_gt(),
        }
    }

    /// The opposite of `<=`, where `<=11` includes all of 11.
    fn is_below(&self, version: &Version, order: Ordering) -> bool {
        if !self.dirty {
            return order.is_gt();
        }
        let own = &self.version;
        version.major() > own.major()
            || (version.major() == own.major() && version.minor() > own.minor() && !self.minor_dirty)
    }

    /// `~`: at least that, with the same major and (where given) minor number.
    fn tilde(&self, version: &Version, order: Ordering) -> Verdict {
        let own = &self.version;
        holds_unless(order.is_lt(), Refusal::Is("less than"))?;
        let zero = (own.major(), own.minor(), own.patch()) == (0, 0, 0);
        if zero && !self.minor_dirty && !self.patch_dirty {
            return Ok(());
        }
        holds_unless(version.major() != own.major(), Refusal::Differs("major", ""))?;
        let other_minor = version.minor() != own.minor() && !self.minor_dirty;
        holds_unless(other_minor, Refusal::Differs("major and minor", ""))
    }

    /// `^`: at least that, with the same leftmost number that is not zero.
    fn caret(&self, version: &Version, order: Ordering) -> Verdict {
        let own = &self.version;
        holds_unless(order.is_lt(), Refusal::Is("less than"))?;
        holds_unless(version.major() != own.major(), Refusal::Differs("major", ""))?;
        if own.major() > 0 || self.minor_dirty {
            return Ok(());
        }
        if own.minor() > 0 || self.patch_dirty {
            let more = ". Expected minor versions to match when constraint major version is 0";
            return holds_unless(version.minor() != own.minor(), Refusal::Differs("minor", more));
        }
        holds_unless(version.minor() > 0, Refusal::Differs("minor", ""))?;
        holds_unless(version.patch() != own.patch(), Refusal::PatchDiffers)
    }
}
