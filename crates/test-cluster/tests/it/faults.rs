//! Each fault as a plain client sees it, and its effect on the server.

mod client;
mod requests;
mod through;
mod watches;

use skeg_test_cluster::TestCluster;
use skeg_test_cluster::faults::{Fault, FaultProxy, Rule};

/// A proxy, and a namespace for the test.
struct Scene {
    proxy: FaultProxy,
    namespace: String,
}

impl Scene {
    fn new() -> Self {
        let cluster = TestCluster::shared();
        Self { proxy: FaultProxy::start(cluster).unwrap(), namespace: cluster.fresh_namespace("faults").unwrap() }
    }

    fn with(fault: Fault) -> Self {
        let scene = Self::new();
        scene.proxy.add(Rule::new(fault).nth(1));
        scene
    }

    fn maps(&self) -> String {
        format!("/api/v1/namespaces/{}/configmaps", self.namespace)
    }

    /// Sends the creation of a ConfigMap.
    fn create(&self, name: &str) -> Result<client::Answer, client::Lost> {
        let body = format!(r#"{{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {{"name": "{name}"}}}}"#);
        client::send(&self.proxy, "POST", &self.maps(), &body)
    }

    fn has(&self, name: &str) -> bool {
        TestCluster::shared().kubectl_run(["-n", &self.namespace, "get", "configmap", name]).is_ok()
    }
}
