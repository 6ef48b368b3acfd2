//! Keywords that combine schemas.

use super::{Failures, Run, Unevaluated};
use crate::schema::compiled::{LogicRules, Schema};
use crate::schema::report::Failure;
use crate::schema::text::count;

impl<'r> Run<'r, '_> {
    pub(super) fn validate_logic<'v>(
        &self,
        schema: &'r Schema,
        unevaluated: &mut Unevaluated<'v>,
        failures: &mut Failures<'v, '_>,
    ) {
        let Some(rules) = schema.logic.as_deref() else { return };
        let at = failures.at;
        if let Some(not) = rules.not
            && self.validate_self(not, "", at, unevaluated, true).is_ok()
        {
            failures.add(|| "'not' failed".into());
        }
        self.validate_all_of(rules, unevaluated, failures);
        self.validate_any_of(rules, unevaluated, failures);
        self.validate_one_of(rules, unevaluated, failures);
        if let Some(condition) = rules.condition {
            let holds = self.validate_self(condition, "", at, unevaluated, true).is_ok();
            if let Some(branch) = if holds { rules.then } else { rules.otherwise } {
                failures.add_outcome(self.validate_self(branch, "", at, unevaluated, false));
            }
        }
    }

    fn validate_all_of<'v>(
        &self,
        rules: &LogicRules,
        unevaluated: &mut Unevaluated<'v>,
        failures: &mut Failures<'v, '_>,
    ) {
        let at = failures.at;
        let mut causes: Vec<Failure> = Vec::new();
        for &target in &rules.all_of {
            if let Err(failure) = self.validate_self(target, "", at, unevaluated, false) {
                causes.push(*failure);
                if at.quiet {
                    break;
                }
            }
        }
        if !causes.is_empty() {
            failures.add_caused(causes, || "'allOf' failed".into());
        }
    }

    fn validate_any_of<'v>(
        &self,
        rules: &LogicRules,
        unevaluated: &mut Unevaluated<'v>,
        failures: &mut Failures<'v, '_>,
    ) {
        let at = failures.at;
        let mut matched = rules.any_of.is_empty();
        let mut causes: Vec<Failure> = Vec::new();
        for &target in &rules.any_of {
            match self.validate_self(target, "", at, unevaluated, false) {
                Err(failure) => causes.push(*failure),
                Ok(()) => {
                    matched = true;
                    // All of them have a say in what is left unevaluated.
                    if unevaluated.is_empty() {
                        break;
                    }
                }
            }
        }
        if !matched {
            failures.add_caused(causes, || "'anyOf' failed".into());
        }
    }

    fn validate_one_of<'v>(
        &self,
        rules: &LogicRules,
        unevaluated: &mut Unevaluated<'v>,
        failures: &mut Failures<'v, '_>,
    ) {
        let at = failures.at;
        let mut matched = None;
        let mut causes: Vec<Failure> = Vec::new();
        for (index, &target) in rules.one_of.iter().enumerate() {
            match (self.validate_self(target, "", at, unevaluated, matched.is_some()), matched) {
                (Err(failure), None) => causes.push(*failure),
                (Err(_), Some(_)) => {}
                (Ok(()), None) => matched = Some(index),
                (Ok(()), Some(first)) => {
                    let (first, second) = (count(first as i64), count(index as i64));
                    failures.add(|| format!("'oneOf' failed, subschemas {first}, {second} matched"));
                    break;
                }
            }
        }
        if matched.is_none() && !rules.one_of.is_empty() {
            failures.add_caused(causes, || "'oneOf' failed, none matched".into());
        }
    }
}
