//! The functions that create certificates, or accept given ones.

use std::net::IpAddr;

use skeg_go_template::{CallError, Machine, Value, fmt};

use super::WORK_OF_CERTIFICATE;
use super::certificate::{self, Issuer, Pair, Request};
use super::keys::PrivateKey;
use super::object::{Certificate, Order, signer};
use super::pem;
use crate::{args, base64};

/// `genCA` and `genCAWithKey`.
pub(super) fn gen_ca(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    machine.spend(WORK_OF_CERTIFICATE)?;
    let key = given_key(args, 2)?;
    let (common_name, days) = (args::text(args, 0).into(), args::int(args, 1));
    let request = Request { common_name, addresses: vec![], dns_names: vec![], days, is_ca: true };
    signing_itself(request, key)
}

/// `genSelfSignedCert` and `genSelfSignedCertWithKey`.
pub(super) fn gen_self_signed(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    machine.spend(WORK_OF_CERTIFICATE)?;
    let key = given_key(args, 4)?;
    signing_itself(request(args)?, key)
}

fn signing_itself(request: Request, key: Option<PrivateKey>) -> Result<Value, CallError> {
    let certificate = match key {
        Some(key) => Certificate::ready(certificate::create(&request, &key, None)?),
        None => Certificate::ordered(Order { request, authority: None })?,
    };
    Ok(Value::object(certificate))
}

/// `genSignedCert` and `genSignedCertWithKey`.
pub(super) fn gen_signed(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    machine.spend(WORK_OF_CERTIFICATE)?;
    let key = given_key(args, 5)?;
    let authority = args::any(args, 4);
    let found = authority.downcast::<Certificate>();
    if key.is_none() && found.is_some_and(Certificate::is_ordered) {
        let order = Order { request: request(args)?, authority: Some(authority.clone()) };
        return Ok(Value::object(Certificate::ordered(order)?));
    }
    let (issuer, signer) = signer(found.and_then(Certificate::pair).ok_or("unable to decode certificate")?)?;
    let request = request(args)?;
    let key = match key {
        Some(key) => key,
        None => PrivateKey::generate_rsa(2048).map_err(|error| format!("error generating rsa key: {error}"))?,
    };
    Ok(Value::object(Certificate::ready(certificate::create(&request, &key, Some((&issuer, &signer)))?)))
}

/// `buildCustomCert`: checks a given certificate and key in base64.
pub(super) fn build_custom_cert(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let cert = base64::decode(args::text(args, 0)).map_err(|_| "unable to decode base64 certificate")?;
    let key = base64::decode(args::text(args, 1)).map_err(|_| "unable to decode base64 private key")?;
    let block = pem::decode(&cert).ok_or("unable to decode certificate")?;
    let parsed = Issuer::parse(block.contents());
    parsed.map_err(|error| format!("error parsing certificate: decodedCert.Bytes: {error}"))?;
    PrivateKey::from_pem(&key).map_err(|error| format!("error parsing private key: {error}"))?;
    Ok(Value::object(Certificate::ready(Pair { cert: cert.into(), key: key.into() })))
}

/// The key in an argument.
fn given_key(args: &[Value], at: usize) -> Result<Option<PrivateKey>, CallError> {
    let Some(Value::Str(text)) = args.get(at) else { return Ok(None) };
    Ok(Some(PrivateKey::from_pem(text).map_err(|error| format!("parsing private key: {error}"))?))
}

/// The contents described by the arguments from the common name to the days.
fn request(args: &[Value]) -> Result<Request, CallError> {
    let items = |at: usize| args::any(args, at).as_list().map(|list| list.to_vec()).unwrap_or_default();
    let not_text = |value: &Value| String::from_utf8_lossy(&fmt::sprint(std::slice::from_ref(value))).into_owned();
    let mut addresses = Vec::new();
    for item in items(1) {
        let Value::Str(text) = &item else {
            return Err(CallError::text(format!("error parsing ip: {} is not a string", not_text(&item))));
        };
        let address: Option<IpAddr> = text.to_str().and_then(|text| text.parse().ok());
        addresses.push(address.ok_or_else(|| CallError::text(format!("error parsing ip: {text}")))?);
    }
    let mut dns_names = Vec::new();
    for item in items(2) {
        let Value::Str(text) = item else {
            let message = format!("error processing alternate dns name: {} is not a string", not_text(&item));
            return Err(CallError::text(message));
        };
        dns_names.push(text);
    }
    Ok(Request {
        common_name: args::text(args, 0).into(),
        addresses,
        dns_names,
        days: args::int(args, 3),
        is_ca: false,
    })
}
