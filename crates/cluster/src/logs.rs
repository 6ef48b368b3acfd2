//! Logs of pods.

use futures::Stream;
use futures::stream::try_unfold;

use crate::cluster::Cluster;
use crate::error::Error;
use crate::lines::Lines;
use crate::path::{Target, escape};
use crate::transport::Call;

/// Which lines of which container.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogQuery {
    /// Empty: the only one.
    pub container: String,
    /// Of the run before the present one.
    pub previous: bool,
    /// At most so many, the last ones.
    pub tail_lines: Option<u64>,
    pub since_seconds: Option<u64>,
    /// Instead of seconds: since then, as RFC 3339. Kubernetes looks at whole seconds only.
    pub since_time: Option<String>,
    /// Each line begins with the time it was written.
    pub timestamps: bool,
}

/// A line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub text: String,
    /// False for what came after the last end of line: the rest of the line may still come, to another reader.
    pub is_whole: bool,
}

/// How far the following of a log got.
enum Following {
    Wanted(Cluster, Call),
    Open(Box<Lines>),
}

impl Cluster {
    /// The lines that are there now.
    pub async fn logs(&self, namespace: &str, pod: &str, query: &LogQuery) -> Result<Vec<String>, Error> {
        let answer = self.transport().send(&call(namespace, pod, query, false), None).await?;
        Ok(String::from_utf8_lossy(&answer.body).lines().map(str::to_string).collect())
    }

    /// Lines one by one: those that are there now or, when followed, also those that come, until the container ends or the
    /// connection does.
    pub fn stream_logs(
        &self,
        namespace: &str,
        pod: &str,
        query: &LogQuery,
        follow: bool,
    ) -> impl Stream<Item = Result<LogLine, Error>> + Send + use<> {
        let wanted = Following::Wanted(self.clone(), call(namespace, pod, query, follow));
        try_unfold(wanted, |following| async move {
            let mut lines = match following {
                Following::Open(lines) => lines,
                Following::Wanted(cluster, call) => {
                    let stream = cluster.transport().stream(&call).await?;
                    Box::new(Lines::new(stream, &call.action, None))
                }
            };
            let Some(line) = lines.next().await? else { return Ok(None) };
            let text = String::from_utf8_lossy(&line).trim_end_matches('\r').to_string();
            let line = LogLine { text, is_whole: !lines.has_ended() };
            Ok(Some((line, Following::Open(lines))))
        })
    }
}

fn call(namespace: &str, pod: &str, query: &LogQuery, follow: bool) -> Call {
    let target = Target::new(format!("/api/v1/namespaces/{}/pods/{}/log", escape(namespace), escape(pod)))
        .with_some("container", Some(&query.container))
        .with_some("previous", query.previous.then_some("true"))
        .with_some("follow", follow.then_some("true"))
        .with_some("timestamps", query.timestamps.then_some("true"))
        .with_some("tailLines", query.tail_lines.map(|lines| lines.to_string()).as_deref())
        .with_some("sinceTime", query.since_time.as_deref())
        .with_some("sinceSeconds", query.since_seconds.map(|seconds| seconds.to_string()).as_deref());
    let container =
        if query.container.is_empty() { String::new() } else { format!("container {} of ", query.container) };
    let action = format!("reading logs of {container}Pod/{pod} in namespace {namespace}");
    Call::get(target.finish(), "*/*", &action)
}
