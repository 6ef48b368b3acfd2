use skeg_test_cluster::{Helm, TestCluster};

#[test]
fn real_helms_deploy_to_it() {
    let cluster = TestCluster::shared();
    let namespace = cluster.fresh_namespace("helms").unwrap();
    let (chart, templates) = (cluster.folder().join("chart"), cluster.folder().join("chart/templates"));
    std::fs::create_dir_all(&templates).unwrap();
    std::fs::write(chart.join("Chart.yaml"), "apiVersion: v2\nname: chart\nversion: 1.0.0\n").unwrap();
    let manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: '{{ .Release.Name }}'}\n";
    std::fs::write(templates.join("map.yaml"), manifest).unwrap();
    for (generation, release) in [(Helm::V3, "three"), (Helm::V4, "four")] {
        let printed = cluster
            .helm_run(generation, ["install", release, &chart.to_string_lossy(), "--namespace", &namespace])
            .unwrap();
        assert!(printed.contains("STATUS: deployed"), "{printed}");
        cluster.kubectl_run(["-n", &namespace, "get", "configmap", release]).unwrap();
    }
    let version = |generation| cluster.helm_run(generation, ["version", "--short"]).unwrap();
    assert!(version(Helm::V3).starts_with("v3.21.4") && version(Helm::V4).starts_with("v4.2.4"));
}
