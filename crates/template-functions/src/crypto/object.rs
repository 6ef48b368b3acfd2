//! The certificate object that templates get.
//!
//! A certificate with a new key is created when a template first reads it. Generating the key takes longer than
//! rendering most charts, and charts often create certificates that they then do not use, because the user supplied
//! others.

use std::any::Any;
use std::borrow::Cow;
use std::cell::OnceCell;

use skeg_go_template::{GoField, Object, Value};

use super::certificate::{self, Issuer, Pair, Request};
use super::keys::PrivateKey;
use super::pem;

/// sprig's `certificate`.
pub(super) struct Certificate {
    pair: OnceCell<Option<Pair>>,
    order: Option<Order>,
}

/// A certificate to be created, with a new key.
pub(super) struct Order {
    pub(super) request: Request,
    /// The signing certificate; `None` if self-signed.
    pub(super) authority: Option<Value>,
}

impl Certificate {
    /// An existing certificate.
    pub(super) fn ready(pair: Pair) -> Certificate {
        Certificate { pair: OnceCell::from(Some(pair)), order: None }
    }

    /// A certificate that is created when it is first read; invalid parameters are reported at once.
    pub(super) fn ordered(order: Order) -> Result<Certificate, String> {
        certificate::check(&order.request)?;
        Ok(Certificate { pair: OnceCell::new(), order: Some(order) })
    }

    /// Whether this certificate was created here, so that it can sign.
    pub(super) fn is_ordered(&self) -> bool {
        self.order.is_some()
    }

    /// Certificate and key; `None` if the system has no random numbers.
    pub(super) fn pair(&self) -> Option<&Pair> {
        self.pair.get_or_init(|| self.order.as_ref()?.make().ok()).as_ref()
    }

    fn values(&self) -> Option<[(&'static str, Value); 2]> {
        let pair = self.pair()?;
        Some([("Cert", Value::Str(pair.cert.clone())), ("Key", Value::Str(pair.key.clone()))])
    }
}

impl Order {
    fn make(&self) -> Result<Pair, String> {
        #[cfg(test)]
        MADE.set(MADE.get() + 1);
        let key = PrivateKey::generate_rsa(2048)?;
        let Some(authority) = &self.authority else { return certificate::create(&self.request, &key, None) };
        let authority = authority.downcast::<Certificate>().and_then(Certificate::pair).ok_or("no authority")?;
        let (issuer, signer) = signer(authority)?;
        certificate::create(&self.request, &key, Some((&issuer, &signer)))
    }
}

#[cfg(test)]
thread_local! {
    /// How many were created on this thread.
    static MADE: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The signer from a certificate and its key; the error is sprig's.
pub(super) fn signer(authority: &Pair) -> Result<(Issuer, PrivateKey), String> {
    let block = pem::decode(&authority.cert).ok_or("unable to decode certificate")?;
    let issuer = Issuer::parse(block.contents());
    let issuer = issuer.map_err(|error| format!("error parsing certificate: decodedSignerCert.Bytes: {error}"))?;
    let key = PrivateKey::from_pem(&authority.key).map_err(|error| format!("error parsing private key: {error}"))?;
    Ok((issuer, key))
}

impl Object for Certificate {
    fn type_name(&self) -> Cow<'static, str> {
        "sprig.certificate".into()
    }

    fn kind(&self) -> &'static str {
        "struct"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn field(&self, name: &str) -> Option<Value> {
        if !self.has_costly_field(name) {
            return None;
        }
        self.values()?.into_iter().find(|(field, _)| *field == name).map(|(_, value)| value)
    }

    fn has_costly_field(&self, name: &str) -> bool {
        matches!(name, "Cert" | "Key")
    }

    fn go_fields(&self) -> Option<Vec<GoField>> {
        Some(self.values()?.into_iter().map(|(name, value)| GoField::new(name, value)).collect())
    }

    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        Some(self.values()?.into())
    }

    fn deep_equal(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<Certificate>().is_some_and(|other| other.pair() == self.pair())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{crypto, defaults, encoding, strings, testing};

    fn render(text: &str) -> String {
        let functions = [crypto::FUNCTIONS, defaults::FUNCTIONS, encoding::FUNCTIONS, strings::FUNCTIONS];
        testing::render(functions.concat().leak(), text)
    }

    fn request(common_name: &str) -> Request {
        Request { common_name: common_name.into(), addresses: vec![], dns_names: vec![], days: 1, is_ca: true }
    }

    #[test]
    fn a_certificate_is_made_when_it_is_read() {
        let authority = Value::object(Certificate::ordered(Order { request: request("ca"), authority: None }).unwrap());
        let signed = Order { request: request("leaf"), authority: Some(authority.clone()) };
        let signed = Certificate::ordered(signed).unwrap();
        assert!(signed.field("Other").is_none() && signed.pair.get().is_none());
        let Some(Value::Str(key)) = signed.field("Key") else { panic!("no key") };
        assert!(key.starts_with(b"-----BEGIN RSA PRIVATE KEY-----"));
        assert!(authority.downcast::<Certificate>().is_some_and(|authority| authority.pair.get().is_some()));
        assert_eq!(signed.pair().map(|pair| pair.key.clone()), Some(key), "made once");
    }

    #[test]
    fn what_is_not_chosen_is_not_made() {
        for (text, expected, made) in [
            (r#"{{ "given" | default $c.Key }}"#, "given", 0),
            (r#"{{ default $c.Key "given" }}"#, "given", 0),
            (r#"{{ "" | default $c.Key | printf "%.5s" }}"#, "-----", 1),
            (r#"{{ ternary (b64enc (trim $c.Key)) "no" false }}"#, "no", 0),
            (r#"{{ true | ternary "yes" $c.Key }}"#, "yes", 0),
            (r#"{{ ternary (trim $c.Key) "no" true | printf "%.5s" }}"#, "-----", 1),
            (r#"{{ default "x" $c.Key | printf "%.5s" }}"#, "-----", 1),
        ] {
            let before = MADE.get();
            let text = format!(r#"{{{{ $c := genCA "a" 1 }}}}{text}"#);
            assert_eq!((render(&text).as_str(), MADE.get() - before), (expected, made), "{text}");
        }
        let missing = render(r#"{{ $c := genCA "a" 1 }}{{ "given" | default $c.Nothing }}"#);
        assert!(missing.contains("can't evaluate field Nothing in type sprig.certificate"), "{missing}");
    }

    #[test]
    fn what_is_wrong_with_an_order_is_said_at_once() {
        let said = render(r#"{{ $c := genSelfSignedCert "a" nil (list "é") 1 }}never read"#);
        assert!(said.contains("cannot be encoded as an IA5String"), "{said}");
    }
}
