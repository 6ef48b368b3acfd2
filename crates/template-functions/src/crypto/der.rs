//! The little of DER that keys and certificates need.

pub(super) const SEQUENCE: u8 = 0x30;
pub(super) const SET: u8 = 0x31;
pub(super) const BOOLEAN: u8 = 0x01;
pub(super) const INTEGER: u8 = 0x02;
pub(super) const BIT_STRING: u8 = 0x03;
pub(super) const OCTET_STRING: u8 = 0x04;
pub(super) const NULL: u8 = 0x05;
pub(super) const OID: u8 = 0x06;
pub(super) const UTF8_STRING: u8 = 0x0c;
pub(super) const PRINTABLE_STRING: u8 = 0x13;
pub(super) const UTC_TIME: u8 = 0x17;
pub(super) const GENERALIZED_TIME: u8 = 0x18;

/// Writes a tag, the length and the contents.
pub(super) fn tlv(tag: u8, body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len() + 6);
    out.push(tag);
    if body.len() < 0x80 {
        out.push(body.len() as u8);
    } else {
        let length = body.len().to_be_bytes();
        let skip = length.iter().take_while(|b| **b == 0).count();
        out.push(0x80 | (length.len() - skip) as u8);
        out.extend_from_slice(&length[skip..]);
    }
    out.extend_from_slice(body);
    out
}

/// Writes a sequence of parts that are written already.
pub(super) fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    tlv(SEQUENCE, &parts.concat())
}

/// Writes a number that is not negative.
pub(super) fn integer(bytes: &[u8]) -> Vec<u8> {
    let skip = bytes.iter().take_while(|b| **b == 0).count();
    let digits = &bytes[skip..];
    let body = if digits.first().is_none_or(|b| b & 0x80 != 0) { [&[0], digits].concat() } else { digits.to_vec() };
    tlv(INTEGER, &body)
}

/// Writes a string of whole bytes as a string of bits.
pub(super) fn bit_string(bytes: &[u8]) -> Vec<u8> {
    tlv(BIT_STRING, &[&[0], bytes].concat())
}

/// Reads one element after the other.
pub(super) struct Reader<'d>(&'d [u8]);

impl<'d> Reader<'d> {
    pub(super) fn new(bytes: &'d [u8]) -> Reader<'d> {
        Reader(bytes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tag of the next element.
    pub(super) fn tag(&self) -> Option<u8> {
        self.0.first().copied()
    }

    /// Takes the next element: its tag, its contents, and all of it.
    pub(super) fn any(&mut self) -> Result<(u8, &'d [u8], &'d [u8]), String> {
        let truncated = || "asn1: syntax error: data truncated".to_string();
        let (&tag, rest) = self.0.split_first().ok_or_else(|| "asn1: syntax error: sequence truncated".to_string())?;
        let (&first, mut rest) = rest.split_first().ok_or_else(truncated)?;
        let mut length = usize::from(first);
        if first >= 0x80 {
            let (bytes, after) = rest.split_at_checked(usize::from(first & 0x7f)).ok_or_else(truncated)?;
            if bytes.is_empty() || bytes.len() > 4 {
                return Err("asn1: structure error: length too large".to_string());
            }
            length = bytes.iter().fold(0, |length, b| length << 8 | usize::from(*b));
            rest = after;
        }
        let (body, after) = rest.split_at_checked(length).ok_or_else(truncated)?;
        let whole = &self.0[..self.0.len() - after.len()];
        self.0 = after;
        Ok((tag, body, whole))
    }

    /// Takes the contents of the next element, which must have the tag.
    pub(super) fn expect(&mut self, tag: u8) -> Result<&'d [u8], String> {
        match self.any()? {
            (found, body, _) if found == tag => Ok(body),
            _ => Err("asn1: structure error: tags don't match".to_string()),
        }
    }

    /// Takes the next element where it has the tag.
    pub(super) fn optional(&mut self, tag: u8) -> Result<Option<&'d [u8]>, String> {
        if self.tag() == Some(tag) { self.expect(tag).map(Some) } else { Ok(None) }
    }

    pub(super) fn sequence(&mut self) -> Result<Reader<'d>, String> {
        self.expect(SEQUENCE).map(Reader)
    }

    /// Takes a number that is not negative, without zeros in front but for zero itself.
    pub(super) fn integer(&mut self) -> Result<Vec<u8>, String> {
        let bytes = self.expect(INTEGER)?;
        match bytes {
            [] => Err("asn1: structure error: empty integer".to_string()),
            [b, ..] if b & 0x80 != 0 => Err("x509: private key contains zero or negative value".to_string()),
            [0] => Ok(vec![0]),
            [0, rest @ ..] => Ok(rest.to_vec()),
            bytes => Ok(bytes.to_vec()),
        }
    }

    /// Takes a string of whole bytes from a string of bits.
    pub(super) fn bit_string(&mut self) -> Result<&'d [u8], String> {
        match self.expect(BIT_STRING)? {
            [0, bytes @ ..] => Ok(bytes),
            _ => Err("asn1: syntax error: invalid padding bits in BIT STRING".to_string()),
        }
    }
}
