//! The Go programs that answer: rebuilt if their sources changed, which is quick thanks to Go's cache.

use crate::{go_toolchain, process, workspace};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The module of the program to ask, which pins the libraries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Module {
    Helm3,
    Helm4,
}

/// A question for a program.
pub(super) struct Question {
    pub(super) module: Module,
    pub(super) kind: &'static str,
    pub(super) input: String,
    /// Further inputs, if the kind of question needs them.
    pub(super) against: Vec<String>,
}

impl Question {
    pub(super) fn new(kind: &'static str, input: impl Into<String>) -> Self {
        Self { module: Module::Helm4, kind, input: input.into(), against: Vec::new() }
    }
}

/// The answers, one per question, in the same order.
pub(super) fn ask(questions: &[&Question]) -> Result<Vec<String>, String> {
    let of = |module| questions.iter().copied().filter(|question| question.module == module).collect::<Vec<_>>();
    let mut of_helm3 = ask_one(Module::Helm3, &of(Module::Helm3))?.into_iter();
    let mut of_helm4 = ask_one(Module::Helm4, &of(Module::Helm4))?.into_iter();
    let answers = questions.iter().map(|question| match question.module {
        Module::Helm3 => of_helm3.next().unwrap_or_default(),
        Module::Helm4 => of_helm4.next().unwrap_or_default(),
    });
    Ok(answers.collect())
}

fn ask_one(module: Module, questions: &[&Question]) -> Result<Vec<String>, String> {
    let json: Vec<serde_json::Value> = questions
        .iter()
        .map(
            |question| serde_json::json!({"kind": question.kind, "input": question.input, "against": question.against}),
        )
        .collect();
    let json = serde_json::Value::from(json).to_string();
    let mut child = Command::new(built(module)?)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Helm's libraries warn about things that the tables do on purpose.
        .stderr(Stdio::null())
        .spawn()
        .map_err(|why| format!("starting the tables' program: {why}"))?;
    let stdin = child.stdin.take();
    let writer = std::thread::spawn(move || stdin.map_or(Ok(()), |mut stdin| stdin.write_all(json.as_bytes())));
    let output = child.wait_with_output().map_err(|why| format!("waiting for the tables' program: {why}"))?;
    let written = writer.join().map_err(|_| "asking the tables' program".to_owned())?;
    if !output.status.success() {
        return Err(format!("the tables' program ended with {} ({written:?})", output.status));
    }
    let answers: Vec<String> =
        serde_json::from_slice(&output.stdout).map_err(|why| format!("reading the answers: {why}"))?;
    if answers.len() == questions.len() {
        Ok(answers)
    } else {
        Err(format!("{} answers to {} questions", answers.len(), questions.len()))
    }
}

fn built(module: Module) -> Result<PathBuf, String> {
    let module = if module == Module::Helm3 { "helm3" } else { "helm4" };
    let binary = workspace::target()?.join(format!("tables-of-{module}"));
    let mut build = Command::new(go_toolchain::find()?);
    build.current_dir(workspace::root().join("xtask/oracles").join(module));
    build.env("CGO_ENABLED", "0").env("GOFLAGS", "-mod=readonly -buildvcs=false");
    build.args(["build", "-trimpath", "-o"]).arg(&binary).arg("./tables");
    process::run(&mut build)?;
    Ok(binary)
}
