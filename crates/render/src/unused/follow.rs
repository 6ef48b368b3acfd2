//! Follows templates through all their branches and calls, and notes which values end where they count.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use skeg_go_template::TemplateSet;
use skeg_go_template::syntax::{Base, Branch, Operand, Part, Pipeline};

use super::functions;
use super::reads::Reads;
use super::traced::{ANY, Origin, Path, Traced, below};

/// Steps after which a chart is too much work.
const MOST_STEPS: usize = 2_000_000;
/// How deep templates may call each other, and maps stand in each other.
const DEEPEST: usize = 60;
const DEEPEST_MAP: usize = 10;
/// How often everything is followed again because of what templates put into maps.
const MOST_ROUNDS: usize = 6;

/// What follows templates. It gives up rather than guess.
pub(super) struct Follower<'a> {
    set: &'a TemplateSet,
    /// Where the values of each chart are.
    pub(super) paths: &'a [Path],
    pub(super) reads: Reads,
    parts: HashMap<Arc<str>, Rc<Vec<Part>>>,
    /// The calls that were followed.
    done: HashSet<(Arc<str>, Traced)>,
    /// What templates put into maps that exist already: it may be found in any map.
    attached: Traced,
    has_given_up: bool,
    steps: usize,
    depth: usize,
}

/// What a template sees while it is followed.
pub(super) struct Frame {
    pub(super) dot: Traced,
    variables: Vec<Traced>,
}

impl<'a> Follower<'a> {
    pub(super) fn new(set: &'a TemplateSet, paths: &'a [Path], reads: Reads) -> Follower<'a> {
        Follower {
            set,
            paths,
            reads,
            parts: HashMap::new(),
            done: HashSet::new(),
            attached: Traced::default(),
            has_given_up: false,
            steps: 0,
            depth: 0,
        }
    }

    /// Follows templates with what they see as `.`. None where something could not be followed.
    pub(super) fn follow(mut self, starts: &[(&str, Traced)]) -> Option<Reads> {
        for _ in 0..MOST_ROUNDS {
            let before = self.attached.clone();
            self.done.clear();
            starts.iter().for_each(|(name, dot)| self.call(name, dot.clone()));
            if self.has_given_up {
                return None;
            }
            if self.attached == before {
                return Some(self.reads);
            }
        }
        None
    }

    pub(super) fn give_up(&mut self) {
        self.has_given_up = true;
    }

    /// Follows a template, unless it was followed with the same already.
    pub(super) fn call(&mut self, name: &str, dot: Traced) {
        let Some(template) = self.set.get(name) else { return };
        if self.depth >= DEEPEST || dot.depth() > DEEPEST_MAP {
            self.give_up();
        }
        if self.has_given_up || !self.done.insert((template.name.clone(), dot.clone())) {
            return;
        }
        let parts = self.parts.entry(template.name.clone()).or_insert_with(|| Rc::new(template.syntax())).clone();
        self.depth += 1;
        let mut frame = Frame { variables: vec![dot.clone()], dot };
        self.parts(&parts, &mut frame);
        self.depth -= 1;
    }

    /// Follows every template whose name may be meant.
    pub(super) fn call_all(&mut self, prefix: &str, suffix: &str, dot: &Traced) {
        let names = self.set.names().filter(|name| name.starts_with(prefix) && name.ends_with(suffix));
        let mut names: Vec<_> = names.cloned().collect();
        names.sort();
        names.iter().for_each(|name| self.call(name, dot.clone()));
    }

    fn parts(&mut self, parts: &[Part], frame: &mut Frame) {
        for part in parts {
            if self.has_given_up {
                return;
            }
            match part {
                Part::Action(pipeline) => {
                    let value = self.pipeline(pipeline, frame);
                    match pipeline.variables.as_slice() {
                        [] => self.read(&value),
                        slots => slots.iter().for_each(|slot| frame.assign(*slot, &value, pipeline.is_assign)),
                    }
                }
                Part::Invoke { name, pipeline } => {
                    let dot = pipeline.as_ref().map(|pipeline| self.pipeline(pipeline, frame));
                    self.call(name, dot.unwrap_or_default());
                }
                Part::Branch { keyword, pipeline, body, otherwise } => {
                    self.branch(*keyword, pipeline, body, frame);
                    self.parts(otherwise, frame);
                }
            }
        }
    }

    fn branch(&mut self, keyword: Branch, pipeline: &Pipeline, body: &[Part], frame: &mut Frame) {
        let value = self.pipeline(pipeline, frame);
        self.test(&value);
        if keyword != Branch::Range {
            pipeline.variables.iter().for_each(|slot| frame.assign(*slot, &value, pipeline.is_assign));
            let dot = if keyword == Branch::With { value } else { frame.dot.clone() };
            return self.inside(body, dot, frame);
        }
        let item = self.item(&value);
        let assigned: Vec<(usize, Traced)> = match pipeline.variables.as_slice() {
            [item_slot] => vec![(*item_slot, item.clone())],
            [key_slot, item_slot] => vec![(*key_slot, Traced::default()), (*item_slot, item.clone())],
            _ => Vec::new(),
        };
        loop {
            let before = frame.variables.clone();
            assigned.iter().for_each(|(slot, value)| frame.assign(*slot, value, pipeline.is_assign));
            self.inside(body, item.clone(), frame);
            // What one turn assigns the next one sees.
            let is_same = before.iter().zip(&frame.variables).all(|(before, now)| before == now);
            if is_same || self.has_given_up {
                return;
            }
            let mut grown = frame.variables.clone();
            grown.iter_mut().zip(&before).for_each(|(now, before)| now.join(before));
            let is_stable = grown == before;
            frame.variables = grown;
            if is_stable {
                return;
            }
            if frame.variables.iter().any(|variable| variable.depth() > DEEPEST_MAP) {
                return self.give_up();
            }
            self.steps += 1000;
        }
    }

    fn inside(&mut self, body: &[Part], dot: Traced, frame: &mut Frame) {
        let outer = std::mem::replace(&mut frame.dot, dot);
        self.parts(body, frame);
        frame.dot = outer;
    }

    pub(super) fn pipeline(&mut self, pipeline: &Pipeline, frame: &mut Frame) -> Traced {
        let mut value = None;
        for command in &pipeline.commands {
            value = Some(self.command(command, value, frame));
        }
        value.unwrap_or_default()
    }

    fn command(&mut self, operands: &[Operand], piped: Option<Traced>, frame: &mut Frame) -> Traced {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            self.give_up();
        }
        let Some((first, arguments)) = operands.split_first() else { return Traced::default() };
        if let Base::Function(name) = first.base {
            let value = functions::call(self, name, arguments, piped, frame);
            return self.fields(value, &first.fields);
        }
        let value = self.operand(first, frame);
        if arguments.is_empty() && piped.is_none() {
            return value;
        }
        // A method: `.Files.Get` returns nothing of the user's, `.Values.PathValue` anything of its values.
        if let Some((_, around)) = first.fields.split_last() {
            let holder = self.operand(&Operand { base: first.base.clone(), fields: around.to_vec() }, frame);
            self.read(&holder);
        }
        let mut arguments: Vec<_> = arguments.iter().map(|argument| self.operand(argument, frame)).collect();
        arguments.extend(piped);
        arguments.iter().for_each(|argument| self.read(argument));
        Traced::default()
    }

    pub(super) fn operand(&mut self, operand: &Operand, frame: &mut Frame) -> Traced {
        let base = match &operand.base {
            Base::Dot => frame.dot.clone(),
            Base::Variable(slot) => frame.variables.get(*slot).cloned().unwrap_or_default(),
            Base::Text(text) => {
                self.reads.literal(text);
                Traced::default()
            }
            Base::Number(_) | Base::Constant => Traced::default(),
            Base::Function(name) => functions::call(self, name, &[], None, frame),
            Base::Pipeline(pipeline) => self.pipeline(pipeline, frame),
        };
        self.fields(base, &operand.fields)
    }

    fn fields(&mut self, value: Traced, names: &[String]) -> Traced {
        names.iter().fold(value, |value, name| self.field(&value, name))
    }

    /// What stands under a key.
    pub(super) fn field(&mut self, value: &Traced, name: &str) -> Traced {
        let mut found = Traced::default();
        for origin in &value.origins {
            match origin {
                Origin::Root(chart) if name == "Values" => {
                    found.origins.insert(Origin::Value(self.paths[*chart].clone()));
                }
                Origin::Root(chart) if name == "Subcharts" => drop(found.origins.insert(Origin::Subcharts(*chart))),
                Origin::Root(_) => {}
                Origin::Subcharts(chart) => {
                    let path = below(&self.paths[*chart], name);
                    let number = self.paths.iter().position(|known| *known == path);
                    found.origins.extend(number.map(Origin::Root));
                }
                Origin::Value(path) => self.value_below(path, name, &mut found),
            }
        }
        if let Some(field) = value.fields.get(name) {
            found.join(field);
        }
        if let Some(items) = &value.items {
            found.join(items);
        }
        if let Some(field) = self.attached.fields.get(name) {
            found.join(field);
        }
        if let Some(items) = &self.attached.items {
            found.join(items);
        }
        found
    }

    fn value_below(&mut self, path: &Path, name: &str, found: &mut Traced) {
        if path.len() >= DEEPEST_MAP {
            return self.reads.whole(path);
        }
        if ["AsMap", "YAML"].contains(&name) && self.paths.contains(path) {
            // Methods that Helm's values have.
            return self.reads.whole(path);
        }
        found.origins.insert(Origin::Value(below(path, name)));
        if name == "global" && self.paths.contains(path) {
            // What a parent sets as global its subcharts see as theirs.
            let parents = self.paths.iter().filter(|parent| path.starts_with(parent));
            found.origins.extend(parents.map(|parent| Origin::Value(below(parent, name))));
        }
    }

    /// Any item of a list or map.
    pub(super) fn item(&mut self, value: &Traced) -> Traced {
        let mut found = Traced::default();
        for origin in &value.origins {
            match origin {
                Origin::Root(_) => self.give_up(),
                Origin::Subcharts(chart) => {
                    let parent = self.paths[*chart].clone();
                    let children = self.paths.iter().enumerate();
                    let children =
                        children.filter(|(_, path)| path.len() == parent.len() + 1 && path.starts_with(&parent));
                    found.origins.extend(children.map(|(number, _)| Origin::Root(number)));
                }
                Origin::Value(path) => {
                    self.reads.touch(&below(path, ANY));
                    self.value_below(path, ANY, &mut found);
                }
            }
        }
        value.fields.values().chain(&value.items).for_each(|below| found.join(below));
        found
    }

    /// All of a value counts.
    pub(super) fn read(&mut self, value: &Traced) {
        for origin in &value.origins {
            match origin {
                Origin::Value(path) => self.reads.whole(path),
                Origin::Root(_) | Origin::Subcharts(_) => self.give_up(),
            }
        }
        value.fields.values().chain(&value.items).for_each(|below| self.read(below));
    }

    /// It counts whether a value is empty.
    pub(super) fn test(&mut self, value: &Traced) {
        for origin in &value.origins {
            if let Origin::Value(path) = origin {
                self.reads.test(path);
            }
        }
    }

    /// It counts whether a value is there, or what kind it is.
    pub(super) fn touch(&mut self, value: &Traced) {
        for origin in &value.origins {
            if let Origin::Value(path) = origin {
                self.reads.touch(path);
            }
        }
    }

    /// A value is put into a map that others may hold.
    pub(super) fn attach(&mut self, key: Option<&str>, value: &Traced) {
        if !holds_root(value) {
            return self.read(value);
        }
        match key {
            Some(key) => self.attached.add_field(Rc::from(key), &Rc::new(value.clone())),
            None => self.attached.add_items(value),
        }
    }

    /// What a template sees as `.` is merged into a map that others may hold.
    pub(super) fn attach_root(&mut self, key: &str, origin: Origin) {
        self.attached.add_field(Rc::from(key), &Rc::new(Traced::of(origin)));
    }
}

fn holds_root(value: &Traced) -> bool {
    value.origins.iter().any(|origin| !matches!(origin, Origin::Value(_)))
        || value.fields.values().chain(&value.items).any(|below| holds_root(below))
}

impl Frame {
    fn assign(&mut self, slot: usize, value: &Traced, is_assign: bool) {
        // Slots that are not there at execution are an error then.
        if slot > self.variables.len() + 1000 {
            return;
        }
        if slot >= self.variables.len() {
            self.variables.resize_with(slot + 1, Traced::default);
        }
        match is_assign {
            true => self.variables[slot].join(value),
            false => self.variables[slot] = value.clone(),
        }
    }
}
