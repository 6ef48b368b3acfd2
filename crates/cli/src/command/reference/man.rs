//! Man pages: one for `skeg`, one per command. Plain `man` macros and ASCII, so that every formatter reads them.

use super::{headed, parts, variables, without_effect};
use crate::command::{COMMANDS, Command};
use crate::error::exit;
use crate::flags::{Flag, usage};

/// All pages: file name and text.
pub(in crate::command) fn pages() -> Vec<(String, String)> {
    let of_commands = COMMANDS.iter().map(|command| (format!("{}.1", name(command)), of_command(command)));
    std::iter::once(("skeg.1".to_string(), overview())).chain(of_commands).collect()
}

/// `skeg-release-install`.
fn name(command: &Command) -> String {
    format!("skeg-{}", command.path.join("-"))
}

fn head(name: &str, about: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        ".TH {} 1 \"\" \"skeg {version}\" \"Skeg\"\n.nh\n.ad l\n.SH NAME\n{} \\- {}\n",
        escaped(&name.to_uppercase()),
        escaped(name),
        escaped(about)
    )
}

fn overview() -> String {
    let mut out = head("skeg", "ship Helm charts to Kubernetes");
    out.push_str(".SH SYNOPSIS\n.B skeg\n.I COMMAND\n[flags]\n.SH COMMANDS\n");
    for command in COMMANDS {
        out.push_str(&format!(".TP\n.BR {} (1)\n{}.\n", escaped(&name(command)), escaped(command.about)));
    }
    out.push_str(".SH ENVIRONMENT\n");
    out.push_str(&paragraph(
        "Every flag has a variable: --kube-version is SKEG_KUBE_VERSION, or SKEG_CHART_RENDER_KUBE_VERSION for one command. \
         If no SKEG_ variable is set, the NELM_ one is used. The pages of the commands name the variables of Helm and Kubernetes that are read.",
    ));
    out.push_str(".SH EXIT STATUS\n");
    for (status, meaning) in STATUSES {
        out.push_str(&format!(".TP\n.B {status}\n{}\n", escaped(meaning)));
    }
    out
}

const STATUSES: &[(u8, &str)] = &[
    (exit::SUCCESS, "done, or nothing to do"),
    (exit::FAILURE, "failed or refused"),
    (exit::CHANGES_PLANNED, "with --exit-code: resources would change; of commands that compare: something differs"),
    (exit::RECORDS_PLANNED, "with --exit-code: only hooks would run, or the record would change"),
    (exit::UNWRITTEN, "deployed, but a requested file could not be written"),
    (exit::INTERRUPTED, "interrupted"),
];

fn of_command(command: &Command) -> String {
    let mut out = head(&name(command), command.about);
    out.push_str(&format!(".SH SYNOPSIS\n.B skeg {}\n", escaped(&command.path.join(" "))));
    if !command.arguments.is_empty() {
        out.push_str(&format!("{}\n", line(command.arguments)));
    }
    out.push_str("[flags]\n");
    let (text, examples) = parts(command);
    if !text.is_empty() {
        out.push_str(".SH DESCRIPTION\n");
        out.push_str(&paragraph(text));
    }
    out.push_str(".SH OPTIONS\n");
    for (title, flags) in headed(command.flags) {
        out.push_str(&format!(".SS {}\n", escaped(title)));
        flags.iter().for_each(|flag| out.push_str(&option(command, flag)));
    }
    let names: Vec<String> = without_effect(command.flags).iter().map(|flag| format!("--{}", flag.name)).collect();
    if !names.is_empty() {
        out.push_str(".SS Accepted, without effect\n");
        out.push_str(&paragraph(&format!("{}.", names.join(", "))));
    }
    if !examples.is_empty() {
        out.push_str(".SH EXAMPLES\n.nf\n");
        examples.lines().for_each(|example| out.push_str(&format!("{}\n", line(example.trim()))));
        out.push_str(".fi\n");
    }
    out.push_str(".SH SEE ALSO\n.BR skeg (1)\n");
    out
}

fn option(command: &Command, flag: &Flag) -> String {
    let short = flag.short.map(|letter| format!("-{letter}"));
    let names = short.into_iter().chain(flag.names().map(|name| format!("--{name}")));
    let names: Vec<String> = names.map(|name| format!("\\fB{}\\fR", escaped(&name))).collect();
    let mut out = format!(".TP\n{}\\fI{}\\fR\n", names.join(", "), escaped(&usage::value(flag)));
    out.push_str(&format!("{}.\n", line(flag.doc)));
    let variables = variables(command, flag);
    if !variables.is_empty() {
        out.push_str(&format!("[{}]\n", escaped(&variables.join(", "))));
    }
    out
}

/// Filled text; every line is safe at its start.
fn paragraph(text: &str) -> String {
    text.lines().fold(String::new(), |out, text| out + &line(text) + "\n")
}

/// A line that roff does not take for a request.
fn line(text: &str) -> String {
    let escaped = escaped(text);
    if escaped.starts_with(['.', '\'']) { format!("\\&{escaped}") } else { escaped }
}

/// Escapes text for roff.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\e"),
            '-' => out.push_str("\\-"),
            '\'' => out.push_str("\\(aq"),
            '`' => out.push_str("\\(ga"),
            '^' => out.push_str("\\(ha"),
            '~' => out.push_str("\\(ti"),
            '…' => out.push_str("..."),
            c if c.is_ascii() => out.push(c),
            c => out.push_str(&format!("\\[u{:04X}]", u32::from(c))),
        }
    }
    out
}
