//! Go's slices, which no template function modifies in place.

use std::borrow::Cow;
use std::ops::Deref;
use std::rc::Rc;

use super::Value;
use super::dropping::{drop_nested, may_nest};

/// The static Go type of a list's elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elem {
    /// `interface {}`
    Any,
    /// `string`
    String,
    /// `int`
    Int,
    /// `[]interface {}`
    AnyList,
    /// `map[string]interface {}`
    AnyMap,
    /// Another Go type by its name, such as `*chart.Maintainer`.
    Named(&'static str),
}

impl Elem {
    /// The element type's name.
    pub fn name(self) -> &'static str {
        match self {
            Elem::Any => "interface {}",
            Elem::String => "string",
            Elem::Int => "int",
            Elem::AnyList => "[]interface {}",
            Elem::AnyMap => "map[string]interface {}",
            Elem::Named(name) => name,
        }
    }

    /// The name of the slice type with these elements.
    pub fn list_type_name(self) -> Cow<'static, str> {
        match self {
            Elem::Any => "[]interface {}".into(),
            Elem::String => "[]string".into(),
            Elem::Int => "[]int".into(),
            other => format!("[]{}", other.name()).into(),
        }
    }
}

#[derive(Default)]
struct Items(Vec<Value>);

impl Drop for Items {
    fn drop(&mut self) {
        if self.0.iter().any(may_nest) {
            drop_nested(std::mem::take(&mut self.0));
        }
    }
}

/// An immutable list that is cheap to clone.
#[derive(Clone)]
pub struct List {
    items: Rc<Items>,
    elem: Elem,
    nil: bool,
}

impl List {
    /// Makes a list of the given element type.
    pub fn new(elem: Elem, items: Vec<Value>) -> List {
        List { items: Rc::new(Items(items)), elem, nil: false }
    }

    /// Makes Go's nil slice of the type: empty, but `null` in JSON and not deeply equal to an empty one.
    pub fn nil(elem: Elem) -> List {
        List { items: Rc::default(), elem, nil: true }
    }

    /// Whether this is the nil slice.
    pub fn is_nil(&self) -> bool {
        self.nil
    }

    /// How many references share the items.
    #[cfg(test)]
    pub(super) fn holders(&self) -> usize {
        Rc::strong_count(&self.items)
    }

    /// The static element type.
    pub fn elem(&self) -> Elem {
        self.elem
    }
}

impl Deref for List {
    type Target = [Value];
    fn deref(&self) -> &[Value] {
        &self.items.0
    }
}
