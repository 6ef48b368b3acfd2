//! Builds requests from text: a chart, the cluster's objects, recorded revisions.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skeg_plan::{
    DeleteLimit, Error, Live, Plan, Policy, Pruning, Refusal, RefusalCause, ReleaseName, Request, Revision, Trial,
    build,
};
use skeg_resources::{
    BuiltIn, Class, Context, DeployType, Document, Extra, Object, ReleaseStatus, Resource, ResourceId, Strictness,
    parse,
};

pub(crate) const RELEASE: &str = "shop";
pub(crate) const NAMESPACE: &str = "prod";

/// A deploy to be planned.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) request: Request,
}

/// A deploy of this type; all except the first come after a revision 1 that is deployed.
pub(crate) fn deploy(deploy_type: DeployType) -> World {
    let history = match deploy_type {
        DeployType::Initial => Vec::new(),
        _ => vec![Revision { revision: 1, status: ReleaseStatus::Deployed }],
    };
    let revision = match deploy_type {
        DeployType::Initial | DeployType::Uninstall => 1,
        _ => 2,
    };
    World {
        request: Request {
            release: ReleaseName { name: RELEASE.into(), namespace: NAMESPACE.into() },
            revision,
            deploy_type,
            desired: Vec::new(),
            previous: Vec::new(),
            live: BTreeMap::new(),
            history,
            // How much may be deleted is tested by itself.
            policy: Policy {
                description: "done".into(),
                pruning: Pruning { max_deletes: Some(DeleteLimit::ALL), ..Pruning::default() },
                ..Policy::default()
            },
            order: None,
            previous_order: None,
            change: None,
            retained: Default::default(),
        },
    }
}

pub(crate) fn initial() -> World {
    deploy(DeployType::Initial)
}

pub(crate) fn upgrade() -> World {
    deploy(DeployType::Upgrade)
}

impl World {
    /// The chart contains these.
    pub(crate) fn wants(mut self, manifests: &str) -> World {
        self.request.desired = resources(manifests);
        self
    }

    /// Files of `crds/`.
    pub(crate) fn defines(mut self, manifests: &str) -> World {
        self.request.desired.extend(read(manifests, Class::Standalone));
        self
    }

    /// The previous revision had these, and they exist in the cluster.
    pub(crate) fn had(mut self, manifests: &str) -> World {
        self.request.previous.extend(resources(manifests));
        self.lives(manifests)
    }

    /// These exist in the cluster, as the release created them. A dry run of the wanted resources returns them as
    /// wanted.
    pub(crate) fn lives(mut self, manifests: &str) -> World {
        for resource in resources(manifests) {
            self.put(resource.id, resource.object);
        }
        self
    }

    /// This exists in the cluster, changed by `edit`.
    pub(crate) fn lives_with(mut self, manifest: &str, edit: impl Fn(&mut Value)) -> World {
        for resource in resources(manifest) {
            let mut value = Value::from(resource.object);
            edit(&mut value);
            self.put(resource.id, Object::try_from(value).unwrap());
        }
        self
    }

    fn put(&mut self, id: ResourceId, object: Object) {
        let object = from_server(object, &format!("uid-of-{id}"));
        self.request.live.insert(id, Live::Present { object: Box::new(object), trial: Trial::NotNeeded });
    }

    /// The dry run of the resource is refused for this cause.
    pub(crate) fn refused(mut self, name: &str, field: &str, message: &str) -> World {
        let cause = RefusalCause { field: field.into(), reason: "FieldValueInvalid".into(), message: message.into() };
        let refusal = Refusal {
            code: 422,
            reason: "Invalid".into(),
            message: format!("{field}: {message}"),
            causes: vec![cause],
        };
        let (_, live) = self.request.live.iter_mut().find(|(id, _)| id.to_string() == name).unwrap();
        let Live::Present { trial, .. } = live else { panic!("{name} is not there") };
        *trial = Trial::Refused(refusal);
        self
    }

    /// The cluster does not know the kind of this resource.
    pub(crate) fn unknown(mut self, name: &str) -> World {
        let id = self.request.desired.iter().find(|resource| resource.id.to_string() == name).unwrap().id.clone();
        self.request.live.insert(id, Live::UnknownKind);
        self
    }

    pub(crate) fn history(mut self, history: &[(u64, ReleaseStatus)]) -> World {
        self.request.history =
            history.iter().map(|(revision, status)| Revision { revision: *revision, status: *status }).collect();
        self.request.revision = history.last().map_or(1, |last| last.0 + 1);
        self
    }

    pub(crate) fn policy(mut self, edit: impl Fn(&mut Policy)) -> World {
        edit(&mut self.request.policy);
        self
    }

    /// The request, with a dry run for each resource that differs from its live object.
    pub(crate) fn request(mut self) -> Request {
        for resource in &self.request.desired {
            let Some(Live::Present { object, trial }) = self.request.live.get_mut(&resource.id) else { continue };
            if *trial == Trial::NotNeeded {
                let uid = object.uid().unwrap_or_default().to_string();
                let mut after = from_server(resource.object.clone(), &uid);
                if let Some(fields) = object.at(&["metadata", "managedFields"]) {
                    after.metadata_mut().unwrap().insert("managedFields".into(), fields.clone());
                }
                if after != **object {
                    *trial = Trial::Result(Box::new(after));
                }
            }
        }
        self.request
    }

    pub(crate) fn try_plan(self) -> Result<Plan, Error> {
        build(self.request())?.unblocked()
    }

    pub(crate) fn plan(self) -> Plan {
        self.try_plan().unwrap_or_else(|why| panic!("{why}"))
    }

    /// Why no plan can be made.
    pub(crate) fn refusal(self) -> String {
        match self.try_plan() {
            Ok(plan) => panic!("planned: {plan:?}"),
            Err(why) => why.to_string(),
        }
    }
}

fn from_server(mut object: Object, uid: &str) -> Object {
    let metadata = object.metadata_mut().unwrap();
    metadata.insert("uid".into(), json!(uid));
    metadata.insert("resourceVersion".into(), json!("7"));
    object
}

/// Parses manifests; those with `helm.sh/hook` are hooks.
pub(crate) fn resources(manifests: &str) -> Vec<Resource> {
    let (hooks, regular): (Vec<&str>, Vec<&str>) = split(manifests).partition(|text| text.contains("helm.sh/hook:"));
    let mut all = read(&hooks.join("\n---\n"), Class::Hook);
    all.extend(read(&regular.join("\n---\n"), Class::Regular));
    all
}

fn split(manifests: &str) -> impl Iterator<Item = &str> {
    manifests.split("---\n").filter(|text| !text.trim().is_empty())
}

fn read(manifests: &str, class: Class) -> Vec<Resource> {
    read_at("shop/templates/all.yaml", manifests, class)
}

/// Parses the manifests of a template at this path.
pub(crate) fn read_at(path: &str, manifests: &str, class: Class) -> Vec<Resource> {
    let document = Document { path, number: 0, text: manifests.as_bytes(), class };
    let none = Extra::default();
    let context = Context {
        release: RELEASE,
        namespace: NAMESPACE,
        scopes: &BuiltIn,
        extra: &none,
        runtime_extra: &none,
        strictness: Strictness::Wanted,
    };
    parse(&[document], &context).unwrap_or_else(|why| panic!("{why}\n{manifests}")).resources
}

/// A ConfigMap with a value, and annotations.
pub(crate) fn config(name: &str, value: &str, annotations: &[(&str, &str)]) -> String {
    manifest("v1", "ConfigMap", name, annotations, &format!("data: {{key: {value:?}}}"))
}

/// A Deployment that runs an image, and annotations.
pub(crate) fn deployment(name: &str, image: &str, annotations: &[(&str, &str)]) -> String {
    let spec = format!("spec: {{template: {{spec: {{containers: [{{name: c, image: {image:?}}}]}}}}}}");
    manifest("apps/v1", "Deployment", name, annotations, &spec)
}

/// A Job that runs an image, and annotations.
pub(crate) fn job(name: &str, image: &str, annotations: &[(&str, &str)]) -> String {
    let spec = format!("spec: {{template: {{spec: {{containers: [{{name: c, image: {image:?}}}]}}}}}}");
    manifest("batch/v1", "Job", name, annotations, &spec)
}

pub(crate) fn manifest(version: &str, kind: &str, name: &str, annotations: &[(&str, &str)], rest: &str) -> String {
    let annotations: Vec<String> = annotations.iter().map(|(key, value)| format!("    {key}: {value:?}\n")).collect();
    let annotations =
        if annotations.is_empty() { String::new() } else { format!("  annotations:\n{}", annotations.concat()) };
    format!("---\napiVersion: {version}\nkind: {kind}\nmetadata:\n  name: {name}\n{annotations}{rest}\n")
}
