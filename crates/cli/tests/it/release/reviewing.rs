//! What a reviewer sees of a plan although Secrets contain the same words, and plans with long secrets.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

use skeg_test_cluster::{run, wait_until};

use super::running::Running;
use super::site::Site;

const PATIENCE: Duration = Duration::from_secs(60);

const BINDING: &str = "apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: shop-reviewing}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: \"system:unauthenticated\"}]
";

const SECRET: &str = "apiVersion: v1
kind: Secret
metadata: {name: shop}
stringData:
  role: cluster-admin
  group: system:unauthenticated
  image: docker.io/evil/miner:latest
  host: evil.example.com
  password: s7Gk29xQpLm4Zt8v
";

fn workload(image: &str) -> String {
    format!(
        "apiVersion: apps/v1
kind: Deployment
metadata: {{name: web}}
spec:
  selector: {{matchLabels: {{app: web}}}}
  template:
    metadata: {{labels: {{app: web}}}}
    spec:
      containers:
        - name: main
          image: {image}
          env: [{{name: PASSWORD, value: s7Gk29xQpLm4Zt8v}}, {{name: HOST, value: evil.example.com}}]
"
    )
}

#[test]
fn names_that_a_secret_holds_too_are_shown_with_a_mark() {
    let site = Site::new("reviewing");
    site.chart(&[("templates/web.yaml", &workload("docker.io/good/shop:1")), ("templates/secret.yaml", SECRET)]);
    site.install(&[]).ended(0);
    let web = workload("docker.io/evil/miner:latest");
    site.chart(&[
        ("templates/web.yaml", &web),
        ("templates/binding.yaml", BINDING),
        ("templates/secret.yaml", &format!("{SECRET}  more: other-4711-secret\n")),
    ]);
    for form in ["text", "json", "yaml", "markdown", "html"] {
        let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "-o", form];
        let ran = site.skeg(words).ended(0);
        for name in ["cluster-admin", "system:unauthenticated", "docker.io/evil/miner:latest"] {
            assert!(ran.stdout.contains(&format!("{name} (also a secret value)")), "{form}: {}", ran.stdout);
        }
        for secret in ["s7Gk29xQpLm4Zt8v", "evil.example.com", "other-4711-secret"] {
            assert!(!ran.stdout.contains(secret), "{form}: {}", ran.stdout);
        }
    }
}

/// A Secret of one letter, and a ConfigMap that is nearly equal at every position.
fn repetitive(letters: usize) -> String {
    format!(
        "apiVersion: v1\nkind: Secret\nmetadata: {{name: shop}}\nstringData: {{a: {{{{ repeat {letters} \"a\" }}}}}}\n---\n\
         apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: shop}}\ndata: {{a: {{{{ repeat {} \"a\" }}}}b}}\n",
        letters - 1
    )
}

#[test]
fn long_repetitive_secrets_are_hidden_in_time() {
    let site = Site::new("repetitive");
    site.chart(&[("templates/all.yaml", &repetitive(400_000))]);
    let plan = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    let planned = Running::start(&site, &plan).end().ended(0);
    assert!(planned.stderr.contains("a: <hidden>"), "the Secret is shown");
    Running::install(&site, &[]).end().ended(0);
    site.chart(&[("templates/all.yaml", &repetitive(300_000))]);
    Running::start(&site, &plan).end().ended(0).says("<hidden, changed>");
}

/// The plan waits for a reader that never comes.
#[test]
fn a_signal_ends_the_showing_of_a_plan() {
    for signal in ["INT", "TERM"] {
        let site = Site::new("unread");
        let map = |number: usize| {
            let text = "{{ repeat 15000 \"a line that nobody reads\\n\" | quote }}";
            format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a{number}}}\ndata: {{a: {text}}}\n")
        };
        // More than a pipe's buffer.
        let maps: Vec<String> = (0..8).map(map).collect();
        site.chart(&[("templates/all.yaml", &maps.join("---\n"))]);
        let mut plan = site.command(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"]);
        let mut child = plan.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.starts_with("Plan for release shop"), "{line}");
        let mut kill = std::process::Command::new("sh");
        run(kill.args(["-c", "kill -s \"$0\" \"$1\"", signal, &child.id().to_string()])).unwrap();
        let ended = wait_until(PATIENCE, || child.try_wait().unwrap());
        let _ = child.kill();
        assert_eq!(ended.and_then(|status| status.code()), Some(130), "SIG{signal}");
    }
}

/// Helm's `toYaml` returns nothing for a text with such characters, so one in an annotation hid the whole object; the
/// API server refuses some of them in YAML, and turns others into blanks.
#[test]
fn no_character_hides_what_is_deployed() {
    let site = Site::new("odd-characters");
    let odd = ["\u{7f}", "\u{9b}", "\u{85}", "\u{2028}", "\u{feff}", "\u{fffe}"];
    let escaped: String =
        odd.iter().flat_map(|text| text.chars()).map(|c| format!("\\u{:04x} ", u32::from(c))).collect();
    let map = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: odd, annotations: {{a: \"x {escaped}y\"}}}}\n\
         data: {{a: \"x {escaped}y\", b: seen-by-all}}\n"
    );
    site.chart(&[("templates/odd.yaml", &map)]);
    let plan =
        ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--annotations", "more=yes"];
    for form in ["text", "json", "yaml", "markdown", "html"] {
        site.skeg(plan.iter().chain(&["-o", form])).ended(0).says("seen-by-all");
    }
    // Objects with added annotations are serialized again for the record.
    site.install(&["--annotations", "more=yes"]).ended(0);
    let found = site.object("configmap", "odd").unwrap();
    let expected: String = odd.iter().map(|text| format!("{text} ")).collect();
    assert_eq!(found["data"]["a"], format!("x {expected}y"));
    site.skeg(plan.iter().chain(&["--exit-code"])).ended(0);
    site.release("uninstall", &[]).ended(0);
    assert_eq!(site.object("configmap", "odd"), None);
}
