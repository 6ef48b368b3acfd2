//! sprig's cryptographic functions: passwords, keys, certificates, AES.
//!
//! Random data comes from the system in every call; nothing is cached.

mod aes;
mod certificate;
mod dsa;
mod issuing;
mod keys;
mod object;
mod password;
mod pem;
#[cfg(test)]
mod tests;

use skeg_go_template::{CallError, Function, Machine, Param, Value};

use crate::{args, base64};
use keys::PrivateKey;

const CERTIFICATE: Param = Param::Named("sprig.certificate");

/// The cost in steps of functions that are slow by design, so that loops of them are limited too.
const WORK_OF_HASH: u64 = 5_000_000;
const WORK_OF_CERTIFICATE: u64 = 2_000_000;
/// An RSA or DSA key takes most of a second, one on a curve less than a certificate.
const WORK_OF_KEY: u64 = 25_000_000;

const BCRYPT_COST: u32 = 10;

/// The functions of this family.
pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("bcrypt", &[Param::String], |m, a| {
        m.spend(WORK_OF_HASH)?;
        Ok(Value::str(bcrypt_text(args::text(a, 0))))
    }),
    Function::fixed("htpasswd", &[Param::String, Param::String], htpasswd),
    Function::fixed("randBytes", &[Param::Int], rand_bytes),
    Function::fixed("encryptAES", &[Param::String, Param::String], encrypt_aes),
    Function::fixed("decryptAES", &[Param::String, Param::String], decrypt_aes),
    Function::fixed(
        "derivePassword",
        &[Param::Uint32, Param::String, Param::String, Param::String, Param::String],
        derive_password,
    ),
    Function::fixed("genPrivateKey", &[Param::String], gen_private_key),
    Function::fixed("buildCustomCert", &[Param::String, Param::String], issuing::build_custom_cert),
    Function::fixed("genCA", &[Param::String, Param::Int], issuing::gen_ca),
    Function::fixed("genCAWithKey", &[Param::String, Param::Int, Param::String], issuing::gen_ca),
    Function::fixed(
        "genSelfSignedCert",
        &[Param::String, Param::List, Param::List, Param::Int],
        issuing::gen_self_signed,
    ),
    Function::fixed(
        "genSelfSignedCertWithKey",
        &[Param::String, Param::List, Param::List, Param::Int, Param::String],
        issuing::gen_self_signed,
    ),
    Function::fixed(
        "genSignedCert",
        &[Param::String, Param::List, Param::List, Param::Int, CERTIFICATE],
        issuing::gen_signed,
    ),
    Function::fixed(
        "genSignedCertWithKey",
        &[Param::String, Param::List, Param::List, Param::Int, CERTIFICATE, Param::String],
        issuing::gen_signed,
    ),
];

/// Fills a buffer with random bytes.
fn random(bytes: &mut [u8]) -> Result<(), String> {
    getrandom::fill(bytes).map_err(|error| error.to_string())
}

/// Go's error for invalid bytes.
fn asn1_error(error: der::Error) -> String {
    use der::ErrorKind;
    match error.kind() {
        ErrorKind::Incomplete { .. } => "asn1: syntax error: data truncated".to_string(),
        ErrorKind::TagUnexpected { .. } => "asn1: structure error: tags don't match".to_string(),
        kind => format!("asn1: structure error: {kind}"),
    }
}

fn bcrypt_text(password: &[u8]) -> String {
    hash(password).unwrap_or_else(|error| format!("failed to encrypt string with bcrypt: {error}"))
}

/// Hashes a password with a random salt; the error is Go's text.
fn hash(password: &[u8]) -> Result<String, String> {
    if password.len() > 72 {
        return Err("bcrypt: password length exceeds 72 bytes".to_string());
    }
    let mut salt = [0; 16];
    random(&mut salt)?;
    let hash = bcrypt::hash_with_salt(password, BCRYPT_COST, salt).map_err(|error| error.to_string())?;
    Ok(hash.format_for_version(bcrypt::Version::TwoA))
}

fn htpasswd(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let name = args::text(args, 0);
    if name.contains(&b':') {
        return Ok(Value::str([b"invalid username: ", name].concat()));
    }
    machine.spend(WORK_OF_HASH)?;
    Ok(Value::str([name, b":", bcrypt_text(args::text(args, 1)).as_bytes()].concat()))
}

fn rand_bytes(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let count = usize::try_from(args::int(args, 0)).ok().filter(|count| *count <= machine.output_limit());
    let mut bytes = vec![0; count.ok_or("runtime error: makeslice: len out of range")?];
    random(&mut bytes)?;
    Ok(Value::str(base64::encode(&bytes)))
}

fn encrypt_aes(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    match args::text(args, 1) {
        b"" => Ok(Value::str("")),
        text => Ok(Value::str(aes::encrypt(args::text(args, 0), text)?)),
    }
}

fn decrypt_aes(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    match args::text(args, 1) {
        b"" => Ok(Value::str("")),
        text => Ok(Value::str(aes::decrypt(args::text(args, 0), text)?)),
    }
}

fn derive_password(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    machine.spend(WORK_OF_HASH)?;
    let (counter, kind) = (args::int(args, 0) as u32, args::text(args, 1));
    let password = password::derive(counter, kind, args::text(args, 2), args::text(args, 3), args::text(args, 4));
    Ok(Value::str(password.unwrap_or_else(|| [b"cannot find password template ", kind].concat())))
}

fn gen_private_key(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let kind = String::from_utf8_lossy(args::text(args, 0));
    let on_a_curve = matches!(&*kind, "ecdsa" | "ed25519");
    machine.spend(if on_a_curve { WORK_OF_CERTIFICATE } else { WORK_OF_KEY })?;
    Ok(match PrivateKey::generate(&kind) {
        None => Value::str(format!("Unknown type {kind}")),
        Some(Ok(key)) => Value::str(key.to_pem()?),
        Some(Err(error)) => Value::str(format!("failed to generate private key: {error}")),
    })
}
