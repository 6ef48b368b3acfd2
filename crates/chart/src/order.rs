//! What Chart.yaml (and requirements.yaml) say about the order of subcharts. Read only when an order is wanted: Helm knows
//! neither of the two keys, so what is wrong with them must not matter otherwise.

use skeg_go_yaml::{Kind, Node};
use skeg_helm_hooks::parse_list;
use skeg_sequence::{DEPENDS_ON, Declarations, DeclaredDependency, DeclaredList, Error, Errors, Place, SUBCHARTS};

use crate::Chart;
use crate::metadata::sanitise;

impl Chart {
    /// What this chart and its subcharts declare about their order. The chart must be processed: only the subcharts that are
    /// switched on count, by the names they then have.
    ///
    /// # Errors
    /// All lists that cannot be read.
    pub fn order_declarations(&self) -> Result<Declarations, Errors> {
        let mut errors = Vec::new();
        let declarations = declarations(self, &mut errors);
        if errors.is_empty() { Ok(declarations) } else { Err(Errors(errors)) }
    }
}

fn declarations(chart: &Chart, errors: &mut Vec<Error>) -> Declarations {
    let mut found = Declarations {
        path: chart.full_path.clone(),
        name: chart.name().to_string(),
        subcharts: chart.dependencies.iter().map(|subchart| declarations(subchart, errors)).collect(),
        ..Declarations::default()
    };
    for file in &chart.definitions {
        // Loading has read it before, so that it can be read and parsed.
        let Some(text) = file.data().ok() else { continue };
        let Ok(Some(document)) = skeg_go_yaml::parse(text) else { continue };
        let mut reader = Reader { file: format!("{}/{}", chart.full_path, file.name), errors };
        reader.read(document.root(), &mut found);
    }
    found
}

struct Reader<'a> {
    file: String,
    errors: &'a mut Vec<Error>,
}

impl Reader<'_> {
    fn read(&mut self, root: Node<'_, '_>, into: &mut Declarations) {
        let annotations = root.field("annotations").map(Node::object).unwrap_or_default();
        for (key, annotation) in annotations {
            if key == SUBCHARTS {
                into.annotation = self.list(annotation.target(), SUBCHARTS);
            } else {
                self.refuse_misspelt(&key, annotation, SUBCHARTS);
            }
        }
        if let Some(dependencies) = root.field("dependencies") {
            into.dependencies = dependencies.items().map(|item| self.dependency(item)).collect();
        }
    }

    fn dependency(&mut self, item: Node<'_, '_>) -> DeclaredDependency {
        // As loading reads them: with merge keys, in any case, without what cannot be printed. Otherwise a name would not be
        // that of the loaded subchart, and its order would be lost.
        let text = |key| {
            let mut text = item.field(key).and_then(Node::as_go_string).unwrap_or_default().into_owned();
            sanitise(&mut text);
            text
        };
        let depends_on = item.field(DEPENDS_ON).and_then(|node| self.list(node, DEPENDS_ON));
        item.object().into_iter().for_each(|(key, value)| self.refuse_misspelt(&key, value, DEPENDS_ON));
        DeclaredDependency { name: text("name"), alias: text("alias"), depends_on }
    }

    /// Helm takes no notice of keys it does not know, so an order that is written `dependsOn` would be lost without a word.
    fn refuse_misspelt(&mut self, key: &str, value: Node<'_, '_>, meant: &str) {
        if !key.eq_ignore_ascii_case(meant) && letters(key) == letters(meant) {
            let place = Place { file: self.file.clone(), line: value.line() };
            self.errors
                .push(Error::Malformed { place, message: format!("{key:?} means nothing; did you mean {meant:?}?") });
        }
    }

    /// A list of names, written as a list or as a text; none where there is none.
    fn list(&mut self, node: Node<'_, '_>, key: &str) -> Option<DeclaredList> {
        if node.is_null() {
            return None;
        }
        let place = Place { file: self.file.clone(), line: node.line() };
        let names = match node.kind() {
            Kind::List => node
                .items()
                .map(|item| match item.target().kind() {
                    Kind::Scalar => Ok(item.target().text().to_string()),
                    _ => Err("an item is not a name".to_string()),
                })
                .collect(),
            Kind::Scalar => parse_list(node.text()),
            _ => Err("it is a map".to_string()),
        };
        match names.and_then(without_empty) {
            Ok(names) => Some(DeclaredList { names, place }),
            Err(why) => {
                let message = format!("{key} must be a list of subcharts, such as [\"db\", \"cache\"]: {why}");
                self.errors.push(Error::Malformed { place, message });
                None
            }
        }
    }
}

/// What is left of a key without its marks, its case and a plural at its end.
fn letters(key: &str) -> String {
    let letters: String =
        key.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
    letters.trim_end_matches('s').to_string()
}

fn without_empty(names: Vec<String>) -> Result<Vec<String>, String> {
    match names.iter().any(|name| name.trim().is_empty()) {
        true => Err("a name is empty".to_string()),
        false => Ok(names),
    }
}
