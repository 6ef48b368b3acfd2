//! What each `--log-level` of a deploy prints on stderr and what not; stdout does not depend on it.

use skeg_test_cluster::faults::{Fault, FaultProxy, Rule};

use super::pieces::{Workload, config_map};
use super::site::{Ran, Site};

const LEVELS: [&str; 6] = ["silent", "error", "warning", "info", "debug", "trace"];
const DEPENDENCY: &str = "werf.io/deploy-dependency-x: \"state=ready,kind=Job,name=none\"";

/// A chart with something to warn about and something to wait for.
fn shop(name: &str) -> Site {
    let site = Site::new(name);
    site.chart(&[
        (
            "templates/web.yaml",
            &Workload { annotations: DEPENDENCY, image: "main:{{ .Values.tag }}", ..Workload::default() }.deployment(),
        ),
        ("templates/fixed.yaml", &config_map("fixed", "x")),
        ("templates/settings.yaml", &config_map("settings", "{{ .Values.tag }}").replace('"', "")),
        ("templates/NOTES.txt", "Visit us.\n"),
    ]);
    site
}

fn install(site: &Site, level: &str, more: &[&str]) -> Ran {
    let words: Vec<&str> = ["--log-level", level].iter().chain(more).copied().collect();
    site.install(&words)
}

#[track_caller]
fn has_all(ran: &Ran, texts: &[&str]) {
    texts.iter().for_each(|text| assert!(ran.stderr.contains(text), "{text:?} is not in:\n{}", ran.stderr));
}

#[track_caller]
fn has_none(ran: &Ran, texts: &[&str]) {
    texts.iter().for_each(|text| assert!(!ran.stderr.contains(text), "{text:?} is in:\n{}", ran.stderr));
}

#[test]
fn each_level_says_more_than_the_one_before() {
    let site = shop("levels");
    let ran = LEVELS.map(|level| install(&site, level, &["--set", &format!("tag={level}")]).ended(0));
    ran.iter().for_each(|ran| assert_eq!(ran.stdout, "Visit us.\n"));
    let [silent, error, warning, info, debug, trace] = ran;
    assert_eq!((silent.stderr.as_str(), error.stderr.as_str()), ("", ""));
    has_all(&warning, &["warning: ", "werf.io/deploy-dependency-x"]);
    assert_eq!(warning.stderr.lines().count(), 1, "{}", warning.stderr);
    has_all(&info, &["warning: ", "ConfigMap/settings", "Release shop"]);
    has_none(&info, &["debug: ", "trace: "]);
    let written = format!("debug: PATCH /api/v1/namespaces/{}/configmaps/settings?fieldManager=helm", site.namespace);
    let requests = [written.as_str(), ": 200 in ", ": 201 in ", "watch=1&", "&dryRun=All"];
    let times = ["loading the chart and values", "rendering", "observing", "planning", "executing"];
    let times = times.map(|part| format!("debug: {part} took "));
    let reasons = ["debug: ConfigMap/settings: dry run: ", "debug: ConfigMap/fixed: no dry run: "];
    for ran in [&debug, &trace] {
        has_all(
            ran,
            &["warning: ", "ConfigMap/settings", "Release shop", "debug: context \"", "\" of the kubeconfig "],
        );
        has_all(ran, &requests);
        has_all(ran, &times.each_ref().map(String::as_str));
        has_all(ran, &reasons);
    }
    has_none(&debug, &["trace: ", "managedFields", "apiVersion"]);
    has_all(&trace, &["trace:   sent {", "trace:   got {", "\"value\":\"trace\""]);
}

#[test]
fn plans_and_records_are_the_same_at_every_level() {
    let site = shop("levels-data");
    install(&site, "silent", &["--set", "tag=one"]).ended(0);
    // The age of the last revision depends on the time of the call.
    let is_steady = |line: &&str| [" ago", "just now", "secondsAgo"].iter().all(|word| !line.contains(word));
    let printed = |words: &[&str]| {
        let printed = LEVELS.map(|level| {
            let line = [words, &["-n", &site.namespace, "-r", "shop", "--log-level", level]].concat();
            site.skeg(&line).ended(0).stdout
        });
        let [reference, others @ ..] = printed.each_ref().map(|text| text.lines().filter(is_steady));
        let reference: Vec<&str> = reference.collect();
        assert!(!reference.is_empty(), "{words:?}");
        for other in others {
            let other: Vec<&str> = other.collect();
            let differing = reference.iter().zip(&other).find(|(one, other)| one != other);
            assert!(differing.is_none() && reference.len() == other.len(), "{words:?}: {differing:?}");
        }
    };
    printed(&["release", "plan", "install", "./shop", "--set", "tag=two", "-o", "json"]);
    printed(&["release", "plan", "install", "./shop", "--set", "tag=two", "-o", "markdown"]);
    printed(&["release", "get", "-o", "json"]);
    printed(&["release", "history"]);
    printed(&["release", "plan", "uninstall"]);
}

#[test]
fn progress_belongs_to_info_unless_it_is_data() {
    let site = shop("levels-progress");
    for (tag, level, form) in [("1", "warning", "plain"), ("2", "warning", "live"), ("3", "warning", "none")] {
        let ran = install(&site, level, &["--progress", form, "--set", &format!("tag=v{tag}")]).ended(0);
        assert!(ran.stderr.starts_with("warning: ") && ran.stderr.lines().count() == 1, "{form}: {}", ran.stderr);
    }
    let ran = install(&site, "silent", &["--progress", "json", "--set", "tag=v4"]).ended(0);
    let last = ran.stdout.lines().last().unwrap();
    assert!(ran.stderr.is_empty() && last.contains("\"event\":\"ended\""), "{}{}", ran.stderr, ran.stdout);

    // A redrawn block is erased before a line is written, and drawn again below it.
    let ran = install(&site, "debug", &["--progress", "live", "--set", "tag=v5"]).ended(0);
    let pieces: Vec<&str> = ran.stderr.split("debug: ").collect();
    let is_at_start = |piece: &str| piece.ends_with('\n') || piece.ends_with("\x1b[J");
    assert!(pieces[1..pieces.len() - 1].iter().all(|piece| is_at_start(piece)), "{}", ran.stderr);
    has_all(&ran, &["\x1b[J"]);
    let drawn = ran.stderr.matches("\x1b[J").count();
    assert!(ran.stderr.matches(" running · ").count() <= drawn, "each block was taken away:\n{}", ran.stderr);
}

#[test]
fn a_failure_is_told_from_error_on() {
    let site = Site::new("levels-failure");
    let web = Workload {
        pods: "test.skeg.dev/behave: crash-loop, test.skeg.dev/after: 500ms",
        annotations: DEPENDENCY,
        ..Workload::default()
    };
    site.chart(&[("templates/web.yaml", &web.deployment())]);
    let silent = install(&site, "silent", &[]).ended(1);
    assert_eq!((silent.stdout.as_str(), silent.stderr.as_str()), ("", ""));
    let error = install(&site, "error", &[]).ended(1);
    has_all(&error, &["Release shop, revision 2, failed after", "Deployment/web › pod web-"]);
    has_none(&error, &["warning: ", "debug: "]);

    // The same for errors before anything was tried.
    for (level, is_told) in [("silent", false), ("error", true)] {
        let gone = ["--kube-api-server", "http://127.0.0.1:1", "--kube-request-timeout", "1s"];
        for more in [&gone[..], &["--kube-context", "none"], &["--use-plan", "none.json"], &["-f", "none.yaml"]] {
            let ran = install(&site, level, more).ended(1);
            assert_eq!(ran.stderr.contains("error[SKEG-"), is_told, "{more:?}: {}", ran.stderr);
            assert!(is_told || ran.stderr.is_empty(), "{more:?}: {}", ran.stderr);
        }
    }
    let ran = install(&site, "debug", &["--kube-context", "limited"]).ended(1);
    has_all(&ran, &["debug: context \"limited\" of the kubeconfig ", ": 403 in "]);
}

#[test]
fn what_is_tried_again_is_told_with_the_reason() {
    let site = shop("levels-retry");
    let proxy = FaultProxy::start(site.cluster).unwrap();
    let refused = proxy.add(Rule::new(Fault::status(503)).method("PATCH").path("/configmaps/settings").nth(1));
    let lost = proxy.add(Rule::new(Fault::CutBefore).method("GET").path("/version").nth(1));
    let words = ["release", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--set", "tag=one"];
    let mut command = site.command(words);
    command.env("KUBECONFIG", proxy.kubeconfig()).env("NELM_LOG_LEVEL", "debug");
    let ran = Ran::of(&command.output().unwrap()).ended(0);
    assert_eq!((refused.fired(), lost.fired()), (1, 1));
    let logged = |request: &str| {
        let lines = ran.stderr.lines().filter_map(|line| line.strip_prefix("debug: ")?.strip_prefix(request));
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    let path = format!("PATCH /api/v1/namespaces/{}/configmaps/settings?", site.namespace);
    let writes = logged(&path);
    assert!(writes.len() >= 3, "{writes:#?}");
    assert!(writes[0].contains(": 503 in "), "{writes:#?}");
    assert!(writes[1].contains(": again in ") && writes[1].contains("503"), "{writes:#?}");
    assert!(writes[2].contains(": 201 in "), "{writes:#?}");
    let reads = logged("GET /version");
    assert!(reads.len() == 3 && reads[0].starts_with(": no answer after "), "{reads:#?}");
    assert!(reads[1].starts_with(": again in ") && reads[2].starts_with(": 200 in "), "{reads:#?}");
}
