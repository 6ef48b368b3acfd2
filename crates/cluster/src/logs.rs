//! Logs of pods.

use futures::Stream;
use futures::stream::try_unfold;

use crate::cluster::Cluster;
use crate::error::Error;
use crate::lines::Lines;
use crate::path::{Target, escape};
use crate::transport::Call;

/// Selects lines of a container's log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogQuery {
    /// Empty: the only container.
    pub container: String,
    /// Of the container's previous run.
    pub previous: bool,
    /// At most this many, from the end.
    pub tail_lines: Option<u64>,
    /// Only lines of the last so many seconds.
    pub since_seconds: Option<u64>,
    /// Instead of seconds: since this moment, in RFC 3339. Kubernetes considers whole seconds only.
    pub since_time: Option<String>,
    /// Prefix each line with its time.
    pub timestamps: bool,
}

/// A line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Without its line end.
    pub text: String,
    /// False for text after the last line end: the rest of the line may still come, in another stream.
    pub is_whole: bool,
}

/// The state of a followed log.
enum Following {
    Wanted(Cluster, Call),
    Open(Box<Lines>),
}

impl Cluster {
    /// The lines that exist now.
    pub async fn logs(&self, namespace: &str, pod: &str, query: &LogQuery) -> Result<Vec<String>, Error> {
        let answer = self.transport().send(&call(namespace, pod, query, false), None).await?;
        Ok(String::from_utf8_lossy(&answer.body).lines().map(str::to_string).collect())
    }

    /// Lines one by one: those that exist now and, if followed, new ones until the container or the connection ends.
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
