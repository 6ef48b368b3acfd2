//! The functions that make certificates, or take given ones.

use std::net::IpAddr;

use skeg_go_template::{CallError, Machine, Str, Value, fmt};

use super::WORK_OF_CERTIFICATE;
use super::certificate::{self, Certificate, Issuer, Request};
use super::keys::PrivateKey;
use super::pem;
use crate::{args, base64};

/// `genCA` and `genCAWithKey`.
pub(super) fn gen_ca(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    machine.spend(WORK_OF_CERTIFICATE)?;
    let key = key_or_new(args, 2)?;
    let days = args::int(args, 1);
    let request = Request { common_name: args::text(args, 0), addresses: vec![], dns_names: vec![], days, is_ca: true };
    Ok(Value::object(certificate::create(&request, &key, None)?))
}

/// `genSelfSignedCert` and `genSelfSignedCertWithKey`.
pub(super) fn gen_self_signed(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    machine.spend(WORK_OF_CERTIFICATE)?;
    let key = key_or_new(args, 4)?;
    Ok(Value::object(certificate::create(&request(args)?, &key, None)?))
}

/// `genSignedCert` and `genSignedCertWithKey`.
pub(super) fn gen_signed(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    machine.spend(WORK_OF_CERTIFICATE)?;
    let key = key_or_new(args, 5)?;
    let (cert, signer) = match args::any(args, 4).downcast::<Certificate>() {
        Some(authority) => (authority.cert.clone(), authority.key.clone()),
        None => (Str::default(), Str::default()),
    };
    let block = pem::decode(&cert).ok_or("unable to decode certificate")?;
    let issuer = Issuer::parse(block.contents());
    let issuer = issuer.map_err(|error| format!("error parsing certificate: decodedSignerCert.Bytes: {error}"))?;
    let signer = PrivateKey::from_pem(&signer).map_err(|error| format!("error parsing private key: {error}"))?;
    Ok(Value::object(certificate::create(&request(args)?, &key, Some((&issuer, &signer)))?))
}

/// `buildCustomCert`: checks a certificate and a key that are given in base 64.
pub(super) fn build_custom_cert(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let cert = base64::decode(args::text(args, 0)).map_err(|_| "unable to decode base64 certificate")?;
    let key = base64::decode(args::text(args, 1)).map_err(|_| "unable to decode base64 private key")?;
    let block = pem::decode(&cert).ok_or("unable to decode certificate")?;
    let parsed = Issuer::parse(block.contents());
    parsed.map_err(|error| format!("error parsing certificate: decodedCert.Bytes: {error}"))?;
    PrivateKey::from_pem(&key).map_err(|error| format!("error parsing private key: {error}"))?;
    Ok(Value::object(Certificate { cert: cert.into(), key: key.into() }))
}

/// The key given as an argument, or a new one.
fn key_or_new(args: &[Value], at: usize) -> Result<PrivateKey, CallError> {
    match args.get(at) {
        Some(Value::Str(text)) => {
            Ok(PrivateKey::from_pem(text).map_err(|error| format!("parsing private key: {error}"))?)
        }
        _ => Ok(PrivateKey::generate_rsa(2048).map_err(|error| format!("error generating rsa key: {error}"))?),
    }
}

/// What the arguments from the common name to the days ask for.
fn request(args: &[Value]) -> Result<Request<'_>, CallError> {
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
    Ok(Request { common_name: args::text(args, 0), addresses, dns_names, days: args::int(args, 3), is_ca: false })
}
