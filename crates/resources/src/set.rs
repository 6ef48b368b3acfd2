//! Checks resources as a whole: no object is created twice, and the release does not own its own namespace.

use std::collections::HashMap;

use crate::error::Fault;
use crate::identity::ResourceId;
use crate::kinds;
use crate::parse::Parsed;
use crate::resource::{Class, Origin};

/// A problem: origin, resource and fault.
pub(crate) type Finding = (Origin, String, Fault);

/// Checks the resources; the first of two equal ones stays.
pub(crate) fn check(parsed: &mut Parsed, home: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut first: HashMap<ResourceId, (Origin, Class)> = HashMap::new();
    let Parsed { resources, warnings, .. } = parsed;
    resources.retain(|resource| {
        let shown = resource.id.shown(home);
        if kinds::is_namespace(&resource.id) && resource.id.name == home {
            findings.push((resource.origin.clone(), shown.clone(), Fault::ReleaseNamespace));
        }
        let Some((origin, class)) = first.get(&resource.id) else {
            first.insert(resource.id.clone(), (resource.origin.clone(), resource.class));
            return true;
        };
        if (*class, resource.class) == (Class::Standalone, Class::Standalone) {
            // Charts that share a CRD each contain it, and Helm takes the first.
            warnings.push(format!("{}: {shown}: ignored, {origin} already has it", resource.origin));
        } else {
            findings.push((resource.origin.clone(), shown, Fault::Duplicate { first: origin.clone() }));
        }
        false
    });
    findings
}
