//! The whole life of a release, on a cluster that is a value in this process.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use skeg_deploy::{
    ChartReference, ChartRequest, Cluster, DeployOptions, DeployResult, Driver, Error, InstallRequest, KnownSecrets,
    ReleaseName, SourceError, UninstallRequest, UserValues, World,
};

use crate::stand_in::StandIn;

const OBJECT: &str = "/api/v1/namespaces/shop/configmaps/shop";
const RECORDS: &str = "/api/v1/namespaces/shop/secrets/";

/// A folder that is deleted at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("skeg-deploy-it-{}-{number}", std::process::id()));
        std::fs::create_dir_all(path.join("chart/templates")).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn chart() -> Folder {
    let folder = Folder::new();
    folder.write("chart/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n");
    folder.write("chart/values.yaml", "colour: red\n");
    let template = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  colour: {{ .Values.colour }}\n  \
                    server: {{ .Capabilities.KubeVersion }}\n";
    folder.write("chart/templates/map.yaml", template);
    folder
}

async fn world(stand_in: &StandIn, driver: Driver) -> World {
    let cluster = Cluster::connect(&stand_in.connection()).await.unwrap();
    World::new(cluster, driver, KnownSecrets::default(), |_| {}, |_| {})
}

fn options() -> DeployOptions {
    DeployOptions::new(ReleaseName { name: "shop".to_string(), namespace: "shop".to_string() })
}

fn request(directory: &Path, set: &[&str]) -> InstallRequest {
    let chart = ChartReference { name: "chart".to_string(), directory: directory.to_path_buf(), repositories: None };
    let values = UserValues { set: set.iter().map(ToString::to_string).collect(), ..UserValues::default() };
    InstallRequest {
        chart: ChartRequest { chart, values, ..ChartRequest::default() },
        options: options(),
        description: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_release_lives_and_ends_without_a_network() {
    let (stand_in, folder) = (StandIn::new(&["default", "kube-system", "shop"]), chart());
    let world = world(&stand_in, Driver::Secret).await;

    let first = skeg_deploy::install(request(&folder.0, &[]), &world).await.unwrap();
    assert_eq!((first.result, first.revision), (DeployResult::Deployed, 1));
    let made = stand_in.object(OBJECT).unwrap();
    assert_eq!((&made["data"]["colour"], &made["data"]["server"]), (&"red".into(), &"v1.34.0".into()));
    // The record of the revision, and the release's inventory.
    assert_eq!(stand_in.paths(RECORDS).len(), 2);
    let requests = stand_in.take_requests();
    assert!(requests.contains(&format!("PATCH {OBJECT}")), "{requests:?}");

    let second = skeg_deploy::install(request(&folder.0, &["colour=blue"]), &world).await.unwrap();
    assert_eq!((second.result, second.revision), (DeployResult::Deployed, 2));
    assert_eq!(stand_in.object(OBJECT).unwrap()["data"]["colour"], "blue");
    let history = skeg_deploy::history(&options().release, None, &world).await.unwrap();
    assert_eq!(history.releases.len(), 2);

    let end = skeg_deploy::uninstall(UninstallRequest { options: options() }, &world).await.unwrap().unwrap();
    assert_eq!(end.result, DeployResult::Uninstalled);
    assert!(stand_in.object(OBJECT).is_none());
    assert!(stand_in.paths(RECORDS).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn records_in_memory_leave_nothing_in_the_cluster() {
    let (stand_in, folder) = (StandIn::new(&["default", "kube-system", "shop"]), chart());
    let world = world(&stand_in, Driver::Memory).await;
    for revision in 1..=2 {
        let colour = format!("colour=c{revision}");
        let outcome = skeg_deploy::install(request(&folder.0, &[&colour]), &world).await.unwrap();
        assert_eq!((outcome.result, outcome.revision), (DeployResult::Deployed, revision));
    }
    assert!(stand_in.paths(RECORDS).is_empty());
    assert!(!stand_in.take_requests().iter().any(|request| request.contains("/secrets")));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_chart_is_told_before_anything_is_asked_or_locked() {
    let (stand_in, folder) = (StandIn::new(&["shop"]), chart());
    let world = world(&stand_in, Driver::Secret).await;
    let mut elsewhere = request(&folder.0, &[]);
    elsewhere.chart.chart.name = "char".to_string();
    let missing = skeg_deploy::install(elsewhere, &world).await;
    assert!(matches!(missing, Err(Error::Chart(SourceError::NoPath { .. }))));
    let unreadable = skeg_deploy::install(request(&folder.0, &["colour"]), &world).await;
    assert!(matches!(unreadable, Err(Error::Render(_))));
    assert!(stand_in.take_requests().is_empty());
}
