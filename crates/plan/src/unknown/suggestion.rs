//! Suggests the kind that was probably meant by an unknown one.

use skeg_nearest::distance;

use crate::error::{Error, Unknown};

impl Error {
    /// Adds to each unknown kind the nearest one served: `apps/v1/Deployment`, `v1/Secret`.
    pub fn suggest(&mut self, served: &[String]) {
        let Error::UnknownKinds(unknown) = self else { return };
        unknown.iter_mut().for_each(|each| each.meant = nearest(each, served));
    }
}

fn nearest(unknown: &Unknown, served: &[String]) -> Option<String> {
    let kind = unknown.id.kind.as_str();
    let prefix = if unknown.id.group.is_empty() { String::new() } else { format!("{}/", unknown.id.group) };
    let wanted = format!("{prefix}{}", unknown.version);
    // Discovery also lists groups and versions without a kind.
    let is_kind = |name: &str| name.starts_with(|first: char| first.is_ascii_uppercase());
    let served = served.iter().filter_map(|each| each.rsplit_once('/')).filter(|(_, name)| is_kind(name));
    let limit = (kind.chars().count() / 4).max(1);
    let judged = served.filter_map(|(version, name)| {
        let of_kind = distance(kind, name);
        (of_kind <= limit).then(|| ((of_kind, distance(&wanted, version)), version, name))
    });
    judged.min().map(|(_, version, name)| format!("{name} of {version}"))
}

#[cfg(test)]
mod tests {
    use skeg_resources::{Origin, ResourceId};

    use super::nearest;
    use crate::error::Unknown;

    #[test]
    fn the_nearest_kind_is_named() {
        let served = ["apps/v1", "apps/v1/Deployment", "v1/Secret", "networking.k8s.io/v1/Ingress", "v1/Service"];
        let served = served.map(str::to_string);
        for (group, version, kind, expected) in [
            ("apps", "v1", "Deploment", Some("Deployment of apps/v1")),
            ("extensions", "v1beta1", "Ingress", Some("Ingress of networking.k8s.io/v1")),
            ("", "v1", "deployment", Some("Deployment of apps/v1")),
            ("shop.dev", "v1", "Boat", None),
        ] {
            let id = ResourceId::new(group, kind, None, "x");
            let unknown = Unknown { id, version: version.into(), origin: Origin::default(), meant: None };
            assert_eq!(nearest(&unknown, &served).as_deref(), expected, "{kind}");
        }
    }
}
