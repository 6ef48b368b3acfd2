//! Each flag that configures the connection and the user. Their details are tested in `cluster`.

use std::path::PathBuf;

use super::site::{Ran, Site};

/// A kubeconfig with two clusters, one of which does not exist, and two users; certificates are in separate files.
fn kubeconfig(site: &Site, user: &str) -> PathBuf {
    let text = format!(
        "apiVersion: v1\nkind: Config\nclusters:\n\
         - {{name: here, cluster: {{server: \"{}\"}}}}\n\
         - {{name: away, cluster: {{server: \"https://127.0.0.1:1\"}}}}\n\
         users:\n\
         - {{name: admin, user: {{token: {}}}}}\n\
         - {{name: limited, user: {{token: {}}}}}\n\
         - {{name: nobody, user: {{}}}}\n\
         contexts:\n- {{name: it, context: {{cluster: here, user: {user}}}}}\ncurrent-context: it\n",
        site.cluster.server_url(),
        site.cluster.admin_token(),
        site.cluster.limited_token(),
    );
    let path = site.folder().join(format!("{user}.kubeconfig"));
    std::fs::write(&path, text).unwrap();
    path
}

/// `skeg release list` with this kubeconfig.
fn list(site: &Site, kubeconfig: &PathBuf, more: &[&str]) -> Ran {
    let words = ["release", "list", "-n", &site.namespace];
    Ran::of(&site.command(words.iter().chain(more)).env("KUBECONFIG", kubeconfig).output().unwrap())
}

fn base64(path: &PathBuf) -> String {
    skeg_go_yaml::base64::encode(std::fs::read(path).unwrap())
}

#[test]
fn whose_certificate_is_trusted() {
    let site = Site::new("trust");
    let admin = kubeconfig(&site, "admin");
    let authority = site.cluster.certificate_authority();
    list(&site, &admin, &[]).ended(1).says("certificate");
    list(&site, &admin, &["--kube-ca", &authority.display().to_string()]).ended(0);
    list(&site, &admin, &["--kube-ca-data", &base64(&authority)]).ended(0);
    list(&site, &admin, &["--no-verify-kube-tls"]).ended(0);
    let trusting = ["--kube-ca", &authority.display().to_string(), "--kube-api-server-tls-name"];
    list(&site, &admin, &[&trusting[..], &["kubernetes.default.svc"]].concat()).ended(0);
    list(&site, &admin, &[&trusting[..], &["elsewhere.example.org"]].concat()).ended(1).says("elsewhere.example.org");
    list(&site, &admin, &["--kube-ca", "none.pem"]).ended(1).says("none.pem");
}

#[test]
fn another_cluster_or_user_of_the_kubeconfig() {
    let site = Site::new("whose");
    let admin = kubeconfig(&site, "admin");
    let here = |more: &[&str]| list(&site, &admin, &[&["--no-verify-kube-tls"][..], more].concat());
    here(&["--kube-context-cluster", "away"]).ended(1).says("no answer from https://127.0.0.1:1");
    here(&["--kube-context-cluster", "here"]).ended(0);
    here(&["--kube-context-user", "limited"]).ended(1).says("User \"limited\" cannot list");
    here(&["--kube-context-user", "admin"]).ended(0);
    here(&["--kube-context", "it", "--kube-api-server", site.cluster.server_url()]).ended(0);
    let encoded = base64(&kubeconfig(&site, "limited"));
    here(&["--kube-config-base64", &encoded]).ended(1).says("User \"limited\" cannot list");
}

#[test]
fn who_one_is() {
    let site = Site::new("who");
    let nobody = kubeconfig(&site, "nobody");
    let with = |more: &[&str]| list(&site, &nobody, &[&["--no-verify-kube-tls"][..], more].concat());
    with(&[]).ended(1).says("system:anonymous");
    with(&["--kube-token", site.cluster.admin_token()]).ended(0);
    let token = site.folder().join("token");
    std::fs::write(&token, site.cluster.admin_token()).unwrap();
    with(&["--kube-token-path", &token.display().to_string()]).ended(0);
    std::fs::write(&token, site.cluster.limited_token()).unwrap();
    with(&["--kube-token-path", "token"]).ended(1).says("User \"limited\" cannot list");
    // They take precedence over the token of the kubeconfig, and API servers no longer support passwords.
    let admin = kubeconfig(&site, "admin");
    let words = ["--no-verify-kube-tls", "--kube-auth-username", "ann", "--kube-auth-password", "hush-hush"];
    let ran = list(&site, &admin, &words).ended(1).says("system:anonymous");
    assert!(!ran.stderr.contains("hush-hush"), "{}", ran.stderr);
    let words = ["--kube-auth-provider", "gcp", "--kube-auth-provider-config", "a=b"];
    with(&words).ended(1).says("the auth provider \"gcp\"");
    let words = ["--kube-auth-provider", "oidc", "--kube-auth-provider-config", "id-token=x,refresh-token=hush-hush"];
    let ran = with(&words).ended(1);
    assert!(!ran.stderr.contains("hush-hush"), "{}", ran.stderr);
}

#[test]
fn client_certificates() {
    let site = Site::new("certificates");
    let nobody = kubeconfig(&site, "nobody");
    let with = |more: &[&str]| list(&site, &nobody, &[&["--no-verify-kube-tls"][..], more].concat()).ended(1);
    with(&["--kube-cert", "none.pem", "--kube-key", "nor-this.pem"]).says("none.pem");
    let authority = site.cluster.certificate_authority();
    let own = authority.display().to_string();
    with(&["--kube-cert", &own, "--kube-key", "nor-this.pem"]).says("nor-this.pem");
    with(&["--kube-cert-data", "!!", "--kube-key-data", "!!"]).says("client certificate");
    with(&["--kube-cert-data", &base64(&authority), "--kube-key-data", "!!"]).says("client key");
}

#[test]
fn as_whom_one_acts() {
    let site = Site::new("disguise");
    let user = format!("{}-ann", site.namespace);
    let mark = site.cluster.audit_mark().unwrap();
    let words = ["release", "list", "-n", &site.namespace, "--kube-impersonate-user", &user];
    let uid = format!("uid-{}", site.namespace);
    site.skeg(words.iter().chain(&["--kube-impersonate-uid", &uid])).ended(1).says(&format!("User \"{user}\""));
    site.skeg(words.iter().chain(&["--kube-impersonate-group", "system:masters"])).ended(0);
    let requests = site.cluster.requests_since(mark).unwrap();
    assert!(requests.iter().any(|request| request.acts_as == user));
    let log = std::fs::read_to_string(site.cluster.audit_log()).unwrap();
    assert!(log.contains(&format!("\"uid\":\"{uid}\"")), "the server heard of {uid}");
}

/// With one request at a time, each write starts after the previous one was answered.
#[test]
fn how_many_requests_at_once() {
    let site = Site::new("one-by-one");
    let chart: Vec<(String, String)> =
        (0..12).map(|i| (format!("templates/{i}.yaml"), super::manifests::config_map(&format!("a{i}"), &[]))).collect();
    let chart: Vec<(&str, &str)> = chart.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    site.chart(&chart);
    let mark = site.cluster.audit_mark().unwrap();
    site.install(&["--network-parallelism", "1"]).ended(0);
    let mut writes = site.cluster.requests_since(mark).unwrap();
    writes.retain(|request| {
        request.namespace == site.namespace && request.verb == "patch" && request.name.starts_with('a')
    });
    writes.sort_by(|one, other| one.began.cmp(&other.began));
    assert_eq!(writes.len(), 12);
    assert!(writes.windows(2).all(|pair| pair[0].ended <= pair[1].began), "{writes:#?}");
}
