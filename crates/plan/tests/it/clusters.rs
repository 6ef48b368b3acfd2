//! A plan is for one cluster, identified by the best mark that both its author and its executor can see.

use skeg_plan::artifact::{ClusterDoubt, ClusterIdentity};

/// kube-system, default, the release's namespace, address, authority.
fn seen(marks: [&str; 5]) -> ClusterIdentity {
    let [id, default_namespace, release_namespace, server, authority] = marks.map(str::to_string);
    ClusterIdentity { id, default_namespace, release_namespace, server, authority, version: "v1.36.3".to_string() }
}

const ALL: [&str; 5] = ["k", "d", "r", "https://a:6443", "sha256:aa"];

#[test]
fn the_best_of_what_both_know_decides() {
    let table: [([&str; 5], &str); 12] = [
        (ALL, "same"),
        // Another address and a recreated namespace: still the same cluster.
        (["k", "d", "x", "https://b:6443", "system"], "same"),
        (["x", "d", "r", "https://a:6443", "sha256:aa"], "other cluster"),
        (["", "d", "x", "https://b:6443", ""], "same"),
        (["", "x", "r", "https://a:6443", "sha256:aa"], "other cluster"),
        (["", "", "r", "https://b:6443", ""], "same"),
        (["", "", "x", "https://a:6443", "sha256:aa"], "other namespace"),
        (["", "", "", "https://a:6443", "sha256:aa"], "same"),
        (["", "", "", "https://b:6443", "sha256:aa"], "other server"),
        (["", "", "", "https://a:6443", "sha256:bb"], "other server"),
        (["", "", "", "https://a:6443", ""], "other server"),
        (["", "", "", "", ""], "other server"),
    ];
    let judge = |planned: [&str; 5], here: [&str; 5]| match seen(planned).check(&seen(here)) {
        Ok(()) => "same",
        Err(ClusterDoubt::OtherCluster) => "other cluster",
        Err(ClusterDoubt::OtherNamespace) => "other namespace",
        Err(ClusterDoubt::OtherServer { .. }) => "other server",
    };
    for (here, expected) in table {
        assert_eq!(judge(ALL, here), expected, "{here:?}");
        // The author of the plan may be the one who sees less.
        assert_eq!(judge(here, ALL), expected, "{here:?}");
    }
}

#[test]
fn an_address_that_nobody_vouches_for_tells_nothing() {
    let unchecked = seen(["", "", "", "https://a:6443", ""]);
    assert!(!unchecked.is_identifying());
    let refused = unchecked.check(&unchecked).unwrap_err().to_string();
    assert!(refused.contains("https://a:6443 (whose certificate is not checked)"), "{refused}");
    assert!(seen(["", "", "", "https://a:6443", "system"]).is_identifying());
    assert!(seen(["", "", "r", "", ""]).is_identifying());
}

/// Files of versions that wrote only one mark.
#[test]
fn marks_that_came_later_may_be_missing() {
    let old: ClusterIdentity = serde_json::from_str(r#"{"id": "k", "version": "v1.36.3"}"#).unwrap();
    assert_eq!(serde_json::to_string(&old).unwrap(), r#"{"id":"k","version":"v1.36.3"}"#);
    assert_eq!(old.check(&seen(ALL)), Ok(()));
    assert!(old.check(&seen(["", "d", "r", "https://a:6443", "sha256:aa"])).is_err());
}
