//! A plan before it is executed, for reviewers and programs.
//!
//! The model is built once: changes with cleaned and masked contents, causes, order, risks. Each output format is drawn
//! from it, so that none shows more than another.

mod age;
mod alike;
mod build;
mod cause;
mod charts;
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

/// An output format of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlanFormat {
    /// For a terminal.
    #[default]
    Text,
    /// JSON, see `docs/schemas/plan.json`.
    Json,
    /// The same as YAML.
    Yaml,
    /// For comments on merge requests.
    Markdown,
    /// A self-contained page.
    Html,
}

/// The layout of text output.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlanStyle {
    /// Show changes as unified diffs with this many lines of context; `None` lists changed fields by path.
    pub context_lines: Option<usize>,
    /// Show what waits for what, and why.
    pub order: bool,
    /// List resources with the same change one by one.
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

/// A plan in a format; `plan` itself is only used for the graph.
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
