//! Masks secrets in events: messages of servers, logs and events may quote them.

use skeg_resources::KnownSecrets;

use crate::event::{ChartRun, Ending, Event, Failure};

impl Event {
    /// Masks every known secret.
    pub fn mask(&mut self, secrets: &KnownSecrets) {
        match self {
            Event::OperationEnded { ending, .. } => ending.mask(secrets),
            Event::Progress { progress, .. } => progress.mask(secrets),
            Event::Chart { run, .. } => run.mask(secrets),
            Event::Log { line: text, .. }
            | Event::Message { text, .. }
            | Event::Waiting { text }
            | Event::Warning { text } => hide(text, secrets),
            Event::PlanStarted { .. } | Event::OperationStarted { .. } | Event::Stopping { .. } => {}
        }
    }
}

impl Ending {
    /// Masks every known secret.
    pub fn mask(&mut self, secrets: &KnownSecrets) {
        let (Ending::Failed(failure) | Ending::Ignored(failure)) = self else { return };
        let Failure { kind: _, message, pod: _, container: _, log_lines, events } = failure;
        for text in [message].into_iter().chain(log_lines).chain(events) {
            hide(text, secrets);
        }
    }
}

impl ChartRun {
    /// Masks every known secret.
    pub fn mask(&mut self, secrets: &KnownSecrets) {
        self.error.iter_mut().for_each(|error| hide(error, secrets));
    }
}

fn hide(text: &mut String, secrets: &KnownSecrets) {
    if let std::borrow::Cow::Owned(masked) = secrets.mask(text) {
        *text = masked;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use skeg_resources::KnownSecrets;

    use skeg_resources::Progress;

    use crate::event::{ChartRun, Ending, Event, Failure};

    #[test]
    fn no_text_of_an_event_tells_a_secret() {
        let secrets = KnownSecrets::default();
        secrets.add("hunter22");
        let text = || "a hunter22 b".to_string();
        let failure =
            Failure { message: text(), log_lines: vec![text(), text()], events: vec![text()], ..Failure::default() };
        let ended = |ending| Event::OperationEnded { operation: 0, ending, took: Duration::ZERO };
        let progress = Progress { waits: text(), ..Progress::default() };
        for mut event in [
            ended(Ending::Failed(failure.clone())),
            ended(Ending::Ignored(failure)),
            Event::Progress { operation: 0, progress },
            Event::Chart { chart: 0, run: ChartRun { error: Some(text()), ..ChartRun::default() } },
            Event::Log { operation: 0, pod: "p".into(), container: "c".into(), line: text() },
            Event::Message { operation: 0, text: text() },
            Event::Waiting { text: text() },
            Event::Warning { text: text() },
        ] {
            event.mask(&secrets);
            let json = serde_json::to_string(&event).unwrap();
            assert!(json.contains("<hidden>") && !json.contains("hunter22"), "{json}");
        }
    }
}
