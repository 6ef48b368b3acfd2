//! sprig's functions about types and kinds.

use skeg_go_template::{Function, Param, Value};

use crate::args;

use Param::{Any, String};

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("typeOf", &[Any], |_, a| Ok(Value::str(args::any(a, 0).type_name()))),
    Function::fixed("typeIs", &[String, Any], |_, a| {
        Ok((args::text(a, 0) == args::any(a, 1).type_name().as_bytes()).into())
    }),
    Function::fixed("typeIsLike", &[String, Any], |_, a| {
        let name = args::any(a, 1).type_name();
        let name = name.as_bytes();
        let wanted = args::text(a, 0);
        Ok((wanted == name || name.strip_prefix(b"*") == Some(wanted)).into())
    }),
    Function::fixed("kindOf", &[Any], |_, a| Ok(Value::str(args::any(a, 0).kind()))),
    Function::fixed("kindIs", &[String, Any], |_, a| {
        let kind = args::any(a, 1).kind();
        Ok((args::text(a, 0) == kind.as_bytes()).into())
    }),
    Function::fixed("deepEqual", &[Any, Any], |m, a| {
        m.check_whole(args::any(a, 0))?;
        Ok(args::any(a, 0).deep_equal(args::any(a, 1)).into())
    }),
];
