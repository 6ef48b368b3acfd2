//! The templates that can call each other, by name.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ast::Template;
use crate::function::Functions;
use crate::hash::FastBuild;
use crate::{FunctionTable, ParseError, builtins, parse};

/// Templates of any number of files in one namespace, with the functions that they may call.
pub struct TemplateSet {
    functions: Arc<Functions>,
    templates: HashMap<Arc<str>, Template, FastBuild>,
}

impl TemplateSet {
    /// Makes an empty set.
    pub fn new(functions: FunctionTable) -> TemplateSet {
        let functions = Arc::new(Functions::new(&functions, builtins::builtins()));
        TemplateSet { functions, templates: HashMap::default() }
    }

    /// Parses a text under a name, without adding it.
    pub fn parse(
        &self,
        name: &str,
        text: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<Vec<Template>, ParseError> {
        parse::parse(name, Arc::new(text), &self.functions)
    }

    /// Reserves capacity for this many more templates.
    pub fn reserve(&mut self, count: usize) {
        self.templates.reserve(count);
    }

    /// Adds parsed templates. As in Go, a later one replaces an earlier one, unless its body is empty.
    pub fn add(&mut self, templates: Vec<Template>) {
        for template in templates {
            if !(template.is_empty && self.templates.contains_key(&template.name)) {
                self.templates.insert(template.name.clone(), template);
            }
        }
    }

    /// Finds a template.
    pub fn get(&self, name: &str) -> Option<&Template> {
        self.templates.get(name)
    }

    /// The names of all templates, unordered.
    pub fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.templates.keys()
    }
}
