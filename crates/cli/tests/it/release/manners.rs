//! Large plans stay readable, files contain what their names say, and deploys print no more than necessary.

use super::manifests::config_map;
use super::site::{Ran, Site};

/// This many ConfigMaps with the chart's version on each, one that differs, and a hook.
fn fleet(site: &Site, version: &str) {
    let many = "{{ range until 40 }}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m{{ . }}\n  labels: {chart: \"VERSION\"}\n{{ end }}";
    let many = many.replace("VERSION", version);
    let one = config_map("one", &[&format!("kind: {version}"), &format!("sort: {version}")]);
    let hook = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: hook, annotations: {helm.sh/hook: 'pre-install,pre-upgrade'}}\n";
    site.chart(&[
        ("templates/many.yaml", &many),
        ("templates/one.yaml", &one),
        ("templates/hook.yaml", hook),
        ("charts/engine/Chart.yaml", "apiVersion: v2\nname: engine\nversion: 1.0.0\n"),
        ("charts/engine/templates/engine.yaml", &config_map("engine", &[])),
        ("templates/NOTES.txt", "Sail on.\n"),
    ]);
}

fn plan(site: &Site, more: &[&str]) -> Ran {
    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    site.skeg(words.iter().chain(more))
}

#[test]
fn a_large_plan_begins_with_its_sum_and_tells_alike_changes_once() {
    let site = Site::new("large-plan");
    fleet(&site, "one");
    site.install(&[]).ended(0);
    fleet(&site, "two");
    let ran = plan(&site, &[]).ended(0);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(
        lines[1], "42 resources: 41 to update, 1 unchanged · 1 hook runs · 40 with the same small change",
        "{}",
        ran.stdout
    );
    let group = "~ 40 resources  metadata.labels.chart: one → two  (--show-all lists them)";
    assert!(lines.contains(&group), "{}", ran.stdout);
    assert!(lines.iter().any(|line| line.starts_with("~ ConfigMap/one ")), "{}", ran.stdout);
    assert!(lines.len() < 40 && !ran.stdout.contains("\n~ ConfigMap/m7 "), "{}", ran.stdout);
    let all = plan(&site, &["--show-all"]).ended(0);
    assert!(all.stdout.contains("\n~ ConfigMap/m7 ") && !all.stdout.contains(group), "{}", all.stdout);
    // A merge request comment has the group too, and lists its members.
    let markdown = plan(&site, &["-o", "markdown"]).ended(0).stdout;
    assert!(markdown.contains("<code>~ 40 resources</code> · metadata.labels.chart: one → two"), "{markdown}");
    assert_eq!(markdown.matches("<details>").count(), 3, "{markdown}");
    // Output for programs omits nothing.
    let json: serde_json::Value = serde_json::from_str(&plan(&site, &["-o", "json"]).ended(0).stdout).unwrap();
    assert_eq!(json["changes"].as_array().unwrap().len(), 42);
}

#[test]
fn a_page_says_when_where_and_by_what_and_its_graph_is_folded() {
    let site = Site::new("large-page");
    fleet(&site, "one");
    let page = plan(&site, &["-o", "html"]).ended(0).stdout;
    let version = env!("CARGO_PKG_VERSION");
    let made = page
        .split_once("Planned at ")
        .expect("when")
        .1
        .split_once(&format!(" UTC by skeg {version}."))
        .expect("by what")
        .0;
    assert!(made.len() == "2026-11-16 10:00:00".len() && made.starts_with("20"), "{made}");
    assert!(page.contains(" on test (https://") && page.contains(", context "), "where");
    // By stage and chart: few boxes, each with its number.
    for part in [">shop</text>", ">engine</text>", "install: 41 to create</text>", "install: 1 to create</text>"] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    let boxes = page.matches("<rect ").count();
    assert!((3..12).contains(&boxes), "{boxes}");
    // It fits the page, and the steps can be expanded by stage.
    assert!(page.contains("max-width: 100%") && page.contains("<details class=\"stage\">"), "{page}");
    assert!(page.contains("id=\"find\"") && !page.contains("seconds ago"));
    site.install(&[]).ended(0);
    let page = plan(&site, &["-o", "html"]).ended(0).stdout;
    assert!(page.contains("revision 1 deployed at 20"), "{page}");
    // A small graph is drawn in full.
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "small", "./shop", "-o", "html"];
    assert!(site.skeg(words).ended(0).stdout.contains("ConfigMap/a</text>"));
}

#[test]
fn files_are_what_their_names_say() {
    let site = Site::new("endings");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    for (flag, file, why) in [
        ("--save-report-to", "r.html", "a report is written as JSON"),
        ("--save-graph-to", "g.html", "a graph can be written as Graphviz, Mermaid or SVG"),
        ("--save-graph-to", "g.png", "a graph can be written as Graphviz, Mermaid or SVG"),
    ] {
        let ran = site.install(&[flag, file]).ended(1).says(&format!("]: {flag} {file}: {why}\n"));
        ran.says("Nothing was changed.");
        assert!(!site.folder().join(file).exists());
    }
    plan(&site, &["--out", "plan.html"]).ended(1).says("a plan that can be executed is written as JSON");
    assert_eq!(site.history(), "");
    site.install(&["--save-graph-to", "g.svg", "--save-report-to", "r.json"]).ended(0);
    let svg = std::fs::read_to_string(site.folder().join("g.svg")).unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.contains("<style>") && svg.contains("ConfigMap/a</text>"), "{svg}");
    site.install(&["--set", "x=1", "--save-graph-to", "g.dot"]).ended(0);
    assert!(std::fs::read_to_string(site.folder().join("g.dot")).unwrap().starts_with("digraph"));
}

#[test]
fn notes_are_printed_when_something_was_deployed() {
    let site = Site::new("notes-once");
    fleet(&site, "one");
    assert_eq!(site.install(&[]).ended(0).stdout, "Sail on.\n");
    // Hooks would run each time, and a revision would be recorded.
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/NOTES.txt", "Sail on.\n")]);
    assert_eq!(site.install(&["--max-deletes", "100%"]).ended(0).stdout, "Sail on.\n");
    assert_eq!(site.install(&[]).ended(0).says("is up to date").stdout, "");
}

#[test]
fn a_log_says_when_and_colour_is_a_matter_of_choice() {
    let site = Site::new("log-lines");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    let ran = site.install(&[]).ended(0);
    let line = ran.stderr.lines().find(|line| line.contains("✓ ConfigMap/a")).expect("progress");
    let (clock, _) = line.split_once(' ').unwrap();
    let is_clock = clock.len() == 9 && clock.ends_with('Z') && clock.matches(':').count() == 2;
    assert!(is_clock, "{line}");
    assert!(!ran.stderr.contains('\x1b'), "{}", ran.stderr);
    let ran = site.install(&["--set", "x=1", "--color", "always"]).ended(0);
    assert!(ran.stderr.contains("\x1b[1mRelease \x1b[0mshop is deployed"), "{}", ran.stderr);
    let ran = site.release("uninstall", &["--color=on"]).ended(0);
    assert!(ran.stderr.contains("\x1b[1;32m✓\x1b[0m ConfigMap/a"), "{}", ran.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_plan_goes_through_the_pager_on_a_terminal_only() {
    use crate::terminal::on_terminal;
    let site = Site::new("pager");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    let kubeconfig = site.cluster.kubeconfig().display().to_string();
    // Our own pager records that it was started.
    let pager = site.folder().join("pager.sh");
    std::fs::write(&pager, "#!/bin/sh\necho PAGED \"$1\"\nsed s/ConfigMap/PAGEMAP/\n").unwrap();
    std::fs::set_permissions(&pager, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let chosen = format!("{} -x", pager.display());
    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    let shown = |more: &[&str], variables: &[(&str, &str)]| {
        let words: Vec<&str> = words.iter().chain(more).copied().collect();
        let variables: Vec<(&str, &str)> =
            [("KUBECONFIG", kubeconfig.as_str())].iter().chain(variables).copied().collect();
        on_terminal(site.folder(), &variables, &words)
    };
    let paged = shown(&[], &[("PAGER", &chosen)]);
    assert!(paged.contains("PAGED -x") && paged.contains("PAGEMAP/a") && paged.contains("1 to create"), "{paged}");
    for (more, variables) in [
        (&["--no-pager"][..], &[("PAGER", chosen.as_str())][..]),
        (&["-o", "json"], &[("PAGER", &chosen)]),
        (&[], &[("PAGER", &chosen), ("CI", "true")]),
        (&[], &[("PAGER", "no-such-pager")]),
    ] {
        let plain = shown(more, variables);
        assert!(!plain.contains("PAGED") && plain.contains("ConfigMap"), "{more:?} {plain}");
    }
    // Output to a pipe is never paged.
    let mut piped = site.command(words);
    piped.env("PAGER", &chosen);
    assert!(!Ran::of(&piped.output().unwrap()).ended(0).stdout.contains("PAGED"));
}
