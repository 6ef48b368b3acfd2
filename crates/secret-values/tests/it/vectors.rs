//! What Nelm 1.30 encrypted, and its plain texts.

use skeg_secret_values::{Error, decrypt_file, decrypt_values};

use crate::{here, key, other_key};

const FILE: &str = "100001e2036a7afb45fab273db355a0989a426431aa6a12d3b6118cb744188271a2c";

const VALUES: &str = "\
# top comment
db:
  user: 1000c85049100e339c4d46a621e3777483007dc96018290c62ab073569dbe918f30d
  password: 1000d7346bf81c4e9257f7224964b83547cdf57ad006a98c1ad11678aa20fbbbf1f0
  port: 1000083ee56aaaf964650a7ad2bde93eae2656bae6b7c55b92348065266a1ea5e5d6
  on: 1000b29fea39b5ff40baea02f9dd54d237b34a41a0fada69e2f59dccffd09f540e10
  none: null
list:
  - 10009f191928ea839b445f09d6dad8551956f558325e915233418db16af818cbd792
  - two: 1000289143938c8e03a0092e945817d3c8bc5aef5a7ad75a3fd70348480fa4aec8e7
multi: 1000408ae1bef9371768bb9e9cb1a864fb36e6d9ad138d4985ed645428aeb12463fcf9c56a7cdef01573073b6ddafc14eac2
empty: 100081dfa2a55053210415a4151301ab509450b8c76b19d7dcba63ab4d8b8eda8a51
";

/// Nelm's decrypted text, byte for byte.
const PLAIN: &str = "\
# top comment
db:
  user: app
  password: s3cr3t
  port: \"5432\"
  on: \"true\"
  none: null
list:
  - one
  - two: \"2\"
multi: |
  line one
  line two
empty: \"\"
";

#[test]
fn a_file() {
    assert_eq!(decrypt_file(&key(), &here(), FILE.as_bytes()).expect("it decrypts"), b"hello secret\n");
    assert_eq!(decrypt_file(&other_key(), &here(), FILE.as_bytes()), Err(Error::Decrypt));
}

#[test]
fn values() {
    let decrypted = decrypt_values(&key(), &here(), VALUES).expect("it decrypts");
    assert_eq!(decrypted.text, PLAIN);
    assert_eq!(decrypted.secrets, ["app", "s3cr3t", "5432", "true", "one", "2", "line one\nline two\n", ""]);
    let error = decrypt_values(&other_key(), &here(), VALUES).err().expect("a refusal");
    assert_eq!(error.to_string().split(':').next(), Some("db.user"));
    assert_eq!(error.cause(), &Error::Decrypt);
}
