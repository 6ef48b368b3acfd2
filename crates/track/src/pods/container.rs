//! The state of each container of a pod.

use jiff::Timestamp;
use serde_json::Value;
use skeg_resources::Object;

/// One entry of a pod's container statuses.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Container<'a> {
    pub(crate) name: &'a str,
    pub(crate) is_init: bool,
    pub(crate) is_ready: bool,
    /// Its startup probe, if any, has succeeded.
    pub(crate) has_started: bool,
    pub(crate) restarts: u32,
    pub(crate) state: State<'a>,
    /// How its last run ended.
    pub(crate) last: Option<Termination<'a>>,
}

/// The current state of a container.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum State<'a> {
    Waiting { reason: &'a str, message: &'a str },
    Running { since: Option<Timestamp> },
    Terminated(Termination<'a>),
}

/// How a container ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Termination<'a> {
    pub(crate) exit_code: i64,
    pub(crate) reason: &'a str,
}

impl<'a> Container<'a> {
    fn read(status: &'a Value, is_init: bool) -> Container<'a> {
        Container {
            name: text(status, "name"),
            is_init,
            is_ready: flag(status, "ready"),
            has_started: status.get("started").is_none() || flag(status, "started"),
            restarts: status
                .get("restartCount")
                .and_then(Value::as_u64)
                .map_or(0, |n| n.try_into().unwrap_or(u32::MAX)),
            state: State::read(status.get("state")),
            last: status.pointer("/lastState/terminated").map(Termination::read),
        }
    }

    /// How it ended: now, or before its last restart.
    pub(crate) fn ending(&self) -> Option<&Termination<'a>> {
        match &self.state {
            State::Terminated(termination) => Some(termination),
            _ => self.last.as_ref(),
        }
    }

    pub(crate) fn waiting_reason(&self) -> &'a str {
        match self.state {
            State::Waiting { reason, .. } => reason,
            _ => "",
        }
    }

    pub(crate) fn is_in_crash_loop(&self) -> bool {
        self.waiting_reason() == "CrashLoopBackOff"
    }

    /// How often it ended, including just now.
    pub(crate) fn crashes(&self) -> u32 {
        match self.state {
            // The kubelet waits between restarts only from the second crash on.
            _ if self.is_in_crash_loop() => (self.restarts + 1).max(2),
            State::Terminated(ref end) if end.exit_code != 0 => self.restarts + 1,
            _ => self.restarts,
        }
    }

    /// `container api`, `init container setup`.
    pub(crate) fn title(&self) -> String {
        format!("{}container {}", if self.is_init { "init " } else { "" }, self.name)
    }
}

impl<'a> State<'a> {
    fn read(state: Option<&'a Value>) -> State<'a> {
        let part = |key: &str| state.and_then(|state| state.get(key)).filter(|part| !part.is_null());
        if let Some(terminated) = part("terminated") {
            return State::Terminated(Termination::read(terminated));
        }
        if let Some(running) = part("running") {
            return State::Running { since: text(running, "startedAt").parse().ok() };
        }
        match part("waiting") {
            Some(waiting) => State::Waiting { reason: text(waiting, "reason"), message: text(waiting, "message") },
            None => State::Waiting { reason: "", message: "" },
        }
    }
}

impl<'a> Termination<'a> {
    fn read(value: &'a Value) -> Termination<'a> {
        Termination {
            exit_code: value.get("exitCode").and_then(Value::as_i64).unwrap_or(0),
            reason: text(value, "reason"),
        }
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn flag(value: &Value, key: &str) -> bool {
    value.get(key).and_then(Value::as_bool).unwrap_or(false)
}

/// The containers of a pod, in starting order.
pub(crate) fn containers(pod: &Object) -> impl Iterator<Item = Container<'_>> {
    let of = move |key: &str, is_init: bool| {
        let list = pod.at(&["status", key]).and_then(Value::as_array);
        list.into_iter().flatten().map(move |status| Container::read(status, is_init))
    };
    of("initContainerStatuses", true).chain(of("containerStatuses", false))
}

/// The spec of a container.
pub(crate) fn spec_of<'a>(pod: &'a Object, name: &str) -> Option<&'a Value> {
    let list = |key: &str| pod.at(&["spec", key]).and_then(Value::as_array).into_iter().flatten();
    list("containers").chain(list("initContainers")).find(|container| text(container, "name") == name)
}
