//! A plan as text: each change with its sign, then what goes, what is at risk, the order, the sum.

use serde_json::Value;
use skeg_plan::ChangeKind;
use skeg_resources::to_yaml;

use super::PlanStyle;
use super::lines::{self, Line};
use super::model::{ChangeView, FieldView, Folded, PlanView};
use super::paint::Paint;
use super::words;
use crate::phrase::clean;

/// Where files are named, if names leave room.
const COLUMN: usize = 48;
/// Same lines around a difference within one long text.
const AROUND: usize = 2;

pub(super) fn text(view: &PlanView, style: PlanStyle) -> String {
    let writer = &mut Writer { text: String::new(), paint: Paint { is_on: style.colour }, style };
    writer.head(view);
    view.deploys().for_each(|change| writer.change(change));
    writer.deletions(view);
    writer.risks(view);
    if style.order {
        writer.order(view);
    }
    let conclusion = words::conclusion(view);
    writer.line(&writer.paint.strong(&conclusion));
    std::mem::take(&mut writer.text)
}

struct Writer {
    text: String,
    paint: Paint,
    style: PlanStyle,
}

impl Writer {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn head(&mut self, view: &PlanView) {
        let standing = words::standing(view);
        let standing = if standing.is_empty() { standing } else { format!(" ({standing})") };
        let title = self.paint.strong(&words::title(view));
        self.line(&format!("{title}{standing}"));
        view.notes.iter().for_each(|note| self.line(note));
        self.line("");
    }

    fn change(&mut self, change: &ChangeView) {
        let sign = self.paint.kind(change.kind, words::sign(change.kind));
        let name = clean(&change.name);
        let room = " ".repeat(COLUMN.saturating_sub(name.chars().count() + 2).max(2));
        let origin = self.paint.faint(&clean(&change.origin));
        self.line(&format!("{sign} {}{room}{origin}", self.paint.strong(&name)));
        words::remarks(change).iter().for_each(|remark| self.line(&format!("    {}", clean(remark))));
        if let Some(message) = &change.message {
            self.line(&format!("    the API server said: {}", clean(message)));
        }
        match change.folded {
            // The cause has said that nothing but the resource itself is new.
            Some(Folded::Insignificant) if !change.reason.is_empty() => {}
            Some(folded) => self.line(&format!("    {}", self.paint.faint(words::folded(folded)))),
            None => self.contents(change),
        }
        self.line("");
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

    /// A line of a difference; the sign stands first, so that it is seen at once.
    fn difference(&mut self, line: &Line<'_>, indent: &str) {
        let (sign, rest) = match line {
            Line::Same(rest) => (" ", *rest),
            Line::Removed(rest) => ("-", *rest),
            Line::Added(rest) => ("+", *rest),
            Line::Gap(_) => (" ", "..."),
        };
        let text = format!("{sign} {indent}{}", clean(rest));
        let text = self.paint.line(line, text.trim_end());
        self.line(&text);
    }

    fn field(&mut self, field: &FieldView) {
        let owners = match field.owners.as_slice() {
            [] => String::new(),
            owners => format!("  (also set by {})", owners.join(", ")),
        };
        self.line(&format!("    {}{}", clean(&field.path), self.paint.faint(&clean(&owners))));
        let text = |value: &Option<Value>| value.as_ref().map(shown).unwrap_or_default();
        let (before, after) = (text(&field.before), text(&field.after));
        let lines = lines::compare(&before, &after);
        for line in lines::with_context(&lines, self.style.context_lines.unwrap_or(AROUND)) {
            self.difference(&line, "    ");
        }
    }

    fn deletions(&mut self, view: &PlanView) {
        if view.deletions().next().is_none() {
            return;
        }
        self.line(&self.paint.strong("Deleted:"));
        for change in view.deletions() {
            let sign = self.paint.kind(ChangeKind::Delete, "-");
            let name = clean(&change.name);
            let room = " ".repeat(COLUMN.saturating_sub(name.chars().count() + 2).max(2));
            let remarks = words::remarks(change).into_iter().filter(|remark| !remark.starts_with("sensitive"));
            let remarks = clean(&remarks.collect::<Vec<_>>().join("; "));
            self.line(&format!("{sign} {}{room}{remarks}", self.paint.strong(&name)));
            if self.style.context_lines.is_some() && change.folded.is_none() {
                words::difference(change, 0, &mut |line| self.difference(line, "  "));
            }
        }
        self.line("");
    }

    fn risks(&mut self, view: &PlanView) {
        if view.risks().next().is_none() {
            return;
        }
        self.line(&self.paint.alarm("Data at risk:"));
        for (name, risk) in view.risks() {
            let name = self.paint.strong(&clean(name));
            self.line(&format!("! {name} {risk}"));
        }
        self.line("");
    }

    fn order(&mut self, view: &PlanView) {
        self.line(&self.paint.strong("Order:"));
        for step in view.steps.iter().filter(|step| step.is_write) {
            let title = clean(&step.title);
            if step.waits.is_empty() {
                self.line(&format!("  {title}  {}", self.paint.faint("at once")));
                continue;
            }
            self.line(&format!("  {title}"));
            for (what, why) in &step.waits {
                self.line(&format!("      when {}  {}", clean(what), self.paint.faint(&format!("({})", clean(why)))));
            }
        }
        self.line("");
    }
}

/// A value in YAML; a text of several lines as it is, so that its lines can be compared.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) if text.contains('\n') => text.clone(),
        value => to_yaml(value),
    }
}
