use skeg_report::{GraphFormat, graph};

use crate::sample::{plan, plan_of};

#[test]
fn graphviz() {
    let text = graph(&plan(), GraphFormat::of_path("out/plan.dot"));
    for line in [
        "digraph {\n\trankdir=\"LR\";\n",
        "[label=\"create Job/migrate\", shape=box];\n",
        "[label=\"wait until Deployment/web is ready\"];\n",
        "[label=\"mark revision 3 deployed\", shape=note];\n",
        "[label=\"weight -5 before 0\"];\n",
        "[label=\"detected: spec.template.spec.containers[web].envFrom[0].configMapRef.name\"];\n",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    assert!(text.ends_with("}\n"));
}

#[test]
fn mermaid() {
    let plan = plan();
    let text = graph(&plan, GraphFormat::of_path("plan.MMD"));
    assert!(text.starts_with("graph LR\n"));
    let edges = plan.operations.iter().map(|operation| operation.after.len()).sum::<usize>();
    assert_eq!(text.matches(" -->|").count(), edges);
    assert!(text.contains("[\"create Job/migrate\"]\n") && text.contains("([\"wait until Job/migrate is ready\"])\n"));
    assert!(text.contains("-->|\"weight -5 before 0\"|"));
}

#[test]
fn names_cannot_break_out() {
    // A cluster would refuse such a name, but a plan may contain it.
    let plan = plan_of(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: 'a\"]; evil\\'}}",
        skeg_resources::DeployType::Initial,
    );
    assert!(graph(&plan, GraphFormat::Dot).contains("[label=\"create ConfigMap/a\\\"]; evil\\\\\", shape=box];"));
    assert!(graph(&plan, GraphFormat::Mermaid).contains("[\"create ConfigMap/a&quot;]; evil\\\"]"));
}
