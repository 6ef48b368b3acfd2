//! Resolves host names, if the caller allows it.

use std::net::ToSocketAddrs;

use skeg_go_template::{CallError, Function, Machine, Param, Value};

use crate::args;
use crate::helm::Host;

pub(crate) static FUNCTIONS: &[Function] = &[Function::fixed("getHostByName", &[Param::String], get_host_by_name)];

fn get_host_by_name(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    if !machine.host::<Host>().is_some_and(|host| host.allow_dns) {
        return Ok(Value::str(""));
    }
    let name = String::from_utf8_lossy(args::text(args, 0));
    match (name.as_ref(), 0).to_socket_addrs().ok().and_then(|mut found| found.next()) {
        Some(address) => Ok(Value::str(address.ip().to_string())),
        // Go picks a random one of zero addresses, which panics.
        None => Err(CallError::text("invalid argument to Intn")),
    }
}
