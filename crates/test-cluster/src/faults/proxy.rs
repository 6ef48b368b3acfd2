//! The proxy's handle for tests.

use super::forward::Shared;
use super::script::{ActiveRule, Script, Seen};
use super::{Rule, listen, upstream};
use crate::kubeconfig::{self, ADMIN, LIMITED};
use crate::{Error, TestCluster, ports};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// Lives as long as this value. Cheap enough for each test to have its own.
pub struct FaultProxy {
    shared: Arc<Shared>,
    port: u16,
    kubeconfig: PathBuf,
    /// Dropped to end it.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Another program may take a port before we listen on it, hence several attempts.
fn listen_somewhere() -> Result<(u16, TcpListener), Error> {
    let mut attempts = 5;
    loop {
        attempts -= 1;
        let port = ports::free()?;
        match listen::bind(port) {
            Ok(listener) => return Ok((port, listener)),
            Err(_) if attempts > 0 => {}
            Err(error) => return Err(error),
        }
    }
}

impl FaultProxy {
    /// Starts a proxy in front of a cluster.
    pub fn start(cluster: &TestCluster) -> Result<Self, Error> {
        let (port, listener) = listen_somewhere()?;
        let shared = Arc::new(Shared {
            script: Script::default(),
            upstream: upstream::client(cluster)?,
            server: cluster.server_url().to_owned(),
            dark_until: tokio::sync::watch::Sender::new(Instant::now()),
        });
        let name = format!("fault-proxy-{port}.kubeconfig");
        let kubeconfig =
            kubeconfig::write(&cluster.folder, &name, &format!("https://127.0.0.1:{port}"), &[ADMIN, LIMITED])?;
        let failed = |source| Error::Proxy { action: "starting", source };
        let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = listen::serve(listener, port, upstream::acceptor(cluster)?, shared.clone());
        let run = move || {
            runtime.block_on(async {
                tokio::select! {
                    () = serving => {}
                    _ = stopped => {}
                }
            });
        };
        let thread = std::thread::Builder::new().name("fault-proxy".to_owned()).spawn(run).map_err(failed)?;
        Ok(Self { shared, port, kubeconfig, stop: Some(stop), thread: Some(thread) })
    }

    /// Such as `http://127.0.0.1:20001`. It accepts the cluster's tokens.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Like the cluster's own kubeconfig, with the proxy as the server. Over HTTPS, since kubectl and Helm send no
    /// token otherwise.
    pub fn kubeconfig(&self) -> &Path {
        &self.kubeconfig
    }

    /// Activates a rule, after the existing ones.
    pub fn add(&self, rule: Rule) -> ActiveRule {
        self.shared.script.add(rule)
    }

    /// How many requests were forwarded to the server.
    pub fn passed(&self) -> usize {
        self.shared.script.passed()
    }

    /// All requests so far, in order.
    pub fn seen(&self) -> Vec<Seen> {
        self.shared.script.seen()
    }
}

impl std::fmt::Debug for FaultProxy {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("FaultProxy").field("url", &self.url()).finish_non_exhaustive()
    }
}

impl Drop for FaultProxy {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
