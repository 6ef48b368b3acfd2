//! Values that no template reads cause a warning, with the name that was probably meant.

use std::fs;

use crate::golden::split;
use crate::shell::{folder, skeg};
use crate::skipping;

#[test]
fn a_value_that_no_template_reads_is_told_with_the_nearest_name() {
    let dir = folder(
        "unused-values",
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
            ("shop/values.yaml", "replicaCount: 1\nimage: {tag: a}\nglobal: {}\n"),
            (
                "shop/templates/a.yaml",
                "kind: A\nreplicas: {{ .Values.replicaCount }}\nimage: {{ .Values.image.tag }}\n",
            ),
            (
                "prod.yaml",
                "# ours\nreplicaCoutn: 3\nimage:\n  tga: b\nglobal: {registry: x}\nx-shared: 1\nshared: &shared\n  tag: c\nnothingLikeIt: 1\n",
            ),
        ],
    );
    let rendered = skeg(&dir, &["chart", "render", "shop", "-f", "prod.yaml", "--set", "image.tagg=d"]);
    let want = "\
warning: --set: value \"image.tagg\" is not used by any template; did you mean \"image.tag\"?
warning: prod.yaml:4: value \"image.tga\" is not used by any template; did you mean \"image.tag\"?
warning: prod.yaml:9: value \"nothingLikeIt\" is not used by any template
warning: prod.yaml:2: value \"replicaCoutn\" is not used by any template; did you mean \"replicaCount\"?
";
    assert_eq!((rendered.status, rendered.stderr.as_str()), (0, want));
    let template = skeg(&dir, &["template", "rel", "shop", "-f", "prod.yaml"]);
    assert_eq!((template.status, template.stderr.as_str()), (0, ""));
    let many: Vec<String> = (0..10).map(|number| format!("none{number}=1")).collect();
    let rendered = skeg(&dir, &["chart", "render", "shop", "--set", &many.join(",")]);
    assert!(rendered.stderr.ends_with("warning: 2 more values are not used by any template\n"), "{}", rendered.stderr);
}

/// Correct warnings for the corpus: nothing in these charts reads these values.
const TRUE_OF_THE_CORPUS: [&str; 4] = [
    "argo-cd__override apiVersionOverrides.cloudgoogle",
    "datadog__security-agent-compliance securityAgent",
    "kong__pdb ingressController.serviceAccount.create",
    "onechart__stateful monitor.metricsPort",
];

#[test]
fn real_charts_with_real_values_cause_no_false_alarm() {
    let Some(root) = skipping::corpus() else { return };
    let table = fs::read_to_string(root.join("cases.tsv")).expect("the cases");
    let mut warned = Vec::new();
    let mut rendered = 0;
    for line in table.lines().skip(1) {
        let mut columns = line.split('\t');
        let mut column = || columns.next().unwrap_or("");
        let (name, chart, arguments) = (column(), column(), column());
        // Only cases that set something and that Nelm's command line supports too.
        if chart.is_empty() || !arguments.contains("-f") && !arguments.contains("--set") {
            continue;
        }
        let words = [split(&format!("chart render {chart} -r rel -n ns")), split(arguments)].concat();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let outcome = skeg(&root.join("charts"), &words);
        rendered += usize::from(outcome.status == 0);
        let lines = outcome.stderr.lines().filter(|line| line.contains("is not used by any template"));
        warned.extend(lines.map(|line| format!("{name} {}", line.split('"').nth(1).unwrap_or_default())));
    }
    assert!(rendered > 200, "only {rendered} cases were rendered");
    assert_eq!(warned, TRUE_OF_THE_CORPUS);
}
