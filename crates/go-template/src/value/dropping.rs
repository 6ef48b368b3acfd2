//! Drops deeply nested values without a recursive call per level: templates can nest lists as deep as their steps
//! allow, and a stack holds only some thousands of levels.

use std::any::Any;
use std::cell::{Cell, RefCell};

use super::Value;

/// Levels that are dropped by recursion.
const AT_ONCE: usize = 200;

thread_local! {
    /// The current nesting of drops.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// Deeper values, for the outermost drop to handle.
    static LATER: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Whether dropping this value may drop further ones.
pub(super) fn may_nest(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Map(_))
}

/// Drops the contents of a list or map: now, or later if the nesting is already too deep.
pub(super) fn drop_nested(held: impl Any) {
    let depth = DEPTH.get();
    if depth >= AT_ONCE {
        let held: Box<dyn Any> = Box::new(held);
        // While a thread exits, the list may no longer exist; `held` is dropped all the same.
        let _ = LATER.try_with(|later| later.borrow_mut().push(held));
        return;
    }
    DEPTH.set(depth + 1);
    drop(held);
    if depth == 0 {
        while let Some(held) = LATER.try_with(|later| later.borrow_mut().pop()).ok().flatten() {
            drop(held);
        }
    }
    DEPTH.set(depth);
}

#[cfg(test)]
mod tests {
    use crate::{Map, Value};

    const LEVELS: usize = 300_000;

    #[test]
    fn deep_values_are_dropped_on_a_small_stack() {
        let work = || {
            drop((0..LEVELS).fold(Value::Nil, |inner, _| Value::list(vec![inner])));
            let in_map = |inner| Value::Map(Map::from_iter([("a", inner)]));
            drop((0..LEVELS).fold(Value::Nil, |inner, _| in_map(Value::list(vec![Value::int(1), inner]))));
            // From the outside in, as `set` can build it.
            let top = Map::new();
            let mut last = top.clone();
            for _ in 0..LEVELS {
                let next = Map::new();
                last.set("a", Value::Map(next.clone()));
                last = next;
            }
            drop(last);
            // Maps with many entries are stored in another form.
            (0..100).for_each(|n| top.set(n.to_string(), Value::Nil));
        };
        let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(work);
        thread.expect("a thread starts").join().expect("no overflow");
    }

    #[test]
    fn all_of_it_is_dropped() {
        let kept = Value::list(vec![Value::int(7)]);
        let deep = (0..LEVELS).fold(kept.clone(), |inner, _| Value::list(vec![inner]));
        let Value::List(list) = &kept else { panic!("a list") };
        assert_eq!(list.holders(), 2);
        drop(deep);
        assert_eq!(list.holders(), 1);
    }
}
