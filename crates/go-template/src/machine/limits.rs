//! Limits that keep a rendering from exhausting the machine: work, memory, output and nesting.
//!
//! Work is counted at the points that loops and recursion must pass: blocks, calls, and the bytes that go into and out
//! of functions.

use crate::{CallError, Value};

/// The limits of a rendering.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes that one template or function may produce, and that a function may be given.
    pub output: usize,
    /// Bytes of stack; the executing thread must have somewhat more.
    pub stack: usize,
    /// Steps: about one for each executed node of a template and eight for each call.
    pub work: u64,
    /// Bytes of memory on top of what was in use early on.
    pub memory: usize,
    /// Returns the process's memory use in bytes, if that can be measured.
    pub memory_in_use: Option<fn() -> usize>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { output: LARGEST, stack: 1 << 20, work: 500_000_000, memory: 1 << 30, memory_in_use: None }
    }
}

/// The longest text in bytes. Writers stop there, and the caller refuses the result.
pub const LARGEST: usize = 128 << 20;

/// How deep functions may execute templates that call such functions again. Helm stops at 1000 for each name.
pub(super) const MAX_NESTING: usize = 5000;

/// How deep values may nest that functions walk completely.
const MAX_VALUE_DEPTH: usize = 1000;

/// The steps between two memory measurements.
const LOOK_EVERY: u64 = 1 << 20;

const WORK_OF_CALL: u64 = 8;

/// The resources used so far.
#[derive(Default)]
pub(super) struct Spent {
    work: u64,
    next_look: u64,
    /// The memory use at the first measurement.
    memory_before: Option<usize>,
}

impl Spent {
    /// Adds steps; fails if a limit is exceeded.
    #[inline]
    pub(super) fn add(&mut self, steps: u64, limits: &Limits) -> Result<(), String> {
        self.work = self.work.saturating_add(steps);
        if self.work < self.next_look { Ok(()) } else { self.look(limits) }
    }

    /// Adds a call with its arguments.
    #[inline]
    pub(super) fn add_call(&mut self, arguments: &[Value], limits: &Limits) -> Result<(), String> {
        let bytes = arguments.iter().map(size).sum::<usize>();
        if bytes > limits.output {
            return Err(too_large("what it is given", limits.output));
        }
        self.add(WORK_OF_CALL + bytes as u64 / 64, limits)
    }

    /// Adds the result of a call.
    #[inline]
    pub(super) fn add_result(&mut self, result: &Value, limits: &Limits) -> Result<(), String> {
        let bytes = size(result);
        if bytes > limits.output {
            return Err(too_large("the output", limits.output));
        }
        self.add(bytes as u64 / 64, limits)
    }

    #[cold]
    fn look(&mut self, limits: &Limits) -> Result<(), String> {
        if self.work > limits.work {
            return Err(format!("templates take more than {} steps", limits.work));
        }
        self.next_look = self.work.saturating_add(LOOK_EVERY).min(limits.work.saturating_add(1));
        if let Some(memory_in_use) = limits.memory_in_use {
            let now = memory_in_use();
            if now.saturating_sub(*self.memory_before.get_or_insert(now)) > limits.memory {
                return Err(format!("templates take more than {} bytes of memory", limits.memory));
            }
        }
        Ok(())
    }
}

fn too_large(what: &str, limit: usize) -> String {
    format!("{what} is larger than {limit} bytes")
}

/// The size of a value itself, without the contents of maps and lists.
#[inline]
fn size(value: &Value) -> usize {
    match value {
        Value::Str(text) | Value::Bytes(text) => text.len(),
        Value::List(list) => list.len() * size_of::<Value>(),
        _ => 0,
    }
}

/// Refuses a value that is too large or too deep to be walked completely. Shared parts count each time.
pub(super) fn check_whole(value: &Value, limit: usize) -> Result<(), CallError> {
    let mut left = limit;
    if !matches!(value, Value::List(_) | Value::Map(_)) || weigh(value, &mut left, 0) {
        return Ok(());
    }
    Err(CallError::Limit("the value is too large or nests too deeply".to_string()))
}

/// Subtracts a value's size from what is left.
fn weigh(value: &Value, left: &mut usize, depth: usize) -> bool {
    let own = size_of::<Value>() + if let Value::Str(text) = value { text.len() } else { 0 };
    let Some(rest) = left.checked_sub(own).filter(|_| depth < MAX_VALUE_DEPTH) else {
        return false;
    };
    *left = rest;
    match value {
        Value::List(list) => list.iter().all(|item| weigh(item, left, depth + 1)),
        Value::Map(map) => map.with(|entries| entries.iter().all(|(_, item)| weigh(item, left, depth + 1))),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{Limits, check_whole};
    use crate::{CallError, Function, FunctionTable, Machine, Map, Param, Str, TemplateSet, Value};

    static FUNCTIONS: &[Function] = &[
        Function::fixed("same", &[Param::Any], |_, a| Ok(std::mem::take(&mut a[0]))),
        Function::fixed("twice", &[Param::Any], |_, a| Ok(Value::list(vec![a[0].clone(), a[0].clone()]))),
        Function::fixed("run", &[Param::String], |m, a| {
            let text = a[0].as_str().cloned().unwrap_or_default();
            let overlay =
                m.parse_overlay("text", &text).map_err(|error| CallError::Parse(String::new(), error.into()))?;
            let output = m.execute_overlay(&overlay, a[0].clone());
            output.map(Value::Str).map_err(|error| CallError::Exec(String::new(), error))
        }),
    ];

    fn run(text: &str, limits: Limits) -> Result<Str, String> {
        let mut functions = FunctionTable::default();
        functions.add(FUNCTIONS);
        let mut set = TemplateSet::new(functions);
        set.add(set.parse("t", text.to_string()).map_err(|error| error.to_string())?);
        let execute =
            || Machine::new(&set, &(), false, limits).execute("t", Value::Nil, "t").map_err(|e| e.to_string());
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, execute);
            thread.expect("a thread starts").join().expect("no overflow")
        })
    }

    #[test]
    fn endless_work_ends() {
        let limits = Limits { work: 10_000, output: 100_000, stack: 200 << 20, ..Limits::default() };
        let rows = [
            ("{{range 9223372036854775807}}{{end}}", "templates take more than 10000 steps"),
            ("{{range 2000}}{{same 1}}{{end}}", "templates take more than 10000 steps"),
            (r#"{{define "a"}}{{template "a"}}{{template "a"}}{{end}}{{template "a"}}"#, "templates take more than"),
            (
                r#"{{$x := "12345678"}}{{range 60}}{{$x = print $x $x}}{{end}}"#,
                "what it is given is larger than 100000",
            ),
            (
                r#"{{range 100}}{{$x := printf "%1000[1]d%1000[1]d" 1}}{{$x}}{{end}}"#,
                "the output is larger than 100000",
            ),
        ];
        for (text, expected) in rows {
            let message = run(text, limits).expect_err(text);
            assert!(message.contains(expected), "{text}: {message}");
        }
        assert_eq!(run("{{range 100}}{{same 1}}{{end}}", limits).map(|out| out.len()), Ok(100));
    }

    #[test]
    fn texts_that_execute_themselves_end() {
        let limits = Limits { stack: 200 << 20, ..Limits::default() };
        let message = run(r#"{{run "{{run .}}"}}"#, limits).expect_err("endless");
        assert!(message.ends_with("templates call each other too deeply"), "{}", &message[message.len() - 100..]);
        assert_eq!(message.matches("error calling run").count(), super::MAX_NESTING);
    }

    #[test]
    fn little_is_kept_of_executions_inside_each_other() {
        let mut functions = FunctionTable::default();
        functions.add(FUNCTIONS);
        let mut set = TemplateSet::new(functions);
        set.add(set.parse("t", r#"{{run "{{run .}}"}}"#.to_string()).expect("parses"));
        let limits = Limits { stack: 512 << 10, ..Limits::default() };
        let mut machine = Machine::new(&set, &(), false, limits);
        assert!(machine.execute("t", Value::Nil, "t").is_err());
        assert_eq!(machine.buffers.len(), crate::machine::MAX_BUFFERS);
    }

    #[test]
    fn messages_are_cut() {
        let text = "{{$x := 1}}{{range 20}}{{$x = twice $x}}{{end}}{{eq $x $x}}";
        let message = run(text, Limits { stack: 200 << 20, ..Limits::default() }).expect_err("no comparison");
        let (beginning, end) = (&message[..100], &message[message.len() - 30..]);
        assert!(beginning.contains("error calling eq: non-comparable type [["), "{beginning}");
        assert!(message.contains(" bytes left out … "), "{beginning}");
        assert!(end.ends_with("]]: []interface {}"), "{end}");
        assert!(message.len() < 1_200_000, "{}", message.len());
    }

    #[test]
    fn memory_that_grows_is_refused() {
        static IN_USE: AtomicUsize = AtomicUsize::new(0);
        let memory_in_use = Some((|| IN_USE.fetch_add(1 << 20, Ordering::Relaxed)) as fn() -> usize);
        let limits = Limits { memory: 3 << 20, memory_in_use, ..Limits::default() };
        let message = run("{{range 100000000}}{{end}}", limits).expect_err("too much");
        assert!(message.contains("templates take more than 3145728 bytes of memory"), "{message}");
    }

    #[test]
    fn values_that_hold_themselves_or_grow_by_sharing_are_refused() {
        let map = Map::new();
        map.set("self", Value::Map(map.clone()));
        assert!(check_whole(&Value::Map(map), 1 << 20).is_err());
        let shared = (0..40).fold(Value::int(1), |inner, _| Value::list(vec![inner.clone(), inner]));
        assert!(check_whole(&shared, 1 << 20).is_err());
        let text = Value::Str(Str::from("x".repeat(1000)));
        assert!(check_whole(&Value::list(vec![text.clone(); 10]), 1000).is_err());
        assert!(check_whole(&Value::list(vec![text; 10]), 20_000).is_ok());
    }
}
