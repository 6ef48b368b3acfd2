//! A cluster in this process: a service answers requests instead of the network; everything above is the same code.
//!
//! For the embedded sandbox, and for tests that inspect or change requests.

use std::fmt;

use http::{Request, Response};
use tower::util::BoxCloneSyncService;
use tower::{BoxError, Service};

use crate::about::About;
use crate::client::{self, AnswerBody, RequestBody, Stacks};
use crate::server::Server;

/// A service that replaces the network. Cheap to clone.
#[derive(Clone)]
pub struct InProcess {
    name: String,
    service: client::Service,
}

impl InProcess {
    /// A service that answers like an API server. `name` is used in messages.
    pub fn new<S>(name: &str, service: S) -> InProcess
    where
        S: Service<Request<RequestBody>, Response = Response<AnswerBody>, Error = BoxError>,
        S: Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
    {
        InProcess { name: name.to_string(), service: BoxCloneSyncService::new(service) }
    }

    /// There are no connections that a long response could block.
    pub(crate) fn stacks(&self) -> Stacks {
        Stacks { short: self.service.clone(), long: vec![self.service.clone()] }
    }

    pub(crate) fn about(&self) -> About {
        About::in_process(&self.name)
    }

    pub(crate) fn server(&self) -> Server {
        let address = format!("in-process:{}", self.name);
        Server { address, cluster: Some(self.name.clone()), ..Server::default() }
    }
}

impl fmt::Debug for InProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("InProcess").field(&self.name).finish()
    }
}
