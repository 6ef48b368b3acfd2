//! Names of hosts, where the caller allows asking for them.

use skeg_go_template::{CallError, Function, Machine, Param, Value};

use crate::args;
use crate::helm::Host;

pub(crate) static FUNCTIONS: &[Function] = &[Function::fixed("getHostByName", &[Param::String], get_host_by_name)];

fn get_host_by_name(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    if !machine.host::<Host>().is_some_and(|host| host.allow_dns) {
        return Ok(Value::str(""));
    }
    let name = String::from_utf8_lossy(args::text(args, 0));
    match skeg_host_names::look_up(&name).as_deref() {
        Ok([address, ..]) => Ok(Value::str(address.to_string())),
        // Go picks one of no addresses, which panics.
        _ => Err(CallError::text("invalid argument to Intn")),
    }
}
