//! Plans as shown, from the real planner: every kind of change, in every format.

mod forms;
mod hooks;
mod secrets;

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use skeg_plan::{
    DeleteLimit, Live, Outdated, Plan, Policy, Pruning, Refusal, RefusalCause, Request, Revision, Trial, build,
};
use skeg_report::{PlanDetail, PlanFormat, PlanSource, PlanStyle, PlanView, Standing, Style};
use skeg_resources::{DeployType, KnownSecrets, Object, ReleaseStatus, ResourceId};

use crate::sample::{release, resources};

/// The input of a plan.
#[derive(Default)]
struct Scene {
    wanted: &'static str,
    before: &'static str,
    /// The API server's dry-run results.
    trials: Vec<(&'static str, Trial)>,
    /// Live objects that differ from what was deployed.
    live: Vec<(&'static str, Value)>,
    is_uninstall: bool,
    record_reasons: &'static [Outdated],
}

impl Scene {
    fn plan(&self) -> Plan {
        let (desired, previous) = (resources(self.wanted), resources(self.before));
        let mut live: BTreeMap<ResourceId, Live> = BTreeMap::new();
        for resource in &desired {
            live.insert(resource.id.clone(), Live::Absent);
        }
        for resource in &previous {
            let object = Box::new(self.live_object(&resource.id.to_string(), &resource.object));
            let trial = match desired.iter().find(|wanted| wanted.id == resource.id) {
                None => Trial::NotNeeded,
                Some(wanted) => self.trial(&resource.id.to_string(), &object, &wanted.object),
            };
            live.insert(resource.id.clone(), Live::Present { object, trial });
        }
        let is_first = self.before.is_empty();
        let deploy_type = match (self.is_uninstall, is_first) {
            (true, _) => DeployType::Uninstall,
            (false, true) => DeployType::Initial,
            (false, false) => DeployType::Upgrade,
        };
        let history = if is_first { vec![] } else { vec![Revision { revision: 2, status: ReleaseStatus::Deployed }] };
        let desired = if self.is_uninstall { previous.clone() } else { desired };
        let pruning = Pruning { data: true, max_deletes: Some(DeleteLimit::ALL), ..Pruning::default() };
        let (release, policy) = (release(), Policy { pruning, ..Policy::default() });
        let (order, previous_order) = (None, None);
        build(Request {
            release,
            revision: 3,
            deploy_type,
            desired,
            previous,
            live,
            history,
            policy,
            order,
            previous_order,
            change: None,
            retained: Default::default(),
        })
        .unwrap()
        .unblocked()
        .unwrap()
    }

    /// The live object: with the fields that the server adds.
    fn live_object(&self, name: &str, deployed: &Object) -> Object {
        let mut value = Value::from(deployed.clone());
        for (key, added) in [("uid", json!(name)), ("resourceVersion", json!("7")), ("generation", json!(1))] {
            value["metadata"][key] = added;
        }
        value["status"] = json!({"observedGeneration": 1});
        if let Some((_, more)) = self.live.iter().find(|(of, _)| *of == name) {
            lay_over(&mut value, more);
        }
        Object::try_from(value).unwrap()
    }

    /// The server's dry-run result: the given one, or the wanted object merged over the live one.
    fn trial(&self, name: &str, live: &Object, wanted: &Object) -> Trial {
        if let Some((_, trial)) = self.trials.iter().find(|(of, _)| *of == name) {
            return trial.clone();
        }
        let mut value = Value::from(live.clone());
        lay_over(&mut value, &Value::from(wanted.clone()));
        Trial::Result(Box::new(Object::try_from(value).unwrap()))
    }

    fn shown(&self, detail: PlanDetail, format: PlanFormat, style: PlanStyle) -> String {
        self.view(detail, |view, plan| skeg_report::plan(view, plan, format, style))
    }

    fn view<T>(&self, detail: PlanDetail, show: impl FnOnce(&PlanView, &Plan) -> T) -> T {
        let plan = self.plan();
        let age = Some(Duration::from_secs(240));
        let standing =
            Standing { revision: 2, status: "deployed".to_string(), chart: "shop-1.0.0".to_string(), age, at: None };
        let source = PlanSource {
            plan: &plan,
            is_idle: plan.is_empty() && self.record_reasons.is_empty(),
            record_reasons: self.record_reasons,
            destination: None,
            made: None,
            standing: (!self.before.is_empty()).then_some(&standing),
            back_to: None,
            notes: &[],
            warnings: &[],
            refused: &[],
            secrets: &KnownSecrets::default(),
        };
        show(&PlanView::new(&source, &detail), &plan)
    }

    fn text(&self) -> String {
        self.shown(PlanDetail::default(), PlanFormat::Text, PlanStyle::default())
    }
}

fn lay_over(below: &mut Value, above: &Value) {
    match (below, above) {
        (Value::Object(below), Value::Object(above)) => {
            for (key, value) in above {
                lay_over(below.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (below, above) => *below = above.clone(),
    }
}

fn immutable(field: &str, message: &str) -> Trial {
    let cause = RefusalCause {
        field: field.to_string(),
        reason: "FieldValueInvalid".to_string(),
        message: message.to_string(),
    };
    let message = format!("is invalid: {field}: {message}");
    Trial::Refused(Refusal { code: 422, reason: "Invalid".to_string(), message, causes: vec![cause] })
}

const SETTINGS: &str = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {tag: one, file: \"a\\nb\\nc\\nd\\ne\\nf\\n\"}
";

#[test]
fn first_install() {
    let scene = Scene { wanted: SETTINGS, ..Scene::default() };
    assert_eq!(
        scene.text(),
        "\
Plan for release shop in namespace shop: first install
1 resource: 1 to create

+ ConfigMap/settings                            shop/templates/all.yaml
+   apiVersion: v1
+   data:
+     file: |
+       a
+       b
+       c
+       d
+       e
+       f
+     tag: one
+   kind: ConfigMap
+   metadata:
+     name: settings

1 to create. Nothing was written.
"
    );
    let brief = PlanDetail { whole: false, ..PlanDetail::default() };
    let brief = scene.shown(brief, PlanFormat::Text, PlanStyle::default());
    assert!(brief.contains("all.yaml\n\n1 to create"), "{brief}");
}

#[test]
fn updated_fields_and_who_else_set_them() {
    let wanted = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {tag: two, file: \"a\\nb\\nc\\nX\\ne\\nf\\n\"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: \"web:two\"}]}}
";
    let before = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {tag: one, file: \"a\\nb\\nc\\nd\\ne\\nf\\n\"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: \"web:one\"}]}}
";
    let managers = json!([{"manager": "by-hand", "operation": "Update", "fieldsV1": {"f:spec": {"f:replicas": {}}}}]);
    let live = vec![("Deployment/web", json!({"metadata": {"managedFields": managers}, "spec": {"paused": false}}))];
    let scene = Scene { wanted, before, live, ..Scene::default() };
    assert_eq!(
        scene.text(),
        "\
Plan for release shop in namespace shop: revision 2 → 3 (revision 2 deployed 4 minutes ago, chart shop-1.0.0)
2 resources: 2 to update

~ ConfigMap/settings                            shop/templates/all.yaml
    data.file
      ...
      b
      c
-     d
+     X
      e
      f
    data.tag
-     one
+     two

~ Deployment/web                                shop/templates/all.yaml
    spec.replicas  (also set by by-hand)
-     2
+     3
    spec.template.spec.containers[web].image
-     web:one
+     web:two

2 to update. Nothing was written.
"
    );
    let style = PlanStyle { context_lines: Some(1), ..PlanStyle::default() };
    let diff = scene.shown(PlanDetail::default(), PlanFormat::Text, style);
    assert!(diff.contains("all.yaml\n    ...\n        c\n-       d\n+       X\n        e\n"), "{diff}");
    assert!(diff.contains("      paused: false\n-     replicas: 2\n+     replicas: 3\n"), "the sign is first: {diff}");
}

#[test]
fn recreated_with_the_reason() {
    let job = "\
apiVersion: batch/v1
kind: Job
metadata: {name: migrate, annotations: {werf.io/delete-policy: before-creation-if-immutable}}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: migrate, image: \"shop:one\"}]}}}
";
    let wanted = "\
apiVersion: batch/v1
kind: Job
metadata: {name: migrate, annotations: {werf.io/delete-policy: before-creation-if-immutable}}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: migrate, image: \"shop:two\"}]}}}
";
    let live =
        vec![("Job/migrate", json!({"spec": {"completions": 1, "template": {"spec": {"dnsPolicy": "ClusterFirst"}}}}))];
    let refusal = immutable("spec.template", "Invalid value: core.X{}: field is immutable");
    let scene = Scene { wanted, before: job, live, trials: vec![("Job/migrate", refusal)], ..Scene::default() };
    let text = scene.text();
    let (_, body) = text.split_once("\n\n").unwrap();
    assert_eq!(
        body,
        "\
± Job/migrate                                   shop/templates/all.yaml
    recreate: spec.template cannot be changed in place
    spec.template.spec.containers[migrate].image
-     shop:one
+     shop:two

1 to recreate. Nothing was written.
"
    );
}

const HOOK: &str = "\
apiVersion: batch/v1
kind: Job
metadata: {name: hook, annotations: {werf.io/delete-policy: before-creation}}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: x, image: x}]}}}
";

#[test]
fn recreated_without_new_contents() {
    let scene = Scene { wanted: HOOK, before: HOOK, ..Scene::default() };
    let text = scene.text();
    let (_, body) = text.split_once("\n\n").unwrap();
    assert_eq!(
        body,
        "\
± Job/hook                                      shop/templates/all.yaml
    recreate: its delete policy

1 to recreate. Nothing was written.
"
    );
}

#[test]
fn deletions_renames_and_data_at_risk() {
    let before = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: old-settings}
data: {tag: one, host: db, port: \"80\", mode: fast, level: info, owner: old-settings}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: extra}
data: {other: thing}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec: {serviceName: db, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {containers: [{name: db, image: db}]}}}
";
    let wanted = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: new-settings}
data: {tag: two, host: db, port: \"80\", mode: fast, level: info, owner: new-settings}
";
    let scene = Scene { wanted, before, ..Scene::default() };
    let brief = PlanDetail { whole: false, ..PlanDetail::default() };
    let text = scene.shown(brief, PlanFormat::Text, PlanStyle::default());
    let (_, body) = text.split_once("\n\n").unwrap();
    assert_eq!(
        body,
        "\
+ ConfigMap/new-settings                        shop/templates/all.yaml
    likely renamed from ConfigMap/old-settings

Deleted:
- StatefulSet/db                                no longer in the chart
- ConfigMap/extra                               no longer in the chart
- ConfigMap/old-settings                        no longer in the chart; likely renamed to ConfigMap/new-settings
- PersistentVolumeClaim/data                    no longer in the chart

Data at risk:
! StatefulSet/db is deleted: its pods stop, and its claims are deleted if their retention policy is Delete
! PersistentVolumeClaim/data is deleted: deleting the claim deletes its volume unless the volume is retained

1 to create, 4 to delete. Nothing was written.
"
    );
}

#[test]
fn an_uninstall() {
    let scene = Scene { before: SETTINGS, is_uninstall: true, ..Scene::default() };
    assert_eq!(
        scene.text(),
        "\
Plan to uninstall release shop in namespace shop (revision 2 deployed 4 minutes ago, chart shop-1.0.0)
1 resource: 1 to delete

Deleted:
- ConfigMap/settings                            part of the release

1 to delete. Nothing was written.
"
    );
}

#[test]
fn nothing_to_do_and_fields_that_become_ours() {
    let scene = Scene { wanted: SETTINGS, before: SETTINGS, ..Scene::default() };
    assert!(scene.text().ends_with("\n\nNo changes planned: release shop is up to date (1 resource checked).\n"));
    assert!(scene.text().starts_with("Plan for release shop in namespace shop: revision 2 ("));
    let managers = json!([{"manager": "helm", "operation": "Update", "apiVersion": "v1", "fieldsV1": {"f:data": {}}}]);
    let live = vec![("ConfigMap/settings", json!({"metadata": {"managedFields": managers}}))];
    let text = Scene { wanted: SETTINGS, before: SETTINGS, live, ..Scene::default() }.text();
    let (_, body) = text.split_once("\n\n").unwrap();
    assert_eq!(
        body,
        "\
~ ConfigMap/settings                            shop/templates/all.yaml
    update: the release takes over its fields; its contents do not change

1 to update. Nothing was written.
"
    );
}

#[test]
fn why_there_is_only_something_to_record() {
    let record = "No resource changes planned, but revision 3 must be recorded";
    for (record_reasons, conclusion) in [
        (&[Outdated::Values][..], format!("{record}: the values changed.")),
        (&[Outdated::Values, Outdated::Notes], format!("{record}: the values changed, the notes changed.")),
        (&[Outdated::PreviousFailed], format!("{record}: the last revision failed.")),
    ] {
        let scene = Scene { wanted: SETTINGS, before: SETTINGS, record_reasons, ..Scene::default() };
        for format in [PlanFormat::Text, PlanFormat::Markdown, PlanFormat::Html] {
            let shown = scene.shown(PlanDetail::default(), format, PlanStyle::default());
            assert!(shown.contains(&conclusion), "{conclusion}\nis not in\n{shown}");
        }
        assert!(scene.text().starts_with("Plan for release shop in namespace shop: revision 2 → 3 ("));
        // If resources change, the reasons for a new record are not shown.
        let scene = Scene { wanted: SETTINGS, record_reasons, ..Scene::default() };
        assert!(scene.text().ends_with("1 to create. Nothing was written.\n"), "{}", scene.text());
    }
}

#[test]
fn what_the_server_writes_is_shown_on_demand() {
    let wanted = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, annotations: {werf.io/weight: \"5\"}}
data: {tag: two}
";
    let scene = Scene { wanted, before: SETTINGS, ..Scene::default() };
    assert!(!scene.text().contains("werf.io/weight"), "{}", scene.text());
    let all = PlanDetail { insignificant: true, ..PlanDetail::default() };
    let text = scene.shown(all, PlanFormat::Text, PlanStyle::default());
    assert!(text.contains("metadata.annotations[\"werf.io/weight\"]\n+     \"5\"\n"), "{text}");
}

#[test]
fn the_order_with_reasons() {
    let wanted = "\
apiVersion: batch/v1
kind: Job
metadata: {name: migrate, annotations: {werf.io/weight: \"-5\"}}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: migrate, image: shop}]}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: shop, envFrom: [{configMapRef: {name: settings}}]}]}}
";
    let scene = Scene { wanted, ..Scene::default() };
    let brief = PlanDetail { whole: false, ..PlanDetail::default() };
    let text = scene.shown(brief, PlanFormat::Text, PlanStyle { order: true, ..PlanStyle::default() });
    let (_, order) = text.split_once("\n\nOrder:").unwrap();
    assert_eq!(
        order,
        "
  create Job/migrate  at once
  create ConfigMap/settings
      when Job/migrate is ready  (weight -5 before 0)
  create Deployment/web
      when ConfigMap/settings is applied  (detected: spec.template.spec.containers[web].envFrom[0].configMapRef.name)

3 to create. Nothing was written.
"
    );
}

#[test]
fn colours_stand_beside_the_text() {
    let scene = Scene { wanted: SETTINGS, ..Scene::default() };
    let styled = scene.view(PlanDetail::default(), |view, _| skeg_report::plan_text(view, PlanStyle::default()));
    let added = styled.pieces.iter().find(|piece| piece.text == "+     tag: one");
    assert_eq!(added.map(|piece| piece.style), Some(Style::Added), "{styled:?}");
    assert_eq!(styled.plain(), scene.text());
}
