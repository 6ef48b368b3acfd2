//! Sends calls: adaptive limit, retries within a budget, new credentials after a 401, warnings collected.
//!
//! In: a [`Call`] that says whether it can be repeated. Out: a good response, or an error that names the action.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response};
use http_body_util::{BodyExt, Full};
use serde_json::Value;
use tokio::time::Instant;
use tower::{BoxError, ServiceExt};

use crate::about::About;
use crate::client::{AnswerBody, Service};
use crate::connection::Connection;
use crate::error::{Error, Status, chain};
use crate::fence::Fence;
use crate::limit::Limiter;
use crate::observer::{Ending, Exchange, Note};
use crate::patience::Patience;
use crate::random;
use crate::read::unreadable;
use crate::retry;
use crate::server::Server;
use crate::session::{OpenConnection, Session};
use crate::warnings::Warnings;

/// The server itself ends a short call after a minute.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(75);
/// A server that has never answered probably does not exist.
const TRIES_WITHOUT_ANY_ANSWER: u32 = 3;

/// One request.
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) target: String,
    pub(crate) accept: &'static str,
    pub(crate) content_type: &'static str,
    pub(crate) body: Bytes,
    /// The action: `applying Deployment/web in namespace shop`.
    pub(crate) action: String,
    /// Sending it twice has the same effect as sending it once.
    pub(crate) repeatable: bool,
}

impl Call {
    pub(crate) fn get(target: String, accept: &'static str, action: &str) -> Call {
        Call {
            method: Method::GET,
            target,
            accept,
            content_type: "",
            body: Bytes::new(),
            action: action.to_string(),
            repeatable: true,
        }
    }
}

/// A response with a code below 300.
pub(crate) struct Answer {
    pub(crate) code: u16,
    pub(crate) body: Bytes,
}

/// Why an attempt failed.
enum Failure {
    Refused(Box<Status>),
    /// No response. `sent` unless the request certainly never left.
    Lost {
        message: String,
        sent: bool,
    },
    Final(Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(status) => write!(f, "{}", status.message),
            Failure::Lost { message, .. } => write!(f, "{message}"),
            Failure::Final(error) => write!(f, "{error}"),
        }
    }
}

pub(crate) struct Transport {
    connection: Connection,
    session: Session,
    /// Open streams on each long stack.
    streams: Vec<Arc<AtomicUsize>>,
    limiter: Limiter,
    answered: AtomicBool,
    pub(crate) warnings: Arc<Warnings>,
}

/// A streamed response, counted while it is open.
pub(crate) struct Streaming {
    pub(crate) body: AnswerBody,
    open: Arc<AtomicUsize>,
}

impl Drop for Streaming {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Transport {
    pub(crate) async fn new(connection: &Connection) -> Result<(Transport, String), Error> {
        let warnings = Arc::<Warnings>::default();
        let session = Session::open(connection, warnings.clone()).await?;
        let current = session.current();
        let transport = Transport {
            connection: connection.clone(),
            streams: current.stacks.long.iter().map(|_| Arc::default()).collect(),
            session,
            limiter: Limiter::new(connection.parallelism),
            answered: AtomicBool::new(false),
            warnings,
        };
        Ok((transport, current.namespace.clone()))
    }

    pub(crate) fn unverified(&self) -> Option<String> {
        self.session.current().about.unverified()
    }

    pub(crate) fn server(&self) -> Server {
        self.session.current().server.clone()
    }

    /// How long one call may be retried.
    pub(crate) fn retry_budget(&self) -> Duration {
        self.connection.retry_budget
    }

    /// Makes a short call. Writes check the fence before every attempt.
    pub(crate) async fn send(&self, call: &Call, fence: Option<&Fence>) -> Result<Answer, Error> {
        self.send_counted(call, fence, &Patience::default()).await.0
    }

    /// Also returns whether an attempt before the last may have had an effect.
    pub(crate) async fn send_counted(
        &self,
        call: &Call,
        fence: Option<&Fence>,
        patience: &Patience,
    ) -> (Result<Answer, Error>, bool) {
        self.persist(call, patience, |current| async move {
            if let Some(fence) = fence {
                fence.pass(self.connection.retry_budget).await.map_err(Failure::Final)?;
            }
            let leave = self.limiter.enter().await;
            let limit = self.connection.request_timeout.unwrap_or(DEFAULT_TIMEOUT);
            let begun = Instant::now();
            let attempt = tokio::time::timeout(limit, self.attempt(call, &current, current.stacks.short.clone())).await;
            drop(leave);
            let lost = || Failure::Lost { message: format!("no answer within {} s", limit.as_secs_f32()), sent: true };
            let attempt = attempt.map_err(|_| lost()).and_then(|answer| answer);
            self.tell(call, begun, attempt.as_ref().map(|(code, body)| (*code, Some(body))));
            let (code, body) = attempt?;
            self.limiter.went_well();
            Ok(Answer { code, body })
        })
        .await
    }

    /// Reads a JSON document.
    pub(crate) async fn get_json(&self, target: String, accept: &'static str, action: &str) -> Result<Value, Error> {
        let answer = self.send(&Call::get(target, accept, action), None).await?;
        serde_json::from_slice(&answer.body).map_err(|error| unreadable(action, error))
    }

    /// Opens a streamed response. It does not count for the limit.
    pub(crate) async fn stream(&self, call: &Call) -> Result<Streaming, Error> {
        self.persist(call, &Patience::default(), |current| async move {
            let least = (0..self.streams.len()).min_by_key(|at| self.streams[*at].load(Ordering::Relaxed)).unwrap_or(0);
            let open = self.streams[least].clone();
            open.fetch_add(1, Ordering::Relaxed);
            let service = current.stacks.long[least].clone();
            let begun = Instant::now();
            let answer = tokio::time::timeout(DEFAULT_TIMEOUT, self.exchange(call, &current, service)).await;
            let lost = || Failure::Lost { message: "no answer".to_string(), sent: true };
            let answer = answer.map_err(|_| lost()).and_then(|answer| answer);
            self.tell(call, begun, answer.as_ref().map(|answer| (answer.status().as_u16(), None)));
            match answer {
                Ok(answer) => Ok(Streaming { body: answer.into_body(), open }),
                Err(failure) => {
                    open.fetch_sub(1, Ordering::Relaxed);
                    Err(failure)
                }
            }
        })
        .await
        .0
    }

    /// Retries until it succeeds, is refused for good, or the budget is spent. Also returns whether an attempt before
    /// the last may have had an effect.
    async fn persist<T, F>(
        &self,
        call: &Call,
        patience: &Patience,
        attempt: impl Fn(Arc<OpenConnection>) -> F,
    ) -> (Result<T, Error>, bool)
    where
        F: Future<Output = Result<T, Failure>>,
    {
        let deadline = Instant::now() + self.connection.retry_budget;
        let mut tries = Tries::default();
        loop {
            let lost_before = tries.lost > 0;
            let current = match self.session.fresh().await {
                Ok(current) => current,
                Err(error) => return (Err(error), lost_before),
            };
            let failure = match attempt(current.clone()).await {
                Ok(answer) => return (Ok(answer), lost_before),
                Err(failure) => failure,
            };
            tries.all += 1;
            let (again, pause) = self.judge(call, &failure, &mut tries);
            if let Failure::Refused(status) = &failure
                && status.code == 401
                && !std::mem::replace(&mut tries.renewed, true)
            {
                match self.session.renew(&current).await {
                    Ok(()) => {
                        self.tell_again(call, "credentials were read again after 401".to_string(), Duration::ZERO);
                        continue;
                    }
                    Err(error) => return (Err(error), lost_before),
                }
            }
            if !again || Instant::now() + pause > deadline {
                return (Err(give_up(call, failure, tries, &current.about)), lost_before);
            }
            self.tell_again(call, failure.to_string(), pause);
            if !patience.pause(pause).await {
                return (Err(give_up(call, failure, tries, &current.about)), lost_before);
            }
        }
    }

    fn tell(&self, call: &Call, begun: Instant, outcome: Result<(u16, Option<&Bytes>), &Failure>) {
        let ending = || match outcome {
            Ok((code, body)) => Ending::Answered { code, body: body.cloned() },
            Err(Failure::Refused(status)) => Ending::Refused { code: status.code, message: status.message.clone() },
            Err(failure) => Ending::Lost(failure.to_string()),
        };
        self.connection.observer.tell(|| {
            let (request, body, took) = (call.line(), call.body.clone(), begun.elapsed());
            Note::Exchange(Box::new(Exchange { request, body, ending: ending(), took }))
        });
    }

    fn tell_again(&self, call: &Call, why: String, pause: Duration) {
        self.connection.observer.tell(|| Note::Again { request: call.line(), why, pause });
    }

    /// Whether to retry, and after how long.
    fn judge(&self, call: &Call, failure: &Failure, tries: &mut Tries) -> (bool, Duration) {
        match failure {
            Failure::Refused(status) => {
                if retry::is_overload(status) {
                    self.limiter.overloaded();
                }
                let untouched = retry::is_untouched(status);
                if !untouched && status.code >= 500 {
                    tries.lost += 1;
                }
                tries.internal += u32::from(status.code == 500);
                let again = retry::is_worth_it(status, tries.internal) && (call.repeatable || untouched);
                (again, retry::pause(tries.all, status.retry_after, random::fraction()))
            }
            Failure::Lost { sent, .. } => {
                tries.lost += u32::from(*sent);
                let hopeful = self.answered.load(Ordering::Relaxed) || tries.all < TRIES_WITHOUT_ANY_ANSWER;
                (hopeful && (call.repeatable || !sent), retry::pause(tries.all, None, random::fraction()))
            }
            Failure::Final(_) => (false, Duration::ZERO),
        }
    }

    async fn attempt(&self, call: &Call, current: &OpenConnection, service: Service) -> Result<(u16, Bytes), Failure> {
        let answer = self.exchange(call, current, service).await?;
        let code = answer.status().as_u16();
        Ok((code, collect(answer.into_body()).await?))
    }

    /// Sends one request and reads the head of the response; refusals are read whole.
    async fn exchange(
        &self,
        call: &Call,
        current: &OpenConnection,
        service: Service,
    ) -> Result<Response<AnswerBody>, Failure> {
        let mut builder = Request::builder().method(call.method.clone()).uri(&call.target);
        builder = builder.header(http::header::ACCEPT, call.accept);
        if !call.content_type.is_empty() {
            builder = builder.header(http::header::CONTENT_TYPE, call.content_type);
        }
        let request = builder.body(Full::new(call.body.clone()));
        let request = request.map_err(|error| Failure::Final(Error::bad_object(&call.action, error.to_string())))?;
        let answer = service.oneshot(request).await.map_err(|error| lost(&error, &current.about))?;
        self.answered.store(true, Ordering::Relaxed);
        self.warnings.read(answer.headers());
        if answer.status().is_success() {
            return Ok(answer);
        }
        let (code, wait) = (answer.status().as_u16(), retry_after(answer.headers()));
        let body = collect(answer.into_body()).await?;
        Err(Failure::Refused(Box::new(Status::read(&call.action, code, &body, wait))))
    }
}

/// The attempts so far.
#[derive(Clone, Copy, Default)]
struct Tries {
    all: u32,
    /// Attempts that may have had an effect although no good response came.
    lost: u32,
    /// Attempts that met an internal error of the server.
    internal: u32,
    renewed: bool,
}

async fn collect(body: AnswerBody) -> Result<Bytes, Failure> {
    let collected = body.collect().await;
    let collected = collected.map_err(|error| Failure::Lost { message: chain(error.as_ref()), sent: true })?;
    Ok(collected.to_bytes())
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(http::header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn give_up(call: &Call, failure: Failure, tries: Tries, about: &About) -> Error {
    match failure {
        Failure::Refused(mut status) => {
            if status.code == 401 {
                status.message = about.unauthorized(&status.message);
            }
            Error::Refused(status)
        }
        Failure::Lost { message, .. } => {
            let message = about.no_answer(&message);
            Error::Unreachable { action: call.action.clone(), message, sent: tries.lost > 0 }
        }
        Failure::Final(error) => error,
    }
}

/// Classifies why no response came.
fn lost(error: &BoxError, about: &About) -> Failure {
    let message = chain(error.as_ref());
    let mut next: Option<&(dyn StdError + 'static)> = Some(error.as_ref());
    let mut sent = true;
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<rustls::Error>() {
            return Failure::Final(Error::Configuration(about.mistrust(error)));
        }
        if let Some(error) = error.downcast_ref::<hyper_util::client::legacy::Error>() {
            sent &= !error.is_connect();
        }
        // `source()` of an io::Error skips the error it wraps.
        next = match error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref) {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    Failure::Lost { message, sent }
}
