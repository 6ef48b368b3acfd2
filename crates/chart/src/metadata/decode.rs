//! Chart.yaml decoded as Go does: any case of keys, numbers into text fields.

use crate::{Error, Lock, Metadata};

pub(crate) fn decode_metadata(_text: &[u8], _into: &mut Metadata) -> Result<(), Error> {
    todo!()
}

pub(crate) fn decode_lock(_text: &[u8]) -> Result<Lock, Error> {
    todo!()
}
