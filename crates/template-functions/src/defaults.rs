//! sprig's default functions. Empty is what `if` takes for false.

use skeg_go_template::{Function, Param, Value};

use crate::args;

use Param::{Any, Bool};

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::variadic("default", &[Any], Any, |_, a| {
        let given = args::any(a, 1).truth();
        Ok(args::take(a, usize::from(given)))
    })
    .choosing(2, |given| usize::from(given.truth())),
    Function::fixed("empty", &[Any], |_, a| Ok((!args::any(a, 0).truth()).into())),
    Function::variadic("coalesce", &[], Any, |_, a| {
        Ok(a.iter_mut().find(|v| v.truth()).map(std::mem::take).unwrap_or_default())
    }),
    Function::variadic("all", &[], Any, |_, a| Ok(a.iter().all(Value::truth).into())),
    Function::variadic("any", &[], Any, |_, a| Ok(a.iter().any(Value::truth).into())),
    Function::fixed("ternary", &[Any, Any, Bool], |_, a| {
        let chosen = usize::from(!args::boolean(a, 2));
        Ok(args::take(a, chosen))
    })
    .choosing(3, |first| usize::from(!first.truth())),
];
