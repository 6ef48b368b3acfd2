//! Runs a use case: the work on its own threads, events shown on this one, signals handled.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use skeg_deploy::{Cluster, Connection, Driver, Error, Event, Note, Notes, Observer, Plan, Stop, StopCause, World};
use skeg_report::codes;
use tokio::runtime::Runtime;

use crate::command::Context;
use crate::diagnosis::explain_release;
use crate::error::{CommandError, exit};
use crate::level::Level;
use crate::log::Log;
use crate::pager;
use crate::platform;
use crate::printer::Printer;
use crate::screen::Screen;

/// How often a live block is redrawn.
const TICK: Duration = Duration::from_millis(100);

/// Messages from the working threads to the showing one.
enum Message {
    Plan(Box<Plan>),
    Event(Event),
    /// About requests.
    Note(Note),
    /// How long things took, and why they were done.
    Detail(String),
}

/// Connects, runs the work, and shows its events until it is done. The inner result is the work's; the outer error is
/// about reaching the cluster.
pub(crate) fn drive<T, F>(
    mut connection: Connection,
    driver: Driver,
    screen: &mut Screen,
    context: &mut Context<'_, '_>,
    work: impl FnOnce(World) -> F,
) -> Result<Result<T, Error>, CommandError>
where
    F: Future<Output = Result<T, Error>> + Send + 'static,
    T: Send + 'static,
{
    let runtime =
        runtime().map_err(|error| CommandError::new(&codes::INTERNAL, format!("starting threads: {error}")))?;
    let (sender, receiver) = mpsc::channel();
    let sender = Arc::new(sender);
    let mut notes = Notes::default();
    if context.printer.shows(Level::Debug) {
        connection.observer = Observer::new(aside(&sender, Message::Note));
        notes = Notes::new(aside(&sender, Message::Detail));
    }
    let mut show = Show { screen, log: Log::new(context.printer.secrets()), begun: Instant::now() };
    let limit = context.time_limit.map(|limit| (limit, context.begun));
    let cluster = runtime.block_on(connect(&connection, limit)).map_err(|error| {
        receiver.try_iter().for_each(|message| show.take(message, context.printer));
        explain_release(&error)
    })?;
    if let Some(warning) = cluster.unverified() {
        context.printer.warn(warning);
    }
    show.screen.arrive(&cluster, context.printer);
    let plans = sender.clone();
    let tell_plan = move |plan: &Plan| drop(plans.send(Message::Plan(Box::new(plan.clone()))));
    let tell_event = move |event| drop(sender.send(Message::Event(event)));
    let world = World::new(cluster, driver, context.printer.secrets().clone(), tell_plan, tell_event).with_notes(notes);
    let stop = world.stop.clone();
    let done = runtime.spawn(work(world));
    let is_over = Arc::new(AtomicBool::new(false));
    let signals = runtime.spawn(hear_signals(stop, Arc::clone(&is_over)));
    show.until(&receiver, context.printer, || done.is_finished());
    let result = runtime.block_on(done);
    // What is left is printing the result, which may take long or wait for a reader: a signal ends it.
    is_over.store(true, Ordering::SeqCst);
    if !context.is_last {
        signals.abort();
    }
    screen.close(context.printer);
    if matches!(result, Ok(Err(_))) {
        screen.open(context.printer);
    }
    match context.is_last {
        // An abandoned rendering may still be running, and may use the runtime.
        true => std::mem::forget(runtime),
        // Watches and log streams need not be awaited.
        false => runtime.shutdown_background(),
    }
    result.map_err(|error| CommandError::new(&codes::INTERNAL, format!("a part of skeg failed: {error}")))
}

/// The runtime: at least two threads, so that a long computation does not block signals.
fn runtime() -> std::io::Result<Runtime> {
    let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
    tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()
}

/// Connects, which may run a credential plugin, within the command's time limit.
async fn connect(connection: &Connection, limit: Option<(Duration, Instant)>) -> Result<Cluster, Error> {
    let connecting = Cluster::connect(connection);
    let Some((limit, begun)) = limit else { return Ok(connecting.await?) };
    match tokio::time::timeout(limit.saturating_sub(begun.elapsed()), connecting).await {
        Ok(connected) => Ok(connected?),
        Err(_) => {
            let doing = "getting credentials for the cluster".to_string();
            Err(Error::TimedOut { limit, doing, is_waiting: false })
        }
    }
}

/// Sends while others do: a passive sender, such as a stream that nobody awaits, must not keep the loop running.
fn aside<T>(sender: &Arc<Sender<Message>>, wrap: fn(T) -> Message) -> impl Fn(T) + Send + Sync + use<T> {
    let sender = Arc::downgrade(sender);
    move |message| {
        if let Some(sender) = sender.upgrade() {
            drop(sender.send(wrap(message)));
        }
    }
}

/// Shows messages.
struct Show<'s> {
    screen: &'s mut Screen,
    log: Log,
    begun: Instant,
}

impl Show<'_> {
    /// Shows messages until nobody can send any more, or only abandoned senders are left.
    fn until(&mut self, receiver: &Receiver<Message>, printer: &mut Printer<'_>, is_done: impl Fn() -> bool) {
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(message) => self.take(message, printer),
                Err(RecvTimeoutError::Timeout) if is_done() => {
                    return receiver.try_iter().for_each(|message| self.take(message, printer));
                }
                Err(RecvTimeoutError::Timeout) => self.screen.tick(self.begun.elapsed(), printer),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn take(&mut self, message: Message, printer: &mut Printer<'_>) {
        let at = self.begun.elapsed();
        match message {
            Message::Plan(plan) => self.screen.begin(*plan),
            Message::Event(event) => self.screen.take(&event, at, printer),
            Message::Note(note) => self.screen.interrupt(at, printer, |printer| self.log.show(&note, printer)),
            Message::Detail(text) => self.screen.interrupt(at, printer, |printer| printer.debug(text)),
        }
    }
}

/// The first signal asks to stop; the second, or one after the work is done, ends the process at once.
async fn hear_signals(stop: Stop, is_over: Arc<AtomicBool>) {
    loop {
        if !platform::asked_to_end().await {
            return;
        }
        // A pager has the terminal and handles signals itself.
        if !pager::is_open() {
            break;
        }
    }
    if !is_over.load(Ordering::SeqCst) {
        stop.ask(StopCause::Interrupted);
        if !platform::asked_to_end().await {
            return;
        }
    }
    leave();
}

#[expect(clippy::exit, reason = "who asks twice, or when all is done, does not want to wait for anything")]
fn leave() -> ! {
    std::process::exit(i32::from(exit::INTERRUPTED));
}
