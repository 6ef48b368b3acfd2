//! DSA keys of 2048 bits with a subgroup of 256, which `genPrivateKey` still offers. They are never used to sign.

use der::asn1::Uint;
use der::{Decode, Encode, Sequence};
use dsa::{Components, KeySize, SigningKey};
use getrandom::SysRng;

/// A private key, in the format of OpenSSL and sprig.
pub(super) struct DsaKey(Vec<u8>);

#[derive(Sequence)]
struct Numbers {
    version: u8,
    p: Uint,
    q: Uint,
    g: Uint,
    y: Uint,
    x: Uint,
}

impl DsaKey {
    /// Generates parameters and a key.
    pub(super) fn generate() -> Result<DsaKey, String> {
        let random = |error: getrandom::Error| error.to_string();
        let components = Components::try_generate_from_rng_with_key_size(&mut SysRng, KeySize::DSA_2048_256);
        let components = components.map_err(random)?;
        let key = SigningKey::try_generate_from_rng_with_components(&mut SysRng, components).map_err(random)?;
        let public = key.verifying_key();
        let components = public.components();
        let numbers = [&**components.p(), &**components.q(), &**components.g(), &**public.y(), &**key.x()];
        Self::write(&numbers.map(|number| number.to_be_bytes())).map_err(|error| error.to_string())
    }

    fn write(numbers: &[Box<[u8]>; 5]) -> der::Result<DsaKey> {
        let [p, q, g, y, x] = numbers;
        let key = Numbers {
            version: 0,
            p: Uint::new(p)?,
            q: Uint::new(q)?,
            g: Uint::new(g)?,
            y: Uint::new(y)?,
            x: Uint::new(x)?,
        };
        key.to_der().map(DsaKey)
    }

    /// Parses sprig's format.
    pub(super) fn parse(bytes: &[u8]) -> der::Result<DsaKey> {
        Numbers::from_der(bytes).map(|_| DsaKey(bytes.to_vec()))
    }

    pub(super) fn to_der(&self) -> &[u8] {
        &self.0
    }
}
