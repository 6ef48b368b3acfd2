//! The parts of a template as plain data, for static analysis.
//!
//! Literal text and the contents of `define`s are left out: those are separate templates.

use crate::ast::{Code, Keyword, NodeKind, Template, after_operand, after_part};
use crate::parse::unquote;

/// A part of a template that does something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// An action that prints the result of its pipeline, unless it is assigned.
    Action(Pipeline),
    /// `if`, `with` or `range`, with its body and its `else`.
    Branch {
        /// The keyword.
        keyword: Branch,
        /// The condition or the list.
        pipeline: Pipeline,
        /// The parts up to `else` or `end`.
        body: Vec<Part>,
        /// The parts of the `else`; an `else if` is a branch in it.
        otherwise: Vec<Part>,
    },
    /// `{{template "name" pipeline}}`.
    Invoke {
        /// The template's name.
        name: String,
        /// Its argument, if there is one.
        pipeline: Option<Pipeline>,
    },
}

/// Which control structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// `if`.
    If,
    /// `with`: dot becomes the pipeline's value.
    With,
    /// `range`: dot becomes each item.
    Range,
}

/// Commands; each gets the result of the previous one as its last argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// The slots of the variables that it declares or assigns; a slot is reused by several variables.
    pub variables: Vec<usize>,
    /// `=` rather than `:=`.
    pub is_assign: bool,
    /// Each is a function or value with its arguments.
    pub commands: Vec<Vec<Operand>>,
}

/// A value, a function, or a pipeline in parentheses, and the fields accessed on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The base value.
    pub base: Base,
    /// The fields after it.
    pub fields: Vec<String>,
}

/// The base of a field access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// `.`.
    Dot,
    /// A variable by its slot; slot 0 is `$`.
    Variable(usize),
    /// A string constant.
    Text(String),
    /// A number as written.
    Number(String),
    /// A boolean, or nil.
    Constant,
    /// A function without arguments, by name.
    Function(&'static str),
    /// A pipeline in parentheses.
    Pipeline(Pipeline),
}

impl Template {
    /// The body as data.
    pub fn syntax(&self) -> Vec<Part> {
        Reader { code: &self.code }.parts(self.start, self.end)
    }
}

struct Reader<'c> {
    code: &'c Code,
}

impl Reader<'_> {
    fn kind(&self, at: u32) -> NodeKind {
        self.code.nodes[at as usize].kind
    }

    fn written(&self, at: u32, end: u32) -> &[u8] {
        self.code.bytes().get(self.code.nodes[at as usize].span(end)).unwrap_or_default()
    }

    fn parts(&self, start: u32, end: u32) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut at = start;
        while at < end {
            parts.extend(self.part(at));
            at = after_part(&self.code.nodes, at);
        }
        parts
    }

    fn part(&self, at: u32) -> Option<Part> {
        match self.kind(at) {
            NodeKind::Pipe(_) => Some(Part::Action(self.pipeline(at))),
            NodeKind::Branch { keyword, otherwise, end, .. } => Some(Part::Branch {
                keyword: match keyword {
                    Keyword::If => Branch::If,
                    Keyword::With => Branch::With,
                    Keyword::Range => Branch::Range,
                },
                pipeline: self.pipeline(at + 1),
                body: self.parts(after_part(&self.code.nodes, at + 1), otherwise),
                otherwise: self.parts(otherwise, end),
            }),
            NodeKind::Invoke { name_end, end } => Some(Part::Invoke {
                name: text(&unquote(self.written(at, name_end)).unwrap_or_default()),
                pipeline: (at + 1 < end).then(|| self.pipeline(at + 1)),
            }),
            _ => None,
        }
    }

    fn pipeline(&self, at: u32) -> Pipeline {
        let NodeKind::Pipe(pipe) = self.kind(at) else {
            return Pipeline { variables: Vec::new(), is_assign: false, commands: Vec::new() };
        };
        let mut command = at + 1 + u32::from(pipe.variables);
        let slot = |at: u32| match self.kind(at) {
            NodeKind::Declared { slot, .. } => slot as usize,
            _ => 0,
        };
        let variables = (at + 1..command).map(slot).collect();
        let mut commands = Vec::new();
        while command < pipe.end {
            let NodeKind::Command { args, end } = self.kind(command) else { break };
            commands.push(self.operands(command + 1, args + 1));
            command = end;
        }
        Pipeline { variables, is_assign: pipe.is_assign, commands }
    }

    fn operands(&self, first: u32, count: u32) -> Vec<Operand> {
        let mut at = first;
        let mut operands = Vec::new();
        for _ in 0..count {
            operands.push(self.operand(at));
            at = after_operand(&self.code.nodes, at);
        }
        operands
    }

    fn operand(&self, at: u32) -> Operand {
        let (base, fields) = match self.kind(at) {
            NodeKind::Dot => (Base::Dot, Vec::new()),
            NodeKind::Field { end } => (Base::Dot, names(self.written(at, end))),
            NodeKind::Variable { slot, end } => {
                let written = self.written(at, end);
                let fields = memchr::memchr(b'.', written).map_or(Vec::new(), |dot| names(&written[dot..]));
                (Base::Variable(slot as usize), fields)
            }
            NodeKind::Str { end, .. } => {
                (Base::Text(text(&unquote(self.written(at, end)).unwrap_or_default())), Vec::new())
            }
            NodeKind::Number { end, .. } => (Base::Number(text(self.written(at, end))), Vec::new()),
            NodeKind::Function { number, has_fields } => {
                (Base::Function(self.code.functions.get(number).function.name), self.fields_behind(at, has_fields))
            }
            NodeKind::Pipe(pipe) => (Base::Pipeline(self.pipeline(at)), self.fields_behind(at, pipe.has_fields)),
            _ => (Base::Constant, Vec::new()),
        };
        Operand { base, fields }
    }

    fn fields_behind(&self, at: u32, has_fields: bool) -> Vec<String> {
        let fields = after_operand(&self.code.nodes, at) - 1;
        match self.kind(fields) {
            NodeKind::Fields { end } if has_fields => names(self.written(fields, end)),
            _ => Vec::new(),
        }
    }
}

/// The names in `.a.b`.
fn names(written: &[u8]) -> Vec<String> {
    written.split(|byte| *byte == b'.').filter(|name| !name.is_empty()).map(text).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Base, Branch, Operand, Part, Pipeline};
    use crate::{FunctionTable, TemplateSet};

    fn operand(base: Base, fields: &[&str]) -> Operand {
        Operand { base, fields: fields.iter().map(ToString::to_string).collect() }
    }

    fn plain(commands: Vec<Vec<Operand>>) -> Pipeline {
        Pipeline { variables: Vec::new(), is_assign: false, commands }
    }

    #[test]
    fn shows_what_a_template_does() {
        let set = TemplateSet::new(FunctionTable::default());
        let text = r#"a{{/* c */}}{{ define "x" }}{{ .no }}{{ end }}{{ $v := .a.b }}{{ range $v.c }}{{ print . "d" | len }}
{{ else }}{{ template "x" $ }}{{ end }}{{ (index .e 1).f }}"#;
        let templates = set.parse("main", text.as_bytes().to_vec()).expect("a template");
        let main = templates.iter().find(|template| &*template.name == "main").expect("the body");
        let declared =
            Pipeline { variables: vec![1], is_assign: false, commands: vec![vec![operand(Base::Dot, &["a", "b"])]] };
        let printed = plain(vec![
            vec![operand(Base::Function("print"), &[]), operand(Base::Dot, &[]), operand(Base::Text("d".into()), &[])],
            vec![operand(Base::Function("len"), &[])],
        ]);
        let index = plain(vec![vec![
            operand(Base::Function("index"), &[]),
            operand(Base::Dot, &["e"]),
            operand(Base::Number("1".into()), &[]),
        ]]);
        let want = vec![
            Part::Action(declared),
            Part::Branch {
                keyword: Branch::Range,
                pipeline: plain(vec![vec![operand(Base::Variable(1), &["c"])]]),
                body: vec![Part::Action(printed)],
                otherwise: vec![Part::Invoke {
                    name: "x".into(),
                    pipeline: Some(plain(vec![vec![operand(Base::Variable(0), &[])]])),
                }],
            },
            Part::Action(plain(vec![vec![operand(Base::Pipeline(index), &["f"])]])),
        ];
        assert_eq!(main.syntax(), want);
    }
}
