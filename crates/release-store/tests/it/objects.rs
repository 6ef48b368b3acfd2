//! Records in a real cluster: the requests to the API server, and its refusals.

use skeg_cluster::Fence;
use skeg_release_store::{Driver, Error, Release, ReleaseStatus, Store, storage};
use skeg_test_cluster::{Request, TestCluster};

use crate::sample::{Dice, connect, open, release};

/// Runs some work and returns the requests it made in a namespace, as `verb resource`.
async fn requests_of<T>(namespace: &str, work: impl Future<Output = T>) -> (T, Vec<String>) {
    let cluster = TestCluster::shared();
    let mark = cluster.audit_mark().unwrap();
    let result = work.await;
    let is_ours = |request: &&Request| request.namespace == namespace;
    let requests = cluster.requests_since(mark).unwrap();
    (result, requests.iter().filter(is_ours).map(|each| format!("{} {}", each.verb, each.resource)).collect())
}

async fn store(driver: Driver) -> (Store, String) {
    let namespace = TestCluster::shared().fresh_namespace("records").unwrap();
    (Store::new(storage(driver, &connect().await), &namespace), namespace)
}

#[tokio::test]
async fn reads_no_more_than_it_needs() {
    let (store, namespace) = store(Driver::Secret).await;
    for revision in 1..=4 {
        let status = if revision == 2 { ReleaseStatus::Deployed } else { ReleaseStatus::Failed };
        open(&store).create(&release("shop", revision, status)).await.unwrap();
    }
    let (history, requests) = requests_of(&namespace, store.history("shop")).await;
    let history = history.unwrap();
    assert_eq!(requests, ["list secrets"]);
    assert_eq!(history.revisions.len(), 4);
    assert_eq!(history.perhaps_live().len(), 3);
    assert!(history.revisions.iter().all(|each| each.created.is_some() && each.uid.is_some()));

    let (listing, requests) = requests_of(&namespace, store.list(false)).await;
    assert_eq!(requests, ["list secrets", "list secrets"]);
    assert_eq!(listing.unwrap().releases[0].summary.revision, 4);

    let (pruned, requests) = requests_of(&namespace, open(&store).prune(&history, 3)).await;
    pruned.unwrap();
    assert_eq!(requests, ["delete secrets", "delete secrets"]);
    let left = store.history("shop").await.unwrap();
    assert_eq!(left.revisions.iter().map(|each| each.revision).collect::<Vec<_>>(), [2, 4]);
}

#[tokio::test]
async fn many_releases_and_revisions_take_few_requests() {
    for driver in [Driver::Secret, Driver::ConfigMap] {
        let (store, namespace) = store(driver).await;
        let names: Vec<String> = (0..70).map(|number| format!("release-{number:02}")).collect();
        let mut records: Vec<Release> = (1..=80).map(|at| release("long", at, ReleaseStatus::Superseded)).collect();
        for name in &names {
            records.push(release(name, 1, ReleaseStatus::Superseded));
            records.push(release(name, 2, ReleaseStatus::Deployed));
        }
        let writer = open(&store);
        let created = records.iter().map(|record| writer.create(record));
        futures::future::try_join_all(created).await.unwrap();
        let resource = if driver == Driver::Secret { "secrets" } else { "configmaps" };
        let (listing, mut requests) = requests_of(&namespace, store.list(false)).await;
        let listing = listing.unwrap();
        let last = |name: &str| (name.to_string(), if name == "long" { 80 } else { 2 });
        let expected = ["long"].into_iter().chain(names.iter().map(String::as_str)).map(last);
        let found = listing.releases.iter().map(|each| (each.summary.name.clone(), each.summary.revision));
        assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        // One for all labels, one for 70 payloads, one for the release whose last revision is superseded.
        requests.sort();
        let list = format!("list {resource}");
        assert_eq!(requests, [format!("get {resource}"), list.clone(), list.clone()]);

        let (revisions, requests) = requests_of(&namespace, store.revisions("long", None)).await;
        let revisions = revisions.unwrap().releases;
        assert_eq!(
            revisions.iter().map(|each| each.summary.revision).collect::<Vec<_>>(),
            (1..=80).collect::<Vec<_>>()
        );
        assert_eq!(requests, std::slice::from_ref(&list));
        let (revisions, requests) = requests_of(&namespace, store.revisions("long", Some(3))).await;
        let revisions = revisions.unwrap().releases;
        assert_eq!(revisions.iter().map(|each| each.summary.revision).collect::<Vec<_>>(), [78, 79, 80]);
        assert_eq!(requests, [list.clone(), list.clone()]);
    }
}

#[tokio::test]
async fn refuses_what_is_there_what_is_not_and_what_is_too_large() {
    for driver in [Driver::Secret, Driver::ConfigMap] {
        let (store, namespace) = store(driver).await;
        let first = release("shop", 1, ReleaseStatus::PendingInstall);
        assert!(matches!(open(&store).update(&first).await, Err(Error::NotFound { .. })));
        assert!(store.get("shop", 1).await.unwrap().is_none());
        open(&store).create(&first).await.unwrap();
        assert!(matches!(open(&store).create(&first).await, Err(Error::AlreadyExists { .. })));
        let same = Release { namespace: first.namespace.clone(), ..store.get("shop", 1).await.unwrap().unwrap() };
        assert_eq!(same, first);

        let mut dice = Dice(3);
        let noise: String = (0..1_500_000).map(|_| char::from(b' ' + dice.roll(90) as u8)).collect();
        let large = Release { manifest: noise, ..first };
        let (result, requests) = requests_of(&namespace, open(&store).update(&large)).await;
        assert!(matches!(result, Err(Error::TooLarge { .. })));
        assert!(requests.is_empty());
        open(&store).delete("shop", 1).await.unwrap();
        open(&store).delete("shop", 1).await.unwrap();
        assert!(store.history("shop").await.unwrap().revisions.is_empty());
    }
}

#[tokio::test]
async fn the_largest_record_that_we_write_is_taken() {
    let (store, _) = store(Driver::Secret).await;
    let mut dice = Dice(5);
    let mut release = release("shop", 1, ReleaseStatus::Deployed);
    // Letters that compress to about 6 bits each, so that base64 makes them whole bytes again.
    release.manifest = (0..1_030_000).map(|_| char::from(b'0' + dice.roll(64) as u8)).collect();
    while let Err(error) = open(&store).create(&release).await {
        assert!(matches!(error, Error::TooLarge { .. }), "{error}");
        release.manifest.truncate(release.manifest.len() - 1000);
    }
    assert!(release.manifest.len() > 900_000);
    assert_eq!(store.last("shop").await.unwrap().unwrap().manifest, release.manifest);
}

#[tokio::test]
async fn broken_records_are_left_out_of_lists_but_not_passed_over() {
    let (store, namespace) = store(Driver::Secret).await;
    open(&store).create(&release("fine", 1, ReleaseStatus::Deployed)).await.unwrap();
    let broken = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: KEY\n  labels: {owner: helm, name: NAME, status: deployed}\n\
                  type: helm.sh/release.v1\nstringData:\n  release: broken\n";
    for (key, name) in
        [("sh.helm.release.v1.broken.v1", "broken"), ("unknown", "odd"), ("sh.helm.release.v1.x.v1", "A_b")]
    {
        let manifest = broken.replace("KEY", key).replace("NAME", name);
        TestCluster::shared().apply(&namespace, &manifest).unwrap();
    }
    let listing = store.list(false).await.unwrap();
    assert_eq!(listing.releases.iter().map(|each| &*each.summary.name).collect::<Vec<_>>(), ["fine"]);
    // In a list of all namespaces, only the record itself says which one it is in.
    let told: Vec<&str> = listing
        .warnings
        .iter()
        .map(|text| text.strip_prefix(&format!("in namespace {namespace}: ")).unwrap_or_else(|| panic!("{text}")))
        .collect();
    assert!(told[0].starts_with("release name \"A_b\" cannot be used"));
    assert!(told[1].starts_with("reading release record sh.helm.release.v1.broken.v1: not base64"));
    assert_eq!(told[2..], ["release record unknown has no revision and is ignored"]);
    let revisions = store.revisions("broken", None).await.unwrap();
    assert_eq!((revisions.releases.len(), revisions.warnings.len()), (0, 1));
    assert!(matches!(store.last("broken").await, Err(Error::Undecodable { .. })));
    assert_eq!(store.history("odd").await.unwrap().warnings.len(), 1);
}

#[tokio::test]
async fn nothing_is_written_once_the_fence_is_closed() {
    for driver in [Driver::Secret, Driver::ConfigMap, Driver::Memory] {
        let (store, namespace) = store(driver).await;
        let (first, second) =
            (release("shop", 1, ReleaseStatus::Deployed), release("shop", 2, ReleaseStatus::Deployed));
        let fence = Fence::open();
        let writer = store.writer(fence.clone());
        writer.create(&first).await.unwrap();
        fence.close("somebody took the lock over");
        let writes = async {
            [
                writer.create(&second).await,
                writer.update(&first).await,
                writer.delete("shop", 1).await,
                writer.prune(&store.history("shop").await.unwrap(), 1).await,
            ]
        };
        let (written, requests) = requests_of(&namespace, writes).await;
        for (at, result) in written.into_iter().enumerate() {
            // The last deployed revision is never pruned, so nothing was deleted.
            assert_eq!(result.is_err(), at < 3, "{driver:?} {at}");
        }
        assert!(
            requests.iter().all(|request| request.starts_with("list ") || request.starts_with("get ")),
            "{requests:?}"
        );
        let history = store.history("shop").await.unwrap();
        assert_eq!(history.revisions.len(), 1, "{driver:?}");
    }
}
