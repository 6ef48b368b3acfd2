//! Files that flags ask for: checked before anything is done, so that no deploy ends without a place for its report.

use std::fs::{self, OpenOptions};
use std::path::Path;

use skeg_report::codes;

use super::plan::flags::OUT;
use crate::atomic_file::create_private;
use crate::command::Context;
use crate::error::{CommandError, go_reason};
use crate::flags::cluster::{RecordFlags, SAVE_GRAPH, SAVE_REPORT, SAVE_ROLLBACK_GRAPH};
use crate::plain_file::{self, is_stream, refuse_link};

/// The content of a requested file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Plan,
    Graph,
    RollbackGraph,
    Report,
}

impl Content {
    fn flag(self) -> &'static str {
        match self {
            Content::Plan => OUT.name,
            Content::Graph => SAVE_GRAPH.name,
            Content::RollbackGraph => SAVE_ROLLBACK_GRAPH.name,
            Content::Report => SAVE_REPORT.name,
        }
    }
}

/// Refuses files that could not be written at the end.
pub(super) fn check(flags: &RecordFlags, context: &Context<'_, '_>) -> Result<(), CommandError> {
    check_one(Content::Graph, flags.save_graph_to.as_deref(), context)?;
    check_one(Content::RollbackGraph, flags.save_rollback_graph_to.as_deref(), context)?;
    check_one(Content::Report, flags.save_report_to.as_deref(), context)
}

/// Refuses a requested file that could not be written.
pub(super) fn check_one(content: Content, shown: Option<&str>, context: &Context<'_, '_>) -> Result<(), CommandError> {
    let Some(shown) = shown else { return Ok(()) };
    probe(shown, &context.directory.join(shown)).map_err(|(why, hint)| {
        let flag = content.flag();
        CommandError::new(&codes::FILE_UNWRITABLE, format!("--{flag} {shown}: {why}")).hint(hint)
    })?;
    check_ending(content, shown)
}

/// Refuses extensions that do not match the content.
fn check_ending(content: Content, shown: &str) -> Result<(), CommandError> {
    let ending =
        Path::new(shown).extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    let is_known = |known: &[&str]| known.contains(&ending.as_str());
    let (is_wrong, what, hint) = match content {
        Content::Graph | Content::RollbackGraph => (
            is_known(PICTURES) || is_known(PAGES) || is_known(DATA),
            "a graph can be written as Graphviz, Mermaid or SVG",
            "Name it .dot, .mmd or .svg. A page with the graph and all changes: skeg release plan … -o html",
        ),
        Content::Report => (
            is_known(PICTURES) || is_known(PAGES) || is_known(GRAPHS) || is_known(&["yaml", "yml"]),
            "a report is written as JSON",
            "Name it .json. A page about a deploy to come: skeg release plan … -o html",
        ),
        Content::Plan => (
            is_known(PICTURES) || is_known(PAGES) || is_known(GRAPHS) || is_known(&["yaml", "yml"]),
            "a plan that can be executed is written as JSON",
            "Name it .json. To look at the plan: -o html, -o markdown or -o yaml, with > FILE",
        ),
    };
    match is_wrong {
        true => Err(CommandError::new(&codes::BAD_VALUE, format!("--{} {shown}: {what}", content.flag()))
            .hint("Nothing was changed.")
            .hint(hint)),
        false => Ok(()),
    }
}

const PICTURES: &[&str] = &["png", "jpg", "jpeg", "gif", "webp", "pdf"];
const PAGES: &[&str] = &["html", "htm", "xml"];
const DATA: &[&str] = &["json", "yaml", "yml"];
const GRAPHS: &[&str] = &["svg", "dot", "gv", "mmd", "mermaid", "md", "markdown"];

/// Why a file cannot be written, and what to do.
type Obstacle = (String, String);

fn probe(shown: &str, path: &Path) -> Result<(), Obstacle> {
    const ELSEWHERE: &str = "Nothing was changed. Name a file that can be written.";
    let refused = |error: std::io::Error| (go_reason(&error), ELSEWHERE.to_string());
    if !is_stream(path) {
        refuse_link(path).map_err(refused)?;
    }
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => {
            let inside = Path::new(shown).join("FILE");
            Err((
                "this is a folder".to_string(),
                format!("Nothing was changed. Name a file in it: {}", inside.display()),
            ))
        }
        // It keeps its content until there is something to replace it.
        Ok(about) if about.is_file() => OpenOptions::new().append(true).open(path).map(drop).map_err(refused),
        // Opening a pipe would wait for its reader.
        Ok(_) => Ok(()),
        Err(_) => {
            let folder = path.parent().unwrap_or(path);
            if !folder.is_dir() {
                if let Some(file) = folder.ancestors().find(|above| above.exists()).filter(|above| !above.is_dir()) {
                    return Err((format!("{} is a file, not a folder", file.display()), ELSEWHERE.to_string()));
                }
                let shown = Path::new(shown).parent().unwrap_or(folder).display();
                let hint = format!("Nothing was changed. Create it first: mkdir -p {shown}");
                return Err((format!("there is no folder {shown}"), hint));
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let probe = path.with_file_name(format!(".{name}.skeg-{}", std::process::id()));
            create_private(&probe).map_err(refused)?;
            fs::remove_file(&probe).map_err(refused)
        }
    }
}

/// Writes a requested file.
pub(super) fn write(
    content: Content,
    path: Option<&str>,
    context: &Context<'_, '_>,
    text: impl FnOnce(&str) -> String,
) -> Result<(), CommandError> {
    let Some(path) = path else { return Ok(()) };
    plain_file::write(&context.directory.join(path), text(path).as_bytes()).map_err(|error| {
        CommandError::new(
            &codes::FILE_UNWRITABLE,
            format!("--{}: writing {path}: {}", content.flag(), go_reason(&error)),
        )
    })
}
