use std::collections::BTreeMap;

use skeg_release_store::{Detail, Error, Listing, ReleaseStatus, Store, check_labels, next_labels};

use crate::sample::{open, release};

#[tokio::test]
async fn a_life() {
    let store = Store::in_memory("shop");
    assert!(store.history("shop").await.unwrap().revisions.is_empty());
    assert!(store.last("shop").await.unwrap().is_none());
    let mut first = release("shop", 1, ReleaseStatus::PendingInstall);
    assert!(matches!(open(&store).update(&first).await, Err(Error::NotFound { .. })));
    open(&store).create(&first).await.unwrap();
    assert!(matches!(open(&store).create(&first).await, Err(Error::AlreadyExists { .. })));
    first.info.status = ReleaseStatus::Deployed;
    open(&store).update(&first).await.unwrap();
    assert_eq!(store.last("shop").await.unwrap(), Some(first.clone()));

    let history = store.history("shop").await.unwrap();
    assert_eq!(history.revisions.len(), 1);
    assert_eq!(history.revisions[0].status, ReleaseStatus::Deployed);
    assert_eq!(history.revisions[0].labels, first.labels);
    assert!(history.revisions[0].modified.is_some());
    open(&store).delete("shop", 1).await.unwrap();
    open(&store).delete("shop", 1).await.unwrap();
    assert!(store.get("shop", 1).await.unwrap().is_none());
}

#[tokio::test]
async fn history_is_in_order_of_numbers() {
    let store = Store::in_memory("shop");
    for revision in [10, 2, 9, 1] {
        open(&store).create(&release("shop", revision, ReleaseStatus::Superseded)).await.unwrap();
    }
    open(&store).create(&release("shop2", 3, ReleaseStatus::Superseded)).await.unwrap();
    let revisions = store.history("shop").await.unwrap().revisions;
    assert_eq!(revisions.iter().map(|each| each.revision).collect::<Vec<_>>(), [1, 2, 9, 10]);
}

#[tokio::test]
async fn lists_show_the_last_revision_of_each() {
    let store = Store::in_memory("b");
    for (namespace, name, revision) in [("b", "x", 1), ("b", "x", 2), ("b", "w", 10), ("b", "w", 9), ("a", "x", 3)] {
        let store = store.in_namespace(namespace);
        open(&store).create(&release(name, revision, ReleaseStatus::Deployed)).await.unwrap();
    }
    open(&store).create(&release("old", 2, ReleaseStatus::Superseded)).await.unwrap();
    let names = |list: &[Detail]| -> Vec<String> {
        let summaries = list.iter().map(|each| &each.summary);
        summaries.map(|each| format!("{}/{} {}", each.namespace, each.name, each.revision)).collect()
    };
    assert_eq!(names(&store.list(false).await.unwrap().releases), ["b/old 2", "b/w 10", "b/x 2"]);
    let all = store.list(true).await.unwrap().releases;
    assert_eq!(names(&all), ["a/x 3", "b/old 2", "b/w 10", "b/x 2"]);
    let first = &all[0];
    assert_eq!((&*first.chart_name, &*first.chart_version, &*first.app_version), ("shop", "1.2.0", "3.4"));
    assert_eq!((first.info.status.name(), &*first.info.description), ("deployed", "Install complete"));
    assert_eq!(first.info.last_deployed.to_string(), "2026-08-20T13:58:21.5Z");
}

#[tokio::test]
async fn revisions_are_in_order_and_as_many_as_wanted() {
    let store = Store::in_memory("shop");
    for revision in [10, 2, 9, 1] {
        open(&store).create(&release("shop", revision, ReleaseStatus::Superseded)).await.unwrap();
    }
    open(&store).create(&release("shop2", 3, ReleaseStatus::Superseded)).await.unwrap();
    for (limit, expected) in [(None, &[1, 2, 9, 10][..]), (Some(2), &[9, 10]), (Some(9), &[1, 2, 9, 10])] {
        let listing = store.revisions("shop", limit).await.unwrap();
        assert_eq!(listing.releases.iter().map(|each| each.summary.revision).collect::<Vec<_>>(), expected);
    }
    assert_eq!(store.revisions("nothing", None).await.unwrap(), Listing { releases: vec![], warnings: vec![] });
}

#[tokio::test]
async fn pruning_keeps_what_is_deployed() {
    let store = Store::in_memory("shop");
    for revision in 1..=5 {
        let status = if revision == 2 { ReleaseStatus::Deployed } else { ReleaseStatus::Failed };
        open(&store).create(&release("shop", revision, status)).await.unwrap();
    }
    open(&store).prune(&store.history("shop").await.unwrap(), 3).await.unwrap();
    let history = store.history("shop").await.unwrap();
    assert_eq!(history.revisions.iter().map(|each| each.revision).collect::<Vec<_>>(), [2, 5]);
}

#[test]
fn labels_of_the_next_revision() {
    let labels = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()
    };
    let next = next_labels(&labels(&[("a", "1"), ("b", "2")]), &labels(&[("b", "null"), ("c", "3")]));
    assert_eq!(next, labels(&[("a", "1"), ("c", "3")]));
    assert!(check_labels(&next).is_ok());
    let error = check_labels(&labels(&[("owner", "me")])).unwrap_err();
    assert!(error.to_string().starts_with("label \"owner\" cannot be set"), "{error}");
}

#[tokio::test]
async fn bad_names_get_nowhere() {
    let store = Store::in_memory("shop");
    assert!(matches!(store.get("A b", 1).await, Err(Error::InvalidName { .. })));
    assert!(matches!(store.history("x,owner=me").await, Err(Error::InvalidName { .. })));
    assert!(matches!(
        open(&store).create(&release("", 1, ReleaseStatus::Failed)).await,
        Err(Error::InvalidName { .. })
    ));
}
