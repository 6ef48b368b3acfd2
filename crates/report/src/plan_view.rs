//! A plan before it is carried out, for people who review it and programs that judge it.
//!
//! The model is built once: changes with cleaned and hidden contents, causes in words, order, risks. Each form of output is
//! drawn from it, so that none can tell more than another.

mod age;
mod alike;
mod build;
mod cause;
mod content;
mod fields;
mod html;
mod json;
mod lines;
mod markdown;
mod model;
mod order;
mod owners;
mod paint;
mod picture;
mod renames;
mod risk;
mod text;
mod words;

pub use build::{Made, PlanDetail, PlanSource, Standing};
pub use model::{PlanView, Verdict};

use skeg_plan::Plan;

use crate::graph::{GraphFormat, graph};
use crate::styled::Styled;

/// A form of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlanFormat {
    #[default]
    Text,
    Json,
    Yaml,
    Markdown,
    Html,
}

/// How a text is laid out.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlanStyle {
    /// Changes as unified diffs with so many lines around them; none for changed fields by their paths.
    pub context_lines: Option<usize>,
    /// Who waits for whom, and why.
    pub order: bool,
    /// Resources that change alike, one by one.
    pub all: bool,
}

/// The graph of a plan as a picture.
pub(crate) fn svg(plan: &Plan) -> String {
    picture::alone(plan)
}

/// A plan as text for a terminal.
pub fn plan_text(view: &PlanView, style: PlanStyle) -> Styled {
    text::text(view, style)
}

/// A plan as it is shown; the plan itself is for its graph only.
pub fn plan(view: &PlanView, plan: &Plan, format: PlanFormat, style: PlanStyle) -> String {
    match format {
        PlanFormat::Text => text::text(view, style).plain(),
        PlanFormat::Json => json::json(view, style),
        PlanFormat::Yaml => json::yaml(view, style),
        PlanFormat::Markdown => {
            let drawn = style.order.then(|| graph(plan, GraphFormat::Mermaid));
            markdown::markdown(view, style, drawn.as_deref())
        }
        PlanFormat::Html => html::html(view, style, &picture::picture(plan)),
    }
}
