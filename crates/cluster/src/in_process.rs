//! A cluster in this process: a service that answers requests stands in for the network, and all above is the same.
//!
//! The embedded sandbox comes in here, and tests that want to see or change what is sent.

use std::fmt;

use http::{Request, Response};
use tower::util::BoxCloneSyncService;
use tower::{BoxError, Service};

use crate::about::About;
use crate::client::{self, AnswerBody, RequestBody, Stacks};
use crate::server::Server;

/// A service that stands in for the network. Cheap to clone.
#[derive(Clone)]
pub struct InProcess {
    name: String,
    service: client::Service,
}

impl InProcess {
    /// A service that answers as an API server does. `name` is what messages call it.
    pub fn new<S>(name: &str, service: S) -> InProcess
    where
        S: Service<Request<RequestBody>, Response = Response<AnswerBody>, Error = BoxError>,
        S: Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
    {
        InProcess { name: name.to_string(), service: BoxCloneSyncService::new(service) }
    }

    /// There are no connections here that a long answer could hold up.
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
