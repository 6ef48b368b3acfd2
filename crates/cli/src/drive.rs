//! Runs a use case beside the screen: the work on threads of its own, events shown by this one, signals heard.

use std::future::Future;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use skeg_deploy::{Cluster, Connection, Driver, Error, Event, Plan, Stop, StopCause, World};

use crate::command::Context;
use crate::diagnosis::explain_release;
use crate::error::{CommandError, exit};
use crate::screen::Screen;

/// How often a live block is redrawn.
const TICK: Duration = Duration::from_millis(100);

/// What the threads at work tell the one that shows.
enum Message {
    Plan(Box<Plan>),
    Event(Event),
}

/// Connects, runs the work, and shows what it tells until it is done. What the work says for itself is handed on; an error
/// outside is one of reaching the cluster.
pub(crate) fn drive<T, F>(
    connection: Connection,
    driver: Driver,
    screen: &mut Screen,
    context: &mut Context<'_, '_>,
    work: impl FnOnce(World) -> F,
) -> Result<Result<T, Error>, CommandError>
where
    F: Future<Output = Result<T, Error>> + Send + 'static,
    T: Send + 'static,
{
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CommandError::failure(format!("starting threads: {error}")))?;
    let cluster =
        runtime.block_on(Cluster::connect(&connection)).map_err(|error| explain_release(&Error::from(error)))?;
    let (sender, receiver) = mpsc::channel();
    let plans = sender.clone();
    let tell_plan = move |plan: &Plan| drop(plans.send(Message::Plan(Box::new(plan.clone()))));
    let tell_event = move |event| drop(sender.send(Message::Event(event)));
    let world = World::new(cluster, driver, context.printer.secrets().clone(), tell_plan, tell_event);
    let stop = world.stop.clone();
    let done = runtime.spawn(work(world));
    let signals = runtime.spawn(hear_signals(stop));
    show(&receiver, screen, context);
    signals.abort();
    let result = runtime.block_on(done);
    screen.close(context.printer);
    // Watches and log streams need not be waited for.
    runtime.shutdown_background();
    result.map_err(|error| CommandError::failure(format!("a part of skeg failed: {error}")))
}

/// Shows messages until nobody is left who could send one.
fn show(receiver: &mpsc::Receiver<Message>, screen: &mut Screen, context: &mut Context<'_, '_>) {
    let begun = Instant::now();
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(Message::Plan(plan)) => screen.begin(*plan),
            Ok(Message::Event(event)) => screen.take(&event, begun.elapsed(), context.printer),
            Err(RecvTimeoutError::Timeout) => screen.tick(begun.elapsed(), context.printer),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// The first signal asks to stop; the second ends the process at once.
async fn hear_signals(stop: Stop) {
    if !signalled().await {
        return;
    }
    stop.ask(StopCause::Interrupted);
    if signalled().await {
        leave();
    }
}

#[expect(clippy::exit, reason = "the second Ctrl-C is for those who do not want to wait for anything")]
fn leave() -> ! {
    std::process::exit(i32::from(exit::INTERRUPTED));
}

/// Returns when somebody wants the process to end; false where that cannot be heard.
async fn signalled() -> bool {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut interrupt), Ok(mut terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        else {
            return false;
        };
        tokio::select! {
            _ = interrupt.recv() => true,
            _ = terminate.recv() => true,
        }
    }
    #[cfg(not(unix))]
    {
        tokio::signal::ctrl_c().await.is_ok()
    }
}
