use skeg_test_cluster::{Options, TestCluster, tally};

#[test]
fn requests_are_counted_without_the_control_planes() {
    let cluster = TestCluster::start_with(&Options::api_only()).unwrap();
    cluster.kubectl_run(["create", "configmap", "before"]).unwrap();
    let mark = cluster.audit_mark().unwrap();
    cluster.kubectl_run(["create", "configmap", "after"]).unwrap();
    cluster.kubectl_run(["get", "--raw", "/api/v1/namespaces/default/configmaps/after"]).unwrap();
    let refused = cluster.kubectl_run(["--context", "limited", "get", "--raw", "/api/v1/secrets"]).unwrap_err();
    assert!(refused.to_string().contains("forbidden"), "{refused}");

    let requests = cluster.requests_since(mark).unwrap();
    let counts = tally(requests.iter().filter(|request| !request.resource.is_empty()));
    let counts: Vec<_> = counts.iter().map(|(what, count)| (what.as_str(), *count)).collect();
    assert_eq!(counts, [("create configmaps", 1), ("get configmaps", 1), ("list secrets", 1)]);
    assert!(requests.iter().all(|request| request.user_agent.starts_with("kubectl/")), "{requests:?}");
    let listing = requests.iter().find(|request| request.resource == "secrets").unwrap();
    assert_eq!((listing.user.as_str(), listing.status), ("limited", Some(403)));
}
