//! A plan as one self-contained HTML page. The page's policy allows its only script, a filter, by its hash, so nothing
//! from a chart can run; without scripts the page shows the same.

use std::fmt::Write;

use skeg_plan::ChangeKind;

use super::PlanStyle;
use super::alike::{self, Alike};
use super::charts::{self, OrderLine};
use super::lines::Line;
use super::model::{ChangeView, PlanView, StepView, Verdict};
use super::words;
use crate::phrase::{clean, count, hooks_run};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/find.js");
/// The hash of the script including the line feed before it.
const SCRIPT_HASH: &str = "sha256-lNoXxd9Yh8up9AYIZe7dKNd9gLQrkVYM2ObFzbY9KxM=";
/// From this many changes on there is a filter.
const WORTH_A_SEARCH: usize = 5;
/// Default lines of context.
const CONTEXT: usize = 3;
/// Diffs of up to this many lines are open, if there are not too many.
const OPEN_LINES: usize = 40;
const OPEN_CHANGES: usize = 20;
/// Up to this many steps are visible without opening their stages.
const OPEN_STEPS: usize = 30;

pub(super) fn html(view: &PlanView, style: PlanStyle, picture: &str) -> String {
    let title = markup_free(&words::title(view));
    let is_searched = view.changes.len() >= WORTH_A_SEARCH;
    let scripts = if is_searched { format!("; script-src '{SCRIPT_HASH}'") } else { String::new() };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{scripts}\">\n\
         <title>{title}</title>\n<style>\n{}{STYLE}</style>\n</head>\n<body>\n<main>\n",
        super::picture::STYLE,
    );
    header(view, &mut page);
    if is_searched {
        page.push_str("<input type=\"search\" id=\"find\" placeholder=\"Filter by name or text\" hidden>\n");
    }
    notices(view, &mut page);
    let is_large = view.changes.len() > OPEN_CHANGES;
    let is_open = !is_large;
    // In a large plan the graph says more than the first of many changes.
    if is_large {
        order(view, picture, &mut page);
    }
    let (groups, alone) = if style.all { (Vec::new(), view.deploys().collect()) } else { alike::split(view) };
    let groups = groups.iter().map(group);
    let changes = groups.chain(alone.into_iter().map(|change| details(change, style, is_open))).collect();
    section(&mut page, "Changes", changes);
    section(&mut page, "Hooks that run", view.hooks().map(|change| details(change, style, is_open)).collect());
    section(&mut page, "Deleted", view.deletions().map(|change| details(change, style, false)).collect());
    if !is_large {
        order(view, picture, &mut page);
    }
    page.push_str("</main>\n");
    if is_searched {
        let _ = write!(page, "<script>\n{SCRIPT}</script>\n");
    }
    page + "</body>\n</html>\n"
}

fn order(view: &PlanView, picture: &str, page: &mut String) {
    let item = |OrderLine { depth, text, why }: OrderLine| {
        let why = if why.is_empty() { why } else { format!(" <span class=\"faint\">({})</span>", markup_free(&why)) };
        // Nested lists would bloat the page with markup; indentation is enough.
        format!("<li style=\"margin-left: {}em\">{}{why}</li>\n", depth * 2, markup_free(&text))
    };
    let lines: String = charts::lines(&view.charts, view.deploy_type).into_iter().map(item).collect();
    let list = (!lines.is_empty()).then(|| format!("<ul>\n{lines}</ul>\n"));
    section(page, "Charts in order", list.into_iter().collect());
    if view.verdict != Verdict::Nothing {
        section(page, "Order", vec![
            "<input type=\"checkbox\" id=\"zoom\" hidden><label class=\"zoom\" for=\"zoom\">⤢ fit / full size</label>\n".to_string(),
            format!("<div class=\"picture\">{picture}</div>\n"),
            list_of_steps(view),
        ]);
    }
}

fn section(page: &mut String, title: &str, parts: Vec<String>) {
    if !parts.is_empty() {
        let _ = writeln!(page, "<section>\n<h2>{title}</h2>\n{}</section>", parts.concat());
    }
}

fn header(view: &PlanView, page: &mut String) {
    let _ = writeln!(page, "<header>\n<h1>{}</h1>", markup_free(&words::title(view)));
    if let Some(made) = &view.made {
        let by = format!("Planned at {} by {}. Nothing was written.", made.at, made.by);
        let _ = writeln!(page, "<p class=\"faint\">{}</p>", markup_free(&by));
    }
    let standing = words::standing_at(view);
    if !standing.is_empty() {
        let _ = writeln!(page, "<p class=\"faint\">{}</p>", markup_free(&standing));
    }
    let kinds = [ChangeKind::Create, ChangeKind::Update, ChangeKind::Apply, ChangeKind::Recreate, ChangeKind::Delete];
    page.push_str("<p class=\"counts\">");
    for kind in kinds.into_iter().filter(|kind| view.count(*kind) > 0) {
        let (sign, verb) = (words::sign(kind), words::verb(kind));
        let _ = write!(page, "<span class=\"badge {verb}\">{sign} {} to {verb}</span> ", view.count(kind));
    }
    if view.unchanged > 0 {
        let _ = write!(page, "<span class=\"badge\">{} unchanged</span> ", view.unchanged);
    }
    if let Some(hooks) = hooks_run(view.hooks) {
        let _ = write!(page, "<span class=\"badge\">{hooks}</span>");
    }
    page.push_str("</p>\n");
    if view.verdict != Verdict::Changes {
        let _ = writeln!(page, "<p>{}</p>", markup_free(&words::conclusion(view)));
    }
    page.push_str("</header>\n");
}

fn notices(view: &PlanView, page: &mut String) {
    if view.risks().next().is_some() {
        page.push_str("<aside class=\"risk\">\n<h2>Data at risk</h2>\n<ul>\n");
        for (name, risk) in view.risks() {
            let _ = writeln!(page, "<li><strong>{}</strong> {}</li>", markup_free(name), markup_free(&risk));
        }
        page.push_str("</ul>\n</aside>\n");
    }
    if view.notes.is_empty() && view.warnings.is_empty() {
        return;
    }
    page.push_str("<aside>\n<ul>\n");
    for note in &view.notes {
        let _ = writeln!(page, "<li>{}</li>", markup_free(note));
    }
    for warning in &view.warnings {
        let _ = writeln!(page, "<li><strong>warning</strong>: {}</li>", markup_free(warning));
    }
    page.push_str("</ul>\n</aside>\n");
}

fn details(change: &ChangeView, style: PlanStyle, may_open: bool) -> String {
    let (diff, lines) = if change.folded.is_none() { diff(change, style) } else { (String::new(), 0) };
    let open = if may_open && lines <= OPEN_LINES && change.kind != ChangeKind::Create { " open" } else { "" };
    let verb = words::verb(change.kind);
    // Important remarks are visible without opening the diff.
    let mut about = words::remarks(change);
    about.insert(0, change.origin.clone());
    about.retain(|part| !part.is_empty());
    let mut text = format!(
        "<details class=\"{verb}\"{open}>\n<summary><span class=\"sign\">{}</span> <strong>{}</strong> <span class=\"faint\">{}</span></summary>\n",
        words::sign(change.kind),
        markup_free(&change.name),
        markup_free(&about.join(" · ")),
    );
    let mut remarks: Vec<String> = Vec::new();
    remarks.extend(change.message.iter().map(|message| format!("the API server said: {message}")));
    for field in change.fields.iter().filter(|field| !field.owners.is_empty()) {
        remarks.push(format!("{} is also set by {}", field.path, field.owners.join(", ")));
    }
    remarks.extend(change.folded.map(|folded| words::folded(folded).to_string()));
    if !remarks.is_empty() {
        let items: String = remarks.iter().map(|remark| format!("<li>{}</li>\n", markup_free(remark))).collect();
        let _ = write!(text, "<ul>\n{items}</ul>\n");
    }
    text + &diff + "</details>\n"
}

/// The diff, and its number of lines.
fn diff(change: &ChangeView, style: PlanStyle) -> (String, usize) {
    let (mut text, mut lines) = ("<pre>".to_string(), 0);
    words::difference(change, style.context_lines.unwrap_or(CONTEXT), &mut |line| {
        let shown = markup_free(&line.text());
        text.push_str(&match line {
            Line::Same(_) => shown,
            Line::Removed(_) => format!("<del>{shown}</del>"),
            Line::Added(_) => format!("<ins>{shown}</ins>"),
            Line::Gap(_) => format!("<span class=\"faint\">{shown}</span>"),
        });
        text.push('\n');
        lines += 1;
    });
    (text + "</pre>\n", lines)
}

/// Resources with the same change.
fn group(group: &Alike<'_>) -> String {
    let fields: Vec<String> = group.fields.iter().map(alike::one_line).collect();
    let names = group.changes.iter().map(|change| format!("<li>{}</li>\n", markup_free(&change.name)));
    format!(
        "<details class=\"update\">\n<summary><span class=\"sign\">~</span> <strong>{}</strong> <span class=\"faint\">{}</span></summary>\n<ul>\n{}</ul>\n</details>\n",
        count(group.changes.len(), "resource"),
        markup_free(&fields.join(", ")),
        names.collect::<String>(),
    )
}

/// The steps by stage, each foldable.
fn list_of_steps(view: &PlanView) -> String {
    let steps: Vec<&StepView> = view.steps.iter().filter(|step| step.is_write).collect();
    let mut text = "<details>\n<summary>What waits for what, and why</summary>\n".to_string();
    for stage in steps.chunk_by(|one, other| one.stage == other.stage) {
        let open = if steps.len() <= OPEN_STEPS { " open" } else { "" };
        let (title, steps) = (markup_free(stage[0].stage), count(stage.len(), "step"));
        let _ = writeln!(text, "<details class=\"stage\"{open}>\n<summary>{title}: {steps}</summary>\n<ol>");
        for step in stage {
            let _ = write!(text, "<li>{}", markup_free(&step.title));
            for (what, why) in &step.waits {
                let (what, why) = (markup_free(what), markup_free(why));
                let _ = write!(text, "<br>when {what} <span class=\"faint\">({why})</span>");
            }
            text.push_str("</li>\n");
        }
        text.push_str("</ol>\n</details>\n");
    }
    text + "</details>\n"
}

/// Escapes a text for HTML.
pub(super) fn markup_free(text: &str) -> String {
    clean(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::{SCRIPT, SCRIPT_HASH};

    #[test]
    fn the_policy_knows_the_script() {
        let hash = STANDARD.encode(Sha256::digest(format!("\n{SCRIPT}")));
        assert_eq!(format!("sha256-{hash}"), SCRIPT_HASH);
    }
}
