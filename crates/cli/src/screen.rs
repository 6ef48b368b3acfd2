//! Shows a running deploy: lines in a log, a redrawn block on a terminal, or JSON for programs.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use skeg_deploy::{Cluster, Event, Plan};
use skeg_report::{Destination, Piece, ProgressMode, ProgressText, Style, json_line};

use crate::command::Context;
use crate::flags::cluster::{ProgressForm, TrackingFlags};
use crate::level::Level;
use crate::line_colour;
use crate::opening::{Opener, Opening};
use crate::printer::Printer;

/// After this long without output a log gets a heartbeat.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How often a live block is redrawn.
const REDRAW: Duration = Duration::from_millis(100);

/// Columns and lines if there is no terminal.
const LOG_SIZE: (usize, usize) = (160, 40);

/// Shows the progress of a deploy.
pub(crate) struct Screen {
    form: Form,
    /// When something was last printed.
    last: Duration,
    heartbeat: Duration,
    /// Lines of the block currently on the screen.
    drawn: usize,
    /// Columns and lines.
    size: (usize, usize),
    opener: Opener,
}

enum Form {
    /// Only warnings.
    Nothing(Box<ProgressText>),
    Json {
        plan: Option<Box<Plan>>,
    },
    Lines(Box<ProgressText>),
    Live(Box<ProgressText>),
}

impl Screen {
    pub(crate) fn new(opening: Opening, flags: &TrackingFlags, context: &Context<'_, '_>) -> Screen {
        // Programs that read the events need no heading, and may not expect one.
        let is_read = flags.progress != Some(ProgressForm::Json) || context.terminal.is_some();
        let opener = Opener::new(if is_read { opening } else { Opening::Silent });
        let text = |mode| Box::new(ProgressText::new(mode));
        // Lines in between would make a block jump.
        let is_calm = context.terminal.is_some() && !context.printer.shows(Level::Debug);
        if !Screen::shows_progress(flags, context) {
            return Screen { opener, ..Screen::silent() };
        }
        let form = match flags.progress.unwrap_or_default() {
            ProgressForm::Json => Form::Json { plan: None },
            ProgressForm::Live => Form::Live(text(ProgressMode::Live)),
            ProgressForm::Auto if is_calm => Form::Live(text(ProgressMode::Live)),
            _ => Form::Lines(text(ProgressMode::Lines)),
        };
        let heartbeat = flags.progress_interval.unwrap_or(HEARTBEAT);
        Screen { form, last: Duration::ZERO, heartbeat, drawn: 0, size: context.terminal.unwrap_or(LOG_SIZE), opener }
    }

    /// Whether progress is shown, such as the logs of pods.
    pub(crate) fn shows_progress(flags: &TrackingFlags, context: &Context<'_, '_>) -> bool {
        match flags.progress.unwrap_or_default() {
            _ if flags.no_show_progress => false,
            ProgressForm::Json => true,
            form => form != ProgressForm::None && context.printer.shows(Level::Info),
        }
    }

    /// For commands that only read.
    pub(crate) fn reading(opening: Opening) -> Screen {
        Screen { opener: Opener::new(opening), ..Screen::silent() }
    }

    /// For users who do not want to watch.
    pub(crate) fn silent() -> Screen {
        let form = Form::Nothing(Box::new(ProgressText::new(ProgressMode::Lines)));
        Screen { form, last: Duration::ZERO, heartbeat: HEARTBEAT, drawn: 0, size: LOG_SIZE, opener: Opener::silent() }
    }

    /// Whether the result is printed as JSON too.
    pub(crate) fn is_json(&self) -> bool {
        matches!(self.form, Form::Json { .. })
    }

    /// The cluster is known.
    pub(crate) fn arrive(&mut self, cluster: &Cluster, printer: &mut Printer<'_>) {
        self.opener.arrive(cluster, printer);
    }

    /// The cluster, once it is known.
    pub(crate) fn destination(&self) -> Option<&Destination> {
        self.opener.destination()
    }

    /// Something that ends the command is about to be printed.
    pub(crate) fn open(&mut self, printer: &mut Printer<'_>) {
        self.opener.say(printer);
    }

    /// A plan is about to be run.
    pub(crate) fn begin(&mut self, plan: Plan) {
        self.opener.plan(&plan);
        match &mut self.form {
            Form::Nothing(_) => {}
            Form::Json { plan: known } => *known = Some(Box::new(plan)),
            Form::Lines(text) | Form::Live(text) => text.begin(plan),
        }
    }

    /// Something happened.
    pub(crate) fn take(&mut self, event: &Event, at: Duration, printer: &mut Printer<'_>) {
        self.opener.before(event, printer);
        let lines = match &mut self.form {
            Form::Nothing(text) => {
                if matches!(event, Event::Warning { .. }) {
                    text.take(event, at).iter().for_each(|line| printer.put(Level::Warning, line));
                }
                return;
            }
            Form::Json { plan } => {
                if let (None, Event::Warning { text }) = (&plan, event) {
                    printer.warn(text);
                }
                if let Some(plan) = plan {
                    printer.data(json_line(plan, event, at, self.opener.destination()) + "\n");
                    printer.flush();
                }
                return;
            }
            Form::Lines(text) | Form::Live(text) => text.take(event, at),
        };
        if lines.is_empty() {
            return;
        }
        self.erase(printer);
        self.say(&lines, printer);
        self.last = at;
        self.draw(at, printer);
    }

    /// Something else prints a message.
    pub(crate) fn interrupt(&mut self, at: Duration, printer: &mut Printer<'_>, speak: impl FnOnce(&mut Printer<'_>)) {
        self.erase(printer);
        speak(printer);
        self.draw(at, printer);
    }

    /// Called regularly.
    pub(crate) fn tick(&mut self, at: Duration, printer: &mut Printer<'_>) {
        match &self.form {
            Form::Live(_) if at.saturating_sub(self.last) >= REDRAW => {
                self.erase(printer);
                self.draw(at, printer);
                self.last = at;
            }
            Form::Lines(_) => self.tick_log(at, printer),
            _ => {}
        }
    }

    /// New states that lasted for a moment, or else a heartbeat.
    fn tick_log(&mut self, at: Duration, printer: &mut Printer<'_>) {
        let Form::Lines(text) = &mut self.form else { return };
        let mut lines = text.settled(at);
        if lines.is_empty() && at.saturating_sub(self.last) >= self.heartbeat {
            lines = text.block(at, self.size.1, self.size.0);
        }
        if !lines.is_empty() {
            self.last = at;
        }
        self.say(&lines, printer);
    }

    /// Lines of a log have a time.
    fn say(&self, lines: &[String], printer: &mut Printer<'_>) {
        let clock = if matches!(self.form, Form::Lines(_)) { format!("{} ", clock()) } else { String::new() };
        for line in lines {
            let mut pieces = vec![Piece::new(Style::Faint, clock.as_str())];
            pieces.extend(line_colour::painted(line));
            printer.put_styled(Level::Info, &pieces);
        }
    }

    /// Erases the block.
    pub(crate) fn close(&mut self, printer: &mut Printer<'_>) {
        self.erase(printer);
    }

    fn erase(&mut self, printer: &mut Printer<'_>) {
        if self.drawn > 0 {
            printer.erase_lines(self.drawn);
            self.drawn = 0;
        }
    }

    fn draw(&mut self, at: Duration, printer: &mut Printer<'_>) {
        let Form::Live(text) = &self.form else { return };
        let (columns, lines) = self.size;
        let block = text.block(at, lines.saturating_sub(2), columns.saturating_sub(1));
        self.drawn = block.len();
        block.iter().for_each(|line| printer.put_painted(Level::Info, line));
    }
}

/// `10:02:11Z`, the time of day in UTC.
fn clock() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() % 86_400;
    format!("{:02}:{:02}:{:02}Z", now / 3600, now / 60 % 60, now % 60)
}
