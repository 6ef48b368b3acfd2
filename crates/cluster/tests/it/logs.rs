//! Logs of pods.

use futures::StreamExt;
use serde_json::json;
use skeg_cluster::{Apply, LogLine, LogQuery};
use skeg_resources::ResourceId;

use crate::support::{connect_and_namespace, object};

#[tokio::test]
async fn lines_and_followed_lines() {
    let (cluster, namespace) = connect_and_namespace("logs").await;
    let pod = object(json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
        "spec": {"containers": [{"name": "main", "image": "main"}]},
    }));
    cluster.apply(&pod, Some(&namespace), &Apply::default()).await.unwrap();
    let id = ResourceId::new("", "Pod", Some(&namespace), "p");
    for _ in 0..200 {
        let live = cluster.get(&id, "v1").await.unwrap().unwrap();
        if live.text_at(&["status", "phase"]) == Some("Running") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let query = LogQuery { container: "main".to_string(), ..LogQuery::default() };
    let lines = cluster.logs(&namespace, "p", &query).await.unwrap();
    assert!(lines.len() > 1, "{lines:?}");
    let last = cluster.logs(&namespace, "p", &LogQuery { tail_lines: Some(1), ..query.clone() }).await.unwrap();
    assert_eq!(last, lines[lines.len() - 1..]);
    let mut followed = Box::pin(cluster.stream_logs(&namespace, "p", &query, true));
    assert_eq!(followed.next().await.unwrap().unwrap(), LogLine { text: lines[0].clone(), is_whole: true });

    // Since the time of the last line, inclusive.
    let timed = LogQuery { timestamps: true, ..query.clone() };
    let all = cluster.logs(&namespace, "p", &timed).await.unwrap();
    let (time, text) = all[all.len() - 1].split_once(' ').unwrap();
    assert_eq!(text, last[0]);
    let since = LogQuery { since_time: Some(time.to_string()), ..timed };
    let once: Vec<LogLine> = cluster.stream_logs(&namespace, "p", &since, false).map(Result::unwrap).collect().await;
    assert!(once.len() <= all.len() && once.last().is_some_and(|line| line.text == all[all.len() - 1]), "{once:?}");

    let error = cluster.logs(&namespace, "absent", &query).await.unwrap_err();
    assert!(error.is_not_found(), "{error}");
    let start = format!("reading logs of container main of Pod/absent in namespace {namespace}: ");
    assert!(error.to_string().starts_with(&start), "{error}");
}
