//! Flags and variables that configure the connection. Their details are tested in `cluster`.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::site::{Ran, Site};

/// A proxy that forwards every connection to one port, whatever was requested. Returns its port and a counter of
/// connections.
fn proxy(to: u16) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (port, count) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
    let counted = count.clone();
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            counted.fetch_add(1, Ordering::SeqCst);
            std::thread::spawn(move || carry(client, to));
        }
    });
    (port, count)
}

fn carry(mut client: TcpStream, to: u16) -> std::io::Result<()> {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        client.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    assert!(head.starts_with(b"CONNECT kubernetes.default.svc:"));
    client.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
    let server = TcpStream::connect(("127.0.0.1", to))?;
    let (mut up, mut down) = (client.try_clone()?, server.try_clone()?);
    std::thread::spawn(move || std::io::copy(&mut up, &mut &server));
    std::io::copy(&mut down, &mut client).map(drop)
}

#[test]
fn through_the_proxy_of_a_variable_or_a_flag() {
    let site = Site::new("proxy");
    let to: u16 = site.cluster.server_url().rsplit(':').next().unwrap().parse().unwrap();
    let server = format!("https://kubernetes.default.svc:{to}");
    // A host name that only the proxy can resolve.
    let list = ["release", "list", "-n", &site.namespace, "--kube-api-server", &server];
    let (port, count) = proxy(to);
    let by_variable = || {
        let mut command = site.command(list);
        command.env("HTTPS_PROXY", format!("http://127.0.0.1:{port}"));
        command
    };
    Ran::of(&by_variable().output().unwrap()).ended(0);
    assert!(count.swap(0, Ordering::SeqCst) > 0);
    let url = format!("http://127.0.0.1:{port}");
    site.skeg(list.iter().chain(&["--kube-proxy-url", &url])).ended(0);
    assert!(count.swap(0, Ordering::SeqCst) > 0);
    let spared = by_variable().env("NO_PROXY", "default.svc").output().unwrap();
    Ran::of(&spared).ended(1).says(&format!("no answer from {server} (context \"admin\" of the kubeconfig /"));
    assert_eq!(count.load(Ordering::SeqCst), 0);
}

#[test]
fn what_is_wrong_is_said_with_a_way_out() {
    let site = Site::new("lost");
    let list = ["release", "list", "-n", &site.namespace];
    let kubeconfig = site.cluster.kubeconfig().display().to_string();
    site.skeg(list.iter().chain(&["--kube-context", "nope"]))
        .ended(1)
        .says(&format!("there is no context \"nope\" in the kubeconfig {kubeconfig}; known contexts: admin, limited"));
    site.skeg(list.iter().chain(&["--kube-api-server", "https://127.0.0.1:1"]))
        .ended(1)
        .says("no answer from https://127.0.0.1:1 (context \"admin\" of the kubeconfig /")
        .says("SKEG-CLUSTER-UNREACHABLE")
        .says("Connection refused")
        .says("Check with: kubectl version");
    let ran = site.skeg(list.iter().chain(&["--kube-token", "unheard-of"])).ended(1);
    let ran = ran
        .says("SKEG-CLUSTER-REFUSED")
        .says("does not accept the token of user \"admin\" (context \"admin\" of the kubeconfig /");
    assert!(!ran.stderr.contains("unheard-of"), "{}", ran.stderr);

    let file = site.folder().join("bad");
    std::fs::write(&file, "users: [{name: a, user: {token: hush-hush}}\n").unwrap();
    let by = |kubeconfig: String| Ran::of(&site.command(list).env("KUBECONFIG", kubeconfig).output().unwrap());
    let ran = by(file.display().to_string()).ended(1).says(&format!("reading the kubeconfig {}: ", file.display()));
    assert!(!ran.stderr.contains("hush-hush") && ran.stderr.contains("line "), "{}", ran.stderr);
    by(format!("/not/there:{kubeconfig}")).ended(0);
    by("/not/there".to_string()).ended(1).says("reading the kubeconfig /not/there: no such file");
}

#[test]
fn without_a_kubeconfig_in_a_pod_and_out_of_one() {
    let site = Site::new("pod");
    let run = |host: Option<&str>| {
        let mut command = site.command(["release", "list"]);
        command.env_remove("KUBECONFIG").envs(host.map(|host| ("KUBERNETES_SERVICE_HOST", host)));
        Ran::of(&command.env("KUBERNETES_SERVICE_PORT", "1").output().unwrap()).ended(1)
    };
    run(None).says("and this is not a pod of a cluster: provide one with --kube-config or KUBECONFIG");
    let token = "/var/run/secrets/kubernetes.io/serviceaccount/token";
    if std::path::Path::new(token).exists() {
        run(Some("127.0.0.1")).says("no answer from https://127.0.0.1:1 (the service account of this pod)");
    } else {
        run(Some("127.0.0.1")).says(&format!("this pod has no service account ({token} is missing)"));
    }
}

#[test]
fn a_server_that_nobody_checks_is_warned_of_once() {
    let site = Site::new("unverified");
    let warning = format!("warning: the certificate of {} is not verified (", site.cluster.server_url());
    let list = ["release", "list", "-n", &site.namespace];
    let count = |ran: &Ran| ran.stderr.matches(&warning).count();
    assert_eq!(count(&site.skeg(list).ended(0)), 0);
    assert_eq!(count(&site.skeg(list.iter().chain(&["--no-verify-kube-tls"])).ended(0)), 1);
    assert_eq!(count(&site.skeg(list.iter().chain(&["--no-verify-kube-tls", "--log-level", "error"])).ended(0)), 0);
    // The same from a kubeconfig.
    let text = std::fs::read_to_string(site.cluster.kubeconfig()).unwrap();
    let (before, rest) = text.split_once("certificate-authority: ").expect("a certificate authority");
    let (_, after) = rest.split_once('}').expect("the end of the cluster");
    let path = site.folder().join("unverified.yaml");
    std::fs::write(&path, format!("{before}insecure-skip-tls-verify: true}}{after}")).unwrap();
    let words = list.iter().copied().chain(["--kube-config", path.to_str().unwrap()]);
    assert_eq!(count(&site.skeg(words).ended(0)), 1);
    site.chart(&[]);
    let words = ["template", "rel", "./shop", "--dry-run=server", "--kube-insecure-skip-tls-verify"];
    assert_eq!(count(&site.skeg(words).ended(0)), 1);
}
