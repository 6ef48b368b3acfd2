//! Handles one request.

use super::script::{Entry, Script, target};
use super::upstream::Upstream;
use super::watch::{self, Ending};
use super::{Fault, answer};
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, Request, Response, Uri, header};
use http_body_util::channel::{Channel, Sender};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use std::time::{Duration, Instant};

/// Ends a connection without any further bytes.
#[derive(Debug, thiserror::Error)]
#[error("cut on purpose")]
pub(super) struct Cut;

pub(super) type AnswerBody = BoxBody<Bytes, Cut>;
type Answer = Result<Response<AnswerBody>, Cut>;

/// The state that all connections share.
pub(super) struct Shared {
    pub(super) script: Script,
    pub(super) upstream: Upstream,
    /// Such as `https://127.0.0.1:20000`.
    pub(super) server: String,
    /// Until when requests are refused.
    pub(super) dark_until: tokio::sync::watch::Sender<Instant>,
}

impl Shared {
    pub(super) async fn handle(&self, request: Request<Incoming>) -> Answer {
        let (parts, body) = request.into_parts();
        let body = body.collect().await.map_err(|_| Cut)?.to_bytes();
        match self.script.decide(&parts) {
            None => self.pass(parts, body).await,
            Some(entry) => self.fail(&entry, parts, body).await,
        }
    }

    async fn fail(&self, entry: &Entry, parts: Parts, body: Bytes) -> Answer {
        match entry.rule.fault {
            Fault::Answer { code, retry_after, plain } => Ok(answer::error(code, retry_after, plain).map(whole)),
            Fault::CutBefore => Err(Cut),
            Fault::CutAfter => {
                self.collect(parts, body).await?;
                Err(Cut)
            }
            Fault::CutMidBody => Ok(half(self.collect(parts, body).await?).await),
            Fault::Delay(time) => {
                tokio::time::sleep(time).await;
                self.pass(parts, body).await
            }
            Fault::Pause => {
                entry.hold().await;
                self.pass(parts, body).await
            }
            Fault::PauseAfter => {
                let answer = self.collect(parts, body).await?;
                entry.hold().await;
                Ok(answer.map(whole))
            }
            Fault::CutWatch { after } => self.watch(parts, body, after, Ending::Cut).await,
            Fault::EndWatch { after } => self.watch(parts, body, after, Ending::Orderly).await,
            Fault::SilenceWatch { after } => self.watch(parts, body, after, Ending::Silence).await,
            Fault::ExpireWatch { after } => self.watch(parts, body, after, Ending::Expired).await,
            Fault::Blackout(time) => {
                self.dark_until.send_replace(Instant::now() + time);
                Err(Cut)
            }
        }
    }

    async fn pass(&self, parts: Parts, body: Bytes) -> Answer {
        let answer = self.send(parts, body).await?;
        Ok(answer.map(|body| body.map_err(|_| Cut).boxed()))
    }

    async fn collect(&self, parts: Parts, body: Bytes) -> Result<Response<Bytes>, Cut> {
        let (parts, body) = self.send(parts, body).await?.into_parts();
        let body = body.collect().await.map_err(|_| Cut)?;
        Ok(Response::from_parts(parts, body.to_bytes()))
    }

    async fn watch(&self, parts: Parts, body: Bytes, after: usize, ending: Ending) -> Answer {
        let answer = self.send(parts, body).await?;
        Ok(answer.map(|events| watch::limited(events, after, ending)))
    }

    /// Forwards a request to the server.
    async fn send(&self, parts: Parts, body: Bytes) -> Result<Response<Incoming>, Cut> {
        let mut request = Request::new(Full::new(body));
        *request.uri_mut() = format!("{}{}", self.server, target(&parts)).parse::<Uri>().map_err(|_| Cut)?;
        *request.method_mut() = parts.method;
        *request.headers_mut() = parts.headers;
        request.headers_mut().remove(header::HOST);
        leave_connection(request.headers_mut());
        self.script.count_passed();
        let mut answer = self.upstream.request(request).await.map_err(|_| Cut)?;
        leave_connection(answer.headers_mut());
        Ok(answer)
    }
}

/// Removes hop-by-hop headers.
fn leave_connection(headers: &mut HeaderMap) {
    for name in [header::CONNECTION, header::TRANSFER_ENCODING, header::TE, header::UPGRADE] {
        headers.remove(name);
    }
    headers.remove("keep-alive");
}

fn whole(body: Bytes) -> AnswerBody {
    Full::new(body).map_err(|never| match never {}).boxed()
}

/// The `Content-Length` still announces the whole body.
async fn half(answer: Response<Bytes>) -> Response<AnswerBody> {
    let (mut sender, body) = Channel::new(1);
    let (mut parts, bytes) = answer.into_parts();
    parts.headers.insert(header::CONTENT_LENGTH, bytes.len().into());
    let _ = sender.send_data(bytes.slice(..bytes.len() / 2)).await;
    tokio::spawn(cut(sender));
    Response::from_parts(parts, body.boxed())
}

/// Ends a response in the middle. It waits a little first, since bytes that are not sent by then are dropped.
pub(super) async fn cut(answer: Sender<Bytes, Cut>) {
    tokio::time::sleep(Duration::from_millis(50)).await;
    answer.abort(Cut);
}
