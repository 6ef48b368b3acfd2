//! Invalid command lines, and help texts.

use std::path::Path;

use crate::shell::{folder, shop, skeg, skeg_with};

/// Texts and exit statuses of Helm 4.2.4 for the same words; they fail before a chart is read.
#[test]
fn refuses_as_helm_does() {
    let dir = shop("command-line-helm");
    for (line, want) in [
        ("--nope shop", "unknown flag: --nope"),
        ("-z shop", "unknown shorthand flag: 'z' in -z"),
        ("rel shop --set", "flag needs an argument: --set"),
        ("rel shop -f", "flag needs an argument: 'f' in -f"),
        (
            "rel shop --debug=maybe",
            "invalid argument \"maybe\" for \"--debug\" flag: strconv.ParseBool: parsing \"maybe\": invalid syntax",
        ),
        ("rel shop --labels a", "invalid argument \"a\" for \"-l, --labels\" flag: a must be formatted as key=value"),
        ("rel shop -- --set", "expected at most two arguments, unexpected arguments: --set"),
        ("rel shop x y", "expected at most two arguments, unexpected arguments: x, y"),
        ("rel shop -g", "cannot set --generate-name and also specify a name"),
        ("rel shop --name-template x", "cannot set --name-template and also specify a name"),
        ("rel shop --dry-run=bogus", "invalid dry-run value (\"bogus\"). Must be \"none\", \"server\", or \"client\""),
        ("rel shop --dry-run=none", "invalid dry-run value (\"none\"). Must be \"server\" or \"client\""),
        (
            "rel shop --helm-compat v3 --dry-run=x",
            "Invalid dry-run flag. Flag must one of the following: false, true, none, client, server",
        ),
        (
            "rel shop --labels owner=b",
            "user supplied labels contains system reserved label name. System labels: [name owner status version createdAt modifiedAt]",
        ),
        (
            "rel nochart --labels owner=b",
            "non-absolute URLs should be in form of repo_name/path_to_chart, got: nochart",
        ),
        ("rel shop --labels owner=b -f none.yaml", "open none.yaml: no such file or directory"),
        ("rel shop --verify", "unpacked charts cannot be verified"),
        ("rel nochart", "non-absolute URLs should be in form of repo_name/path_to_chart, got: nochart"),
        ("rel no-repo/chart", "repo no-repo not found"),
        ("rel ./nochart", "path \"./nochart\" not found"),
        ("rel /nochart", "path \"/nochart\" not found"),
        ("rel shop -f none.yaml", "open none.yaml: no such file or directory"),
        (
            "rel shop --force-replace --force-conflicts",
            "if any flags in the group [force-replace force-conflicts] are set none of the others can be; [force-conflicts force-replace] were all set",
        ),
        ("", "\"helm template\" requires at least 1 argument\n\nUsage:  helm template [NAME] [CHART] [flags]"),
    ] {
        let words: Vec<&str> = std::iter::once("template").chain(line.split_whitespace()).collect();
        assert_eq!(skeg(&dir, &words).refused(), format!("Error: {want}\n"), "{line}");
    }
}

#[test]
fn says_what_is_not_supported_yet() {
    let dir = folder(
        "command-line-unsupported",
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
            ("repositories.yaml", "repositories:\n- name: stable\n  url: https://example.com\n"),
        ],
    );
    for (line, want) in [
        (
            "template rel shop --post-renderer x",
            "Error: --post-renderer names a plugin of Helm 4, and plugins are not supported yet: pipe the output through the program, or let --helm-compat v3 run it",
        ),
        (
            "template rel shop --repo https://example.com",
            "Error: --repo is not supported yet: download the chart and give its path",
        ),
        (
            "template rel oci://example.com/x",
            "Error: oci://example.com/x: charts from the network are not supported yet",
        ),
        (
            "template rel stable/x --repository-config repositories.yaml",
            "Error: stable/x: charts from repositories are not supported yet",
        ),
        (
            "template rel shop -f https://example.com/values.yaml",
            "Error: https://example.com/values.yaml: values from a URL are not supported yet",
        ),
        (
            "chart render shop --chart-version 1",
            "error[SKEG-UNSUPPORTED]: skeg chart render: --chart-version: charts from repositories are not supported yet",
        ),
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(skeg(&dir, &words).refused(), format!("{want}\n"), "{line}");
    }
    let deprecated = skeg(&dir, &["template", "rel", "shop", "--atomic", "--repo", "x"]);
    assert_eq!(
        deprecated.refused(),
        "Flag --atomic has been deprecated, use --rollback-on-failure instead\nError: --repo is not supported yet: download the chart and give its path\n"
    );
    let not_in_v3 = skeg(&dir, &["template", "rel", "shop", "--atomic", "--helm-compat", "v3"]);
    assert_eq!(not_in_v3.printed(), "\n");
}

#[test]
fn says_when_there_is_no_cluster_to_ask() {
    let dir = folder("command-line-no-cluster", &[("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n")]);
    for (line, label) in
        [("template rel shop --dry-run=server", "Error: "), ("chart render shop --remote", "error[SKEG-KUBECONFIG]: ")]
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        let outcome = skeg(&dir, &words);
        let refused = outcome.refused();
        assert!(refused.starts_with(label) && refused.contains("kubeconfig"), "{line}: {refused}");
    }
}

#[test]
fn helps_with_wrong_words() {
    for (line, want) in [
        (
            "temlate x",
            "error[SKEG-UNKNOWN-COMMAND]: unknown command \"temlate\" for \"skeg\"\n  Did you mean: skeg template\n  See: skeg --help\n",
        ),
        (
            "chart rendr",
            "error[SKEG-UNKNOWN-COMMAND]: unknown command \"rendr\" for \"skeg chart\"\n  Did you mean: skeg chart render\n  See: skeg chart --help\n",
        ),
        (
            "chart render --sett a=b",
            "error[SKEG-UNKNOWN-FLAG]: unknown flag: --sett\n  Did you mean: --set\n  See: skeg chart render --help\n",
        ),
        (
            "chart render a b",
            "error[SKEG-UNEXPECTED-ARGUMENT]: unexpected arguments: b\n  The release's name is a flag here: skeg chart render -r NAME CHART\n",
        ),
        (
            "completion tcsh",
            "error[SKEG-BAD-VALUE]: no completion for tcsh: choose one of bash, zsh, fish, powershell\n",
        ),
        (
            "version -o xml",
            "error[SKEG-BAD-VALUE]: invalid argument \"xml\" for \"-o, --output-format\" flag: \"xml\" is not one of text, json, yaml\n  See: skeg version --help\n",
        ),
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(skeg(Path::new("."), &words).refused(), want, "{line}");
    }
    let variables = [("SKEG_STRICT", "perhaps")];
    let outcome = skeg_with(Path::new("."), &["chart", "render"], &variables, b"");
    assert!(
        outcome.refused().starts_with("error[SKEG-BAD-VARIABLE]: environment variable SKEG_STRICT: invalid argument"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn helps() {
    for (line, part) in [
        ("", "Commands:\n  release install "),
        ("--help", "skeg template my-release ./chart"),
        ("help", "Commands:\n  release install "),
        ("chart", "Commands:\n  chart render "),
        ("help chart render", "Usage: skeg chart render [CHART] [flags]\n"),
        ("chart render -h", "SKEG_VALUES or SKEG_CHART_RENDER_VALUES for --values."),
        ("template rel chart --help", "\n  -s, --show-only PATH…"),
        ("version", "skeg 0.1.0 (renders as Helm 4.2.4 and 3.21.4)\n"),
        ("--version", "skeg 0.1.0 ("),
        ("version --short", "0.1.0\n"),
        (
            "version -o json",
            "{\"full\":\"0.1.0\",\"major\":0,\"minor\":1,\"patch\":0,\"helm\":[\"4.2.4\",\"3.21.4\"]}\n",
        ),
        ("version -o yaml", "full: 0.1.0\n"),
        ("completion bash", "complete -F _skeg skeg\n"),
        ("completion zsh", "#compdef skeg\n"),
        ("completion fish", "complete -c skeg -f -a '(__skeg_complete)'\n"),
        ("completion powershell", "Register-ArgumentCompleter"),
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        let outcome = skeg(Path::new("."), &words);
        assert!(outcome.printed().contains(part), "{line}: {}", outcome.printed());
    }
}

/// A failure is printed at every level but `silent`; other output depends on the command.
#[test]
fn says_as_much_as_the_level_allows() {
    let dir = folder(
        "command-line-levels",
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
            ("shop/templates/a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"),
        ],
    );
    for (level, prefix) in [("silent", ""), ("error", "error["), ("warning", "error["), ("info", "error[")] {
        for line in ["chart render ./none", "chart secret file decrypt none", "release plan show none.json"] {
            let words: Vec<&str> = line.split(' ').chain(["--log-level", level]).collect();
            let outcome = skeg(&dir, &words);
            assert!(
                outcome.refused().starts_with(prefix) && outcome.stderr.is_empty() == prefix.is_empty(),
                "{words:?}"
            );
        }
    }
    let manifests = skeg(&dir, &["chart", "render", "./shop"]).printed().to_string();
    let outcome = skeg(&dir, &["chart", "render", "./shop", "--log-level", "debug"]);
    assert_eq!((outcome.status, outcome.stdout.as_slice()), (0, manifests.as_bytes()));
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    let is_told = lines[0].starts_with("debug: loading the chart and values took ");
    assert!(is_told && lines[1].starts_with("debug: rendering took ") && lines.len() == 2, "{lines:#?}");

    let failing = &["chart", "render", "./none"][..];
    for (variables, is_silent) in [
        (&[("SKEG_LOG_LEVEL", "silent")][..], true),
        (&[("NELM_LOG_LEVEL", "silent")], true),
        (&[("NELM_LOG_LEVEL", "silent"), ("SKEG_LOG_LEVEL", "info")], false),
        (&[("SKEG_CHART_RENDER_LOG_LEVEL", "silent"), ("SKEG_LOG_LEVEL", "info")], true),
    ] {
        assert_eq!(skeg_with(&dir, failing, variables, b"").refused().is_empty(), is_silent, "{variables:?}");
    }
    let wrong = skeg(&dir, &["chart", "render", "./shop", "--log-level", "loud"]);
    assert!(wrong.refused().contains("silent") && wrong.refused().contains("--log-level"), "{}", wrong.stderr);
}

#[test]
fn every_command_of_skegs_own_has_levels() {
    let dir = folder("command-line-level-flags", &[]);
    let listed = skeg(&dir, &["help"]).printed().to_string();
    let groups = ["  release ", "  chart "];
    let own = listed.lines().filter(|line| groups.iter().any(|group| line.starts_with(group)));
    let mut count = 0;
    for line in own {
        let words: Vec<&str> =
            line.split_whitespace().take_while(|word| word.starts_with(char::is_lowercase)).collect();
        let help = skeg(&dir, &[&words[..], &["--help"]].concat()).printed().to_string();
        assert!(help.contains("--log-level LEVEL"), "{words:?}: {help}");
        count += 1;
    }
    assert!(count > 20, "{listed}");
}
