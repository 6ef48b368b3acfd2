//! A plan as Markdown for a merge request comment: the important parts first, diffs folded, cut if it gets long.

use std::fmt::Write;

use skeg_plan::ChangeKind;

use super::PlanStyle;
use super::alike::{self, Alike};
use super::charts::{self, OrderLine};
use super::html::markup_free;
use super::lines::Line;
use super::model::{ChangeView, PlanView};
use super::words;
use crate::phrase::{clean, count, some_of};

/// The most lines of one diff.
const DIFF_LINES: usize = 300;
/// Forges accept comments of up to 65,536 characters; the rest is left for surrounding text.
const MOST: usize = 60_000;
/// The most names in a group of equal changes.
const NAMES: usize = 100;
/// Default lines of context.
const CONTEXT: usize = 3;

pub(super) fn markdown(view: &PlanView, style: PlanStyle, mermaid: Option<&str>) -> String {
    let mut text = format!("### {}\n\n", escaped(&words::title(view)));
    let standing = words::standing_at(view);
    if !standing.is_empty() {
        let _ = writeln!(text, "{}\n", escaped(&standing));
    }
    let _ = writeln!(text, "**{}**\n", escaped(&words::conclusion(view)));
    notices(view, &mut text);
    deletions(view, &mut text);
    let end = charts(view) + &order(mermaid);
    let mut unshown = 0;
    let (groups, alone) = alike::split(view);
    groups.iter().for_each(|group| text.push_str(&group_block(group)));
    let others = view.changes.iter().filter(|change| change.is_hook || change.kind == ChangeKind::Delete);
    for change in alone.into_iter().chain(others) {
        let block = block(change, style);
        let room = MOST.saturating_sub(end.len());
        if text.len() + block.len() > room {
            let line = format!("- {}\n", summary_line(change));
            if text.len() + line.len() > room {
                unshown += 1;
            } else {
                text.push_str(&line);
            }
            continue;
        }
        text.push_str(&block);
    }
    if unshown > 0 {
        let _ = writeln!(text, "\n… and {} more: `skeg release plan` shows all.\n", count(unshown, "change"));
    }
    text + &end
}

fn notices(view: &PlanView, text: &mut String) {
    if view.risks().next().is_some() {
        text.push_str("> **Data at risk**\n>\n");
        for (name, risk) in view.risks() {
            let _ = writeln!(text, "> - **{}** {risk}", escaped(name));
        }
        text.push('\n');
    }
    for note in &view.notes {
        let _ = writeln!(text, "- {}", escaped(note));
    }
    for warning in &view.warnings {
        let _ = writeln!(text, "- warning: {}", escaped(warning));
    }
    if !view.notes.is_empty() || !view.warnings.is_empty() {
        text.push('\n');
    }
}

fn deletions(view: &PlanView, text: &mut String) {
    if view.deletions().next().is_none() {
        return;
    }
    text.push_str("| deleted | why |\n| --- | --- |\n");
    for change in view.deletions() {
        let why = words::remarks(change).join("; ").replace('|', "\\|");
        let _ = writeln!(text, "| {} | {} |", escaped(&change.name).replace('|', "\\|"), escaped(&why));
    }
    text.push('\n');
}

/// Resources with the same change.
fn group_block(group: &Alike<'_>) -> String {
    let fields: Vec<String> = group.fields.iter().map(alike::one_line).collect();
    let names: Vec<String> = group.changes.iter().map(|change| change.name.clone()).collect();
    format!(
        "<details><summary><code>~ {}</code> · {}</summary>\n\n{}\n\n</details>\n\n",
        count(names.len(), "resource"),
        markup_free(&fields.join(", ")),
        escaped(&some_of(&names, NAMES)),
    )
}

fn summary_line(change: &ChangeView) -> String {
    let file = if change.origin.is_empty() { String::new() } else { format!(" · {}", markup_free(&change.origin)) };
    let hook = if change.is_hook { " · hook" } else { "" };
    format!("<code>{} {}</code>{hook}{file}", words::sign(change.kind), markup_free(&change.name))
}

fn block(change: &ChangeView, style: PlanStyle) -> String {
    let mut text = format!("<details><summary>{}</summary>\n\n", summary_line(change));
    for remark in words::remarks(change) {
        let _ = writeln!(text, "- {}", escaped(&remark));
    }
    if let Some(message) = &change.message {
        let _ = writeln!(text, "- the API server said: {}", escaped(message));
    }
    for field in change.fields.iter().filter(|field| !field.owners.is_empty()) {
        let _ = writeln!(text, "- {} is also set by {}", escaped(&field.path), escaped(&field.owners.join(", ")));
    }
    match change.folded {
        Some(folded) => {
            let _ = writeln!(text, "- {}", words::folded(folded));
        }
        None => text.push_str(&fence(change, style)),
    }
    text.push_str("\n</details>\n\n");
    text
}

/// The diff in a fence that nothing in it can close.
fn fence(change: &ChangeView, style: PlanStyle) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut left_out = 0;
    words::difference(change, style.context_lines.unwrap_or(CONTEXT), &mut |line: &Line<'_>| {
        if lines.len() < DIFF_LINES { lines.push(clean(&line.text())) } else { left_out += 1 }
    });
    if left_out > 0 {
        lines.push(format!("  … {} left out", count(left_out, "line")));
    }
    let body = lines.join("\n");
    let mut ticks = "```".to_string();
    while body.contains(&ticks) {
        ticks.push('`');
    }
    format!("\n{ticks}diff\n{body}\n{ticks}\n")
}

/// The order of the charts, cut to what fits.
fn charts(view: &PlanView) -> String {
    let mut text = String::new();
    let lines = charts::lines(&view.charts, view.deploy_type);
    for (at, OrderLine { depth, text: line, why }) in lines.iter().enumerate() {
        if text.len() > MOST / 4 {
            let _ = writeln!(text, "- … and {}: `skeg release plan` shows all.", count(lines.len() - at, "more line"));
            break;
        }
        let why = if why.is_empty() { String::new() } else { format!(" ({})", escaped(why)) };
        let _ = writeln!(text, "{}- {}{why}", "  ".repeat(*depth), escaped(line));
    }
    if text.is_empty() {
        text
    } else {
        format!("<details><summary>Charts in order</summary>\n\n{text}\n</details>\n\n")
    }
}

fn order(mermaid: Option<&str>) -> String {
    match mermaid {
        Some(drawn) if drawn.len() < MOST / 3 => {
            format!("<details><summary>Order</summary>\n\n```mermaid\n{drawn}```\n\n</details>\n")
        }
        Some(_) => "The order is too long to be drawn here: `--show-order` shows it as text.\n".to_string(),
        None => String::new(),
    }
}

/// Escapes a text for Markdown.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in markup_free(text).chars() {
        if matches!(character, '*' | '_' | '`' | '[' | ']' | '\\') {
            safe.push('\\');
        }
        safe.push(character);
    }
    safe
}
