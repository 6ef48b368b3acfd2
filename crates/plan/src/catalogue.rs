//! Finds the resources that a dependency refers to.

use std::collections::HashMap;

use skeg_resources::{Matcher, Resource};

/// Resources indexed by what dependencies usually name. Results are indices into the list it was made from.
pub(crate) struct Catalogue<'a> {
    resources: Vec<&'a Resource>,
    by_name: HashMap<&'a str, Vec<usize>>,
    by_kind: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Catalogue<'a> {
    pub(crate) fn new(resources: impl IntoIterator<Item = &'a Resource>) -> Catalogue<'a> {
        let resources: Vec<&Resource> = resources.into_iter().collect();
        let (mut by_name, mut by_kind) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        for (index, resource) in resources.iter().enumerate() {
            by_name.entry(resource.id.name.as_str()).or_default().push(index);
            by_kind.entry(resource.id.kind.as_str()).or_default().push(index);
        }
        Catalogue { resources, by_name, by_kind }
    }

    /// All matching resources.
    pub(crate) fn find(&self, matcher: &Matcher) -> Vec<usize> {
        let among = match (&matcher.name, &matcher.kind) {
            (Some(name), _) => self.by_name.get(name.as_str()),
            (None, Some(kind)) => self.by_kind.get(kind.as_str()),
            (None, None) => {
                return (0..self.resources.len()).filter(|at| matches(matcher, self.resources[*at])).collect();
            }
        };
        among.into_iter().flatten().copied().filter(|at| matches(matcher, self.resources[*at])).collect()
    }

    /// The resource that was probably meant if none matches: of the same kind if one is given, by the nearest name.
    pub(crate) fn nearest(&self, matcher: &Matcher) -> Option<&'a Resource> {
        let is_kind =
            |resource: &&Resource| matcher.kind.as_ref().is_none_or(|kind| resource.id.kind.eq_ignore_ascii_case(kind));
        let wanted = matcher.name.as_deref()?;
        let distance = |resource: &Resource| skeg_nearest::distance(wanted, &resource.id.name);
        let of_kind = self.resources.iter().copied().filter(is_kind).min_by_key(|resource| distance(resource));
        let of_name = || self.resources.iter().copied().find(|resource| resource.id.name == wanted);
        of_kind.filter(|resource| distance(resource) <= wanted.len().max(3) / 2).or_else(of_name)
    }
}

fn matches(matcher: &Matcher, resource: &Resource) -> bool {
    let id = &resource.id;
    let is = |wanted: &Option<String>, text: &str| wanted.as_ref().is_none_or(|wanted| wanted == text);
    is(&matcher.group, &id.group)
        && is(&matcher.kind, &id.kind)
        && is(&matcher.name, &id.name)
        && is(&matcher.version, resource.object.version())
        && matcher.namespace.as_ref().is_none_or(|wanted| id.namespace.as_ref() == Some(wanted))
}
