//! A network that fails during a wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use skeg_cluster::{Cluster, Connection};
use skeg_track::{Options, Tracker};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::support::{World, deployment, template, within};

/// Forwards connections to the API server, until it is told to cut them.
struct Wire {
    address: String,
    refuses: Arc<AtomicBool>,
    /// Each change ends, or silences, the open connections.
    cuts: watch::Sender<Cut>,
}

#[derive(Clone, Copy, PartialEq)]
enum Cut {
    None,
    End,
    /// The connection stays open, but no more data arrives.
    Silence,
}

impl Wire {
    async fn to(server: &str) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let refuses = Arc::new(AtomicBool::new(false));
        let cuts = watch::Sender::new(Cut::None);
        let server = server.trim_start_matches("https://").to_string();
        let (is_refusing, cut) = (refuses.clone(), cuts.clone());
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                if is_refusing.load(Ordering::SeqCst) {
                    continue;
                }
                let mut cut = cut.subscribe();
                let mut far = TcpStream::connect(&server).await.unwrap();
                tokio::spawn(async move {
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        _ = cut.changed() => {}
                    }
                    if *cut.borrow() == Cut::Silence {
                        std::future::pending::<()>().await;
                    }
                });
            }
        });
        Wire { address, refuses, cuts }
    }

    async fn tracker(&self, world: &World, options: Options) -> Tracker {
        let connection = Connection {
            kubeconfigs: vec![world.server.kubeconfig().to_path_buf()],
            api_server: Some(format!("https://{}", self.address)),
            tls_name: Some("127.0.0.1".to_string()),
            retry_budget: Duration::from_millis(300),
            ..Connection::default()
        };
        Tracker::new(Cluster::connect(&connection).await.unwrap(), options)
    }
}

fn never() -> serde_json::Value {
    template("main", json!({"test.skeg.dev/behave": "never-ready"}))
}

#[tokio::test]
async fn an_outage_is_told_and_outlived() {
    let world = World::new("outage").await;
    let wire = Wire::to(world.server.server_url()).await;
    let tracker = wire.tracker(&world, Options::default()).await;
    let target = world.apply(deployment("web", 1, never())).await;
    let (ended, ()) = tokio::join!(within(tracker.ready(&target, |notice| world.note(notice))), async {
        world.until_waits("not ready yet").await;
        wire.refuses.store(true, Ordering::SeqCst);
        wire.cuts.send_replace(Cut::End);
        world.until_waits("the API server does not answer: ").await;
        // Meanwhile it became ready.
        world.kubectl(&["annotate", "pods", "--all", "--overwrite", "test.skeg.dev/behave=ready"]).await;
        wire.refuses.store(false, Ordering::SeqCst);
    });
    ended.unwrap();
}

#[tokio::test]
async fn a_connection_that_falls_silent_is_given_up() {
    let world = World::new("silence").await;
    let wire = Wire::to(world.server.server_url()).await;
    let options = Options { watch_silence: Duration::from_secs(2), ..Options::default() };
    let tracker = wire.tracker(&world, options).await;
    let target = world.apply(deployment("web", 1, never())).await;
    let (ended, ()) = tokio::join!(within(tracker.ready(&target, |notice| world.note(notice))), async {
        world.until_waits("not ready yet").await;
        wire.cuts.send_replace(Cut::Silence);
        world.kubectl(&["annotate", "pods", "--all", "--overwrite", "test.skeg.dev/behave=ready"]).await;
    });
    ended.unwrap();
}
