//! A plan as text: the summary, each change with its sign, equal changes grouped, then deletions, risks, the order, the
//! summary again.

use serde_json::Value;
use skeg_plan::ChangeKind;
use skeg_resources::to_yaml;

use super::PlanStyle;
use super::alike::{self, Alike};
use super::charts::{self, OrderLine};
use super::lines::{self, Line};
use super::model::{ChangeView, FieldView, Folded, PlanView, Verdict};
use super::paint::{self, alarm, faint, plain, strong};
use super::words;
use crate::phrase::{clean, count, some_of};
use crate::styled::{Piece, Styled};

/// The column of file names, if names leave room.
const COLUMN: usize = 48;
/// The most names in a group of equal changes.
const NAMES: usize = 6;
/// Lines of context within one long text.
const AROUND: usize = 2;

pub(super) fn text(view: &PlanView, style: PlanStyle) -> Styled {
    let writer = &mut Writer { text: Styled::default(), style };
    writer.head(view);
    match style.all {
        true => view.deploys().for_each(|change| writer.change(change)),
        false => {
            let (groups, alone) = alike::split(view);
            groups.iter().for_each(|group| writer.alike(group));
            alone.into_iter().for_each(|change| writer.change(change));
        }
    }
    writer.hooks(view);
    writer.deletions(view);
    writer.risks(view);
    writer.charts(view);
    if style.order {
        writer.order(view);
    }
    writer.line([strong(words::conclusion(view))]);
    std::mem::take(&mut writer.text)
}

struct Writer {
    text: Styled,
    style: PlanStyle,
}

impl Writer {
    fn line(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        self.text.push_line(pieces);
    }

    fn blank(&mut self) {
        self.line([]);
    }

    fn head(&mut self, view: &PlanView) {
        let standing = words::standing(view);
        let standing = if standing.is_empty() { standing } else { format!(" ({standing})") };
        self.line([strong(words::title(view)), plain(standing)]);
        if view.verdict == Verdict::Changes {
            self.line([plain(words::summary(view))]);
        }
        view.notes.iter().for_each(|note| self.line([plain(note)]));
        self.blank();
    }

    /// A group of equal changes.
    fn alike(&mut self, group: &Alike<'_>) {
        let fields: Vec<String> = group.fields.iter().map(|field| clean(&alike::one_line(field))).collect();
        let count = count(group.changes.len(), "resource");
        match fields.as_slice() {
            [only] => {
                let sign = paint::sign(ChangeKind::Update);
                self.line([
                    sign,
                    plain(" "),
                    strong(count),
                    plain(format!("  {only}")),
                    faint("  (--show-all lists them)"),
                ]);
            }
            several => {
                let sign = paint::sign(ChangeKind::Update);
                self.line([sign, plain(" "), strong(count), faint("  (--show-all lists them)")]);
                several.iter().for_each(|field| self.line([plain(format!("    {field}"))]));
            }
        }
        let names: Vec<String> = group.changes.iter().map(|change| clean(&change.name)).collect();
        self.line([plain("    "), faint(some_of(&names, NAMES))]);
        self.blank();
    }

    fn change(&mut self, change: &ChangeView) {
        let name = clean(&change.name);
        let room = room_after(&name);
        self.line([paint::sign(change.kind), plain(" "), strong(name), plain(room), faint(clean(&change.origin))]);
        words::remarks(change).iter().for_each(|remark| self.line([plain(format!("    {}", clean(remark)))]));
        if let Some(message) = &change.message {
            self.line([plain(format!("    the API server said: {}", clean(message)))]);
        }
        match change.folded {
            // The cause already says that only the resource itself is recreated.
            Some(Folded::Insignificant) if !change.reason.is_empty() => {}
            // The user asked for it; no need to repeat that at each resource.
            Some(Folded::Whole) => {}
            Some(folded) => self.line([plain("    "), faint(words::folded(folded))]),
            None => self.contents(change),
        }
        self.blank();
    }

    fn contents(&mut self, change: &ChangeView) {
        let is_whole = change.before.is_none() || change.after.is_none();
        if is_whole || self.style.context_lines.is_some() {
            let context = self.style.context_lines.unwrap_or_default();
            words::difference(change, context, &mut |line| self.difference(line, "  "));
        } else {
            change.fields.iter().for_each(|field| self.field(field));
        }
    }

    /// A line of a diff; the sign comes first, so that it is easy to see.
    fn difference(&mut self, line: &Line<'_>, indent: &str) {
        let (sign, rest) = match line {
            Line::Same(rest) => (" ", *rest),
            Line::Removed(rest) => ("-", *rest),
            Line::Added(rest) => ("+", *rest),
            Line::Gap(_) => (" ", "..."),
        };
        self.line([paint::line(line, format!("{sign} {indent}{}", clean(rest)))]);
    }

    fn field(&mut self, field: &FieldView) {
        let owners = match field.owners.as_slice() {
            [] => String::new(),
            owners => format!("  (also set by {})", owners.join(", ")),
        };
        self.line([plain(format!("    {}", clean(&field.path))), faint(clean(&owners))]);
        let text = |value: &Option<Value>| value.as_ref().map(shown).unwrap_or_default();
        let (before, after) = (text(&field.before), text(&field.after));
        let lines = lines::compare(&before, &after);
        for line in lines::with_context(&lines, self.style.context_lines.unwrap_or(AROUND)) {
            self.difference(&line, "    ");
        }
    }

    fn hooks(&mut self, view: &PlanView) {
        if view.hooks().next().is_some() {
            self.line([strong("Hooks that run:")]);
            view.hooks().for_each(|change| self.change(change));
        }
    }

    fn deletions(&mut self, view: &PlanView) {
        if view.deletions().next().is_none() {
            return;
        }
        self.line([strong("Deleted:")]);
        for change in view.deletions() {
            let name = clean(&change.name);
            let room = room_after(&name);
            let remarks = words::remarks(change).into_iter().filter(|remark| !remark.starts_with("sensitive"));
            let remarks = clean(&remarks.collect::<Vec<_>>().join("; "));
            self.line([paint::sign(ChangeKind::Delete), plain(" "), strong(name), plain(format!("{room}{remarks}"))]);
            if self.style.context_lines.is_some() && change.folded.is_none() {
                words::difference(change, 0, &mut |line| self.difference(line, "  "));
            }
        }
        self.blank();
    }

    fn risks(&mut self, view: &PlanView) {
        if view.risks().next().is_none() {
            return;
        }
        self.line([alarm("Data at risk:")]);
        for (name, risk) in view.risks() {
            self.line([plain("! "), strong(clean(name)), plain(format!(" {risk}"))]);
        }
        self.blank();
    }

    fn charts(&mut self, view: &PlanView) {
        let lines = charts::lines(&view.charts, view.deploy_type);
        if lines.is_empty() {
            return;
        }
        self.line([strong("Charts in order:")]);
        for OrderLine { depth, text, why } in lines {
            let text = plain(format!("  {}{}", "    ".repeat(depth), clean(&text)));
            let why = if why.is_empty() { why } else { format!("  ({})", clean(&why)) };
            self.line([text, faint(why)]);
        }
        self.blank();
    }

    fn order(&mut self, view: &PlanView) {
        self.line([strong("Order:")]);
        for step in view.steps.iter().filter(|step| step.is_write) {
            let title = clean(&step.title);
            if step.waits.is_empty() {
                self.line([plain(format!("  {title}  ")), faint("at once")]);
                continue;
            }
            self.line([plain(format!("  {title}"))]);
            for (what, why) in &step.waits {
                self.line([plain(format!("      when {}  ", clean(what))), faint(format!("({})", clean(why)))]);
            }
        }
        self.blank();
    }
}

/// The space between a name and the next column.
fn room_after(name: &str) -> String {
    " ".repeat(COLUMN.saturating_sub(name.chars().count() + 2).max(2))
}

/// A value in YAML; a multi-line text as it is, so that its lines can be compared.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) if text.contains('\n') => text.clone(),
        value => to_yaml(value),
    }
}
