//! The output of Go and sprig for the same templates.

use std::sync::LazyLock;

use der::{Decode, Encode};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey, VerificationAlgorithm,
};
use skeg_go_template::{Function, Param, Value};
use x509_cert::{Certificate, TbsCertificate};

use super::certificate::Issuer;
use super::keys::PrivateKey;
use super::{FUNCTIONS, pem};
use crate::testing::{check, render};

#[test]
fn errors_and_fixed_results_are_those_of_sprig() {
    let rows = [
        (
            r#"{{ derivePassword 1 "long" "password" "user" "example.com" }} {{ derivePassword 2 "maximum" "pässword" "user" "example.com" }} {{ derivePassword 1 "pin" "" "" "" }}"#,
            "ZedaFaxcZaso9* D0-#wlm&gO$p)6WVkkaG 1578",
        ),
        (r#"{{ derivePassword 1 "foo" "password" "user" "example.com" }}"#, "cannot find password template foo"),
        (r#"{{ htpasswd "a:b" "c" }}"#, "invalid username: a:b"),
        (
            r#"{{ bcrypt "1234567890123456789012345678901234567890123456789012345678901234567890123" }}"#,
            "failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes",
        ),
        (r#"{{ genPrivateKey "foo" }}"#, "Unknown type foo"),
        (
            r#"{{ decryptAES "secretkey" "30tEfhuJSVRhpG97XCuWgz2okj7L8vQ1s6V9zVUPeDQ=" }} {{ decryptAES "x" "" }}{{ encryptAES "x" "" }}{{ randBytes 12 | len }} {{ randBytes 0 }}"#,
            "plaintext 16 ",
        ),
        (
            r#"{{ decryptAES "secretkey" "30tEfhuJSVRhpG97XCuWgz2okj7L8vQ1s6V9zVUPeDQ" }}"#,
            "error: error calling decryptAES: illegal base64 data at input byte 40",
        ),
        (
            r#"{{ decryptAES "secretkey" "30tEfhuJ" }}"#,
            "error: error calling decryptAES: runtime error: slice bounds out of range [:16] with capacity 6",
        ),
        (
            r#"{{ decryptAES "secretkey" "30tEfhuJSVRhpG97XCuWgz2okj7L8vQ1" }}"#,
            "error: error calling decryptAES: crypto/cipher: input not full blocks",
        ),
        (
            r#"{{ decryptAES "secretkey" "30tEfhuJSVRhpG97XCuWgw==" }}"#,
            "error: error calling decryptAES: runtime error: index out of range [-1]",
        ),
        ("{{ randBytes -1 }}", "error: error calling randBytes: runtime error: makeslice: len out of range"),
        (
            r#"{{ genCAWithKey "x" 1 "foo" }}"#,
            "error: error calling genCAWithKey: parsing private key: no PEM data in input",
        ),
        (
            r#"{{ genCAWithKey "x" 1 "-----BEGIN FOO-----\nAAAA\n-----END FOO-----" }}"#,
            "error: error calling genCAWithKey: parsing private key: no private key data in PEM block of type FOO",
        ),
        (
            r#"{{ genCAWithKey "x" 1 "-----BEGIN FOO PRIVATE KEY-----\nAAAA\n-----END FOO PRIVATE KEY-----" }}"#,
            "error: error calling genCAWithKey: parsing private key: invalid private key type FOO PRIVATE KEY",
        ),
        (
            r#"{{ genSelfSignedCertWithKey "x" (list "1.2.3") nil 1 (genPrivateKey "ed25519") }}"#,
            "error: error calling genSelfSignedCertWithKey: error parsing ip: 1.2.3",
        ),
        (
            r#"{{ genSelfSignedCertWithKey "x" (list 1) nil 1 (genPrivateKey "ed25519") }}"#,
            "error: error calling genSelfSignedCertWithKey: error parsing ip: 1 is not a string",
        ),
        (
            r#"{{ genSelfSignedCertWithKey "x" nil (list 1) 1 (genPrivateKey "ed25519") }}"#,
            "error: error calling genSelfSignedCertWithKey: error processing alternate dns name: 1 is not a string",
        ),
        (
            r#"{{ genSelfSignedCertWithKey "x" nil (list "é") 1 (genPrivateKey "ed25519") }}"#,
            r#"error: error calling genSelfSignedCertWithKey: error creating certificate: x509: "é" cannot be encoded as an IA5String"#,
        ),
        (
            r#"{{ genSignedCertWithKey "x" nil nil 1 (genCAWithKey "y" 1 (genPrivateKey "ecdsa")) "x" }}"#,
            "error: error calling genSignedCertWithKey: parsing private key: no PEM data in input",
        ),
        (
            r#"{{ genSignedCertWithKey "x" nil nil 1 "y" "x" }}"#,
            r#"error: can't handle "y" for arg of type sprig.certificate"#,
        ),
        (r#"{{ genCA "x" "1" }}"#, r#"error: expected integer; found "1""#),
        (
            r#"{{ buildCustomCert "%" "x" }}"#,
            "error: error calling buildCustomCert: unable to decode base64 certificate",
        ),
        (
            r#"{{ buildCustomCert "AAAA" "%" }}"#,
            "error: error calling buildCustomCert: unable to decode base64 private key",
        ),
        (
            r#"{{ buildCustomCert "AAAA" "AAAA" }}"#,
            "error: error calling buildCustomCert: unable to decode certificate",
        ),
        (
            r#"{{ $k := genPrivateKey "ecdsa" }}{{ $c := genCAWithKey "x" 1 $k }}{{ printf "%T" $c }} {{ eq $c.Key $k }}"#,
            "sprig.certificate true",
        ),
        (r#"{{ derivePassword -1 "pin" "" "" "" }}"#, "error: expected unsigned integer; found -1"),
        (r#"{{ derivePassword "1" "pin" "" "" "" }}"#, r#"error: expected unsigned integer; found "1""#),
        (
            r#"{{ $n := 1 }}{{ derivePassword $n "pin" "" "" "" }}"#,
            "error: wrong type for value; expected uint32; got int",
        ),
    ];
    check(FUNCTIONS, &rows);
}

#[test]
fn bcrypt_hashes_are_of_the_form_that_go_writes() {
    let text = render(FUNCTIONS, r#"{{ htpasswd "me" "secret" }}"#);
    assert!(text.starts_with("me:$2a$10$") && text.len() == 63, "{text}");
    assert!(bcrypt::verify("secret", &text[3..]).unwrap() && !bcrypt::verify("Secret", &text[3..]).unwrap());
    // Go's hash of the longest allowed password.
    let longest = "x".repeat(72);
    assert!(bcrypt::verify(&longest, &render(FUNCTIONS, &format!(r#"{{{{ bcrypt "{longest}" }}}}"#))).unwrap());
}

#[test]
fn what_is_encrypted_can_be_decrypted() {
    let text = r#"{{ $a := encryptAES "key" "some text" }}{{ decryptAES "key" $a }} {{ eq $a (encryptAES "key" "some text") }}"#;
    assert_eq!(render(FUNCTIONS, text), "some text false");
}

/// The bytes of the first PEM block of a text.
fn block(text: &str) -> Vec<u8> {
    pem::decode(text.as_bytes()).unwrap().into_contents()
}

/// Splits a certificate: the signed part, and the signature.
fn signed_parts(bytes: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let certificate = Certificate::from_der(bytes).unwrap();
    (certificate.tbs_certificate().to_der().unwrap(), certificate.signature().raw_bytes().to_vec())
}

/// The public key within the certificate's contents.
fn public_key(contents: &[u8]) -> Vec<u8> {
    let contents = TbsCertificate::from_der(contents).unwrap();
    contents.subject_public_key_info().subject_public_key.raw_bytes().to_vec()
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}

#[test]
fn an_rsa_authority_signs() {
    let text = r#"{{ $ca := genCA "my ca" 365 }}{{ $ca.Cert }}|{{ $ca.Key }}|{{ (genSignedCertWithKey "leaf" (list "127.0.0.1" "::1") (list "a.b" "*.c") 10 $ca (genPrivateKey "ecdsa")).Cert }}"#;
    let printed = render(FUNCTIONS, text);
    let parts: Vec<&str> = printed.split('|').collect();
    assert!(parts[1].starts_with("-----BEGIN RSA PRIVATE KEY-----\n"));
    let (authority, own_signature) = signed_parts(&block(parts[0]));
    let (leaf, signature) = signed_parts(&block(parts[2]));
    let key = public_key(&authority);
    let verifier = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &key);
    verifier.verify(&authority, &own_signature).unwrap();
    verifier.verify(&leaf, &signature).unwrap();
    // Key usage, basic constraints, and the common name as a printable string.
    assert!(contains(&authority, &[0x03, 0x02, 0x02, 0xa4]) && contains(&leaf, &[0x03, 0x02, 0x05, 0xa0]));
    assert!(contains(&authority, &[0x30, 0x03, 0x01, 0x01, 0xff]) && !contains(&leaf, &[0x30, 0x03, 0x01, 0x01, 0xff]));
    assert!(contains(&leaf, b"\x13\x05my ca") && contains(&leaf, b"\x13\x04leaf"));
    // The alternative names, names first.
    assert!(contains(&leaf, b"\x82\x03a.b\x82\x03*.c\x87\x04\x7f\0\0\x01\x87\x10"));
    // The authority's key identifier is in both.
    use sha2::Digest;
    let id = &sha2::Sha256::digest(&key)[..20];
    assert!(contains(&authority, id) && contains(&leaf, id));
}

#[test]
fn keys_of_elliptic_curves_sign() {
    let rows: [(&str, &'static dyn VerificationAlgorithm); 2] =
        [("ecdsa", &ECDSA_P256_SHA256_ASN1), ("ed25519", &ED25519)];
    for (kind, algorithm) in rows {
        let text = format!(r#"{{{{ (genCAWithKey "é" 1 (genPrivateKey "{kind}")).Cert }}}}"#);
        let (contents, signature) = signed_parts(&block(&render(FUNCTIONS, &text)));
        UnparsedPublicKey::new(algorithm, public_key(&contents)).verify(&contents, &signature).unwrap();
        assert!(contains(&contents, "\x0c\x02é".as_bytes()));
    }
}

#[test]
fn an_authority_must_own_its_key() {
    let text = r#"{{ $a := genCAWithKey "a" 1 (genPrivateKey "ecdsa") }}{{ $b := genCAWithKey "b" 1 (genPrivateKey "ecdsa") }}{{ $mixed := buildCustomCert (b64 $a.Cert) (b64 $b.Key) }}{{ genSignedCertWithKey "x" nil nil 1 $mixed (genPrivateKey "ed25519") }}"#;
    static WITH_BASE64: LazyLock<Vec<Function>> = LazyLock::new(|| {
        let b64 = Function::fixed("b64", &[Param::String], |_, a| {
            Ok(Value::str(crate::base64::encode(crate::args::text(a, 0))))
        });
        [FUNCTIONS, &[b64]].concat()
    });
    let expected = "error: error calling genSignedCertWithKey: error creating certificate: x509: provided PrivateKey \
                    doesn't match parent's PublicKey";
    assert_eq!(render(&WITH_BASE64, text), expected);
}

#[test]
fn broken_certificates_and_keys_are_refused() {
    for kind in ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY"] {
        for bytes in [&b""[..], b"\x30", b"\x30\x84\xff\xff\xff\xff", b"\x30\x03\x02\x01\x00", &[0x30; 300]] {
            assert!(PrivateKey::from_pem(&pem::encode(kind, bytes)).is_err(), "{kind} {bytes:?}");
        }
    }
    assert!(Issuer::parse(b"\x30\x00").is_err());
}
