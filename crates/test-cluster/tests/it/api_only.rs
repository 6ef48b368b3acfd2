use skeg_test_cluster::{Options, TestCluster};

#[test]
fn two_at_once_know_nothing_of_each_other() {
    let start = || TestCluster::start_with(&Options::api_only()).unwrap();
    let [one, other] =
        std::thread::scope(|scope| [scope.spawn(start), scope.spawn(start)].map(|one| one.join().unwrap()));
    one.fresh_namespace("only-here").unwrap();
    let namespaces = |cluster: &TestCluster| cluster.kubectl_run(["get", "namespaces", "--output", "name"]).unwrap();
    assert!(namespaces(&one).contains("only-here"));
    assert!(!namespaces(&other).contains("only-here"));
    assert!(one.kubectl_run(["version"]).unwrap().contains("Server Version: v1.36.3"));
    let folder = one.folder().to_path_buf();
    drop(one);
    assert!(!folder.exists(), "a dropped cluster leaves nothing");
    assert!(other.kubectl_run(["get", "--raw", "/readyz"]).is_ok(), "and harms no other");
}

#[test]
fn more_flags_and_their_errors() {
    let flags = vec!["--no-such-flag".to_owned()];
    let failure = TestCluster::start_with(&Options { apiserver_flags: flags, ..Options::api_only() }).unwrap_err();
    let text = failure.to_string();
    assert!(text.contains("kube-apiserver ended with") && text.contains("unknown flag: --no-such-flag"), "{text}");
}
