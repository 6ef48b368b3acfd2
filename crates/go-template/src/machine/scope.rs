//! Definitions that exist only while a text given to a function is executed, as in Helm's `tpl`.

use std::rc::Rc;
use std::sync::Arc;

use crate::ast::Template;
use crate::{ExecError, Location, Str, TemplateSet};

/// A parsed text: its body and its definitions.
pub struct Overlay {
    /// The body first.
    templates: Vec<Template>,
    body: usize,
    text: Str,
}

impl Overlay {
    pub(super) fn new(templates: Vec<Template>, text: Str) -> Overlay {
        let body = templates.iter().position(|t| t.name == t.code.name).unwrap_or(0);
        Overlay { templates, body, text }
    }

    pub(super) fn body(&self) -> &Template {
        &self.templates[self.body]
    }

    /// Adds the text to an error that happened in it.
    #[cold]
    pub(super) fn with_text(&self, mut error: Box<ExecError>) -> Box<ExecError> {
        let is_here = |location: &Location| Arc::ptr_eq(&location.file, &self.body().code.name);
        if error.location.as_ref().is_some_and(is_here) {
            error.text = Some(self.text.clone());
        }
        error
    }
}

/// The active overlays, innermost first.
#[derive(Clone, Default)]
pub(super) struct Scope(Option<Rc<Layer>>);

struct Layer {
    overlay: Rc<Overlay>,
    /// Templates of the overlay that are ignored: empty ones that would replace another.
    hidden: Vec<usize>,
    outer: Scope,
}

impl Scope {
    /// Puts an overlay on top.
    pub(super) fn with(&self, overlay: Rc<Overlay>, set: &TemplateSet) -> Scope {
        let replaces = |t: &Template| self.get(&t.name).is_some() || set.get(&t.name).is_some();
        let hidden =
            (0..overlay.templates.len()).filter(|&i| overlay.templates[i].is_empty && replaces(&overlay.templates[i]));
        let hidden = hidden.collect();
        Scope(Some(Rc::new(Layer { overlay, hidden, outer: self.clone() })))
    }

    /// Finds a definition.
    pub(super) fn get(&self, name: &str) -> Option<&Template> {
        let mut scope = self;
        while let Some(layer) = &scope.0 {
            for (i, template) in layer.overlay.templates.iter().enumerate() {
                if *template.name == *name && !layer.hidden.contains(&i) {
                    return Some(template);
                }
            }
            scope = &layer.outer;
        }
        None
    }
}
