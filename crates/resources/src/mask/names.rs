//! Which fields say what is deployed, and which texts can be a name there.
//!
//! A reviewer has to see the subject of a role binding, the image and the host, even if a Secret contains the same
//! word. A password in such a field stays masked: it does not look like a name.

/// A field, as far as masking is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// The top-level fields.
    Top,
    /// The name of a resource, role or host.
    Name,
    /// It names an image.
    Image,
    /// Everything in it is a name: labels and selectors.
    Names,
    /// Anything may be here and below.
    Free,
    Other,
}

/// Fields that hold names.
const NAMES: &[&str] = &[
    "apiGroup",
    "apiGroups",
    "apiVersion",
    "claimName",
    "className",
    "dnsNames",
    "externalName",
    "fieldPath",
    "group",
    "groups",
    "host",
    "hostname",
    "hostnames",
    "hosts",
    "ingressClassName",
    "kind",
    "mountPath",
    "name",
    "namespace",
    "nodeName",
    "nonResourceURLs",
    "path",
    "paths",
    "policy",
    "priorityClassName",
    "resourceNames",
    "resources",
    "runtimeClassName",
    "schedulerName",
    "secretName",
    "serviceAccount",
    "serviceAccountName",
    "serviceName",
    "storageClassName",
    "subdomain",
    "topologyKey",
    "type",
    "users",
    "verbs",
    "volumeName",
];

impl Field {
    pub(super) fn below(self, key: &str) -> Field {
        match (self, key) {
            (Field::Free, _) => Field::Free,
            (Field::Top, "data" | "stringData" | "binaryData" | "annotations") => Field::Free,
            (_, "annotations") => Field::Free,
            (_, "labels" | "matchLabels" | "selector" | "nodeSelector") => Field::Names,
            (Field::Names, _) => Field::Names,
            (_, "image") => Field::Image,
            (_, key) if NAMES.contains(&key) => Field::Name,
            _ => Field::Other,
        }
    }

    pub(super) fn says_what_is_deployed(self) -> bool {
        matches!(self, Field::Name | Field::Image | Field::Names)
    }
}

/// Longer than any Kubernetes name or host.
const LONGEST: usize = 253;

/// Whether a text can be a name that people gave, or an image. Random-looking texts are not.
pub(super) fn is_name(text: &str, field: Field) -> bool {
    let is_of_names = |c: char| c.is_ascii_alphanumeric() || "-._:/@*[]".contains(c);
    if text.len() > LONGEST || !text.chars().all(is_of_names) {
        return false;
    }
    let text = if field == Field::Image { without_digest(text) } else { text };
    text.split(|c: char| !c.is_ascii_alphanumeric()).all(|word| !looks_random(word))
}

/// An image without the part that identifies its contents: a digest, or a commit as its tag.
fn without_digest(image: &str) -> &str {
    let is_hex = |text: &str, lengths: &[usize]| {
        lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let image = image.split_once("@sha256:").filter(|(_, digest)| is_hex(digest, &[64])).map_or(image, |parts| parts.0);
    image.rsplit_once(':').filter(|(_, tag)| is_hex(tag, &[8, 10, 12, 40])).map_or(image, |parts| parts.0)
}

/// Whether a run of letters and digits looks random: such runs switch between lower case, upper case and digits every
/// other character; those of lower-case letters alone lack vowels.
fn looks_random(word: &str) -> bool {
    let class = |byte: u8| (byte.is_ascii_lowercase(), byte.is_ascii_uppercase());
    let bytes = word.as_bytes();
    let changes = bytes.windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count();
    if bytes.len() >= 8 && changes >= (bytes.len() / 4).max(4) {
        return true;
    }
    let is_vowel = |byte: &u8| b"aeiouyAEIOUY".contains(byte);
    let vowels = bytes.iter().filter(|byte| is_vowel(byte)).count();
    let longest_without = bytes.split(is_vowel).map(<[u8]>::len).max().unwrap_or_default();
    bytes.len() >= 12 && (vowels * 5 < bytes.len() || longest_without >= 7)
}

#[cfg(test)]
mod tests {
    use super::{Field, is_name};

    #[test]
    fn names_are_told_from_passwords() {
        for name in [
            "cluster-admin",
            "system:unauthenticated",
            "system:serviceaccount:kube-system:default",
            "registry.example.com:5000/shop/api:1.4.0",
            "validatingadmissionpolicybindings",
            "customresourcedefinitions",
            "v1alpha1",
            "admin",
            "hunter22",
            "db-0.shop.svc.cluster.local",
            "k8s-worker-12",
            "2001:db8::1",
            "192.0.2.17",
            "/metrics/*",
        ] {
            assert!(is_name(name, Field::Name), "{name}");
        }
        for secret in [
            "s7Gk29xQpLm4Zt8v",
            "p4ssw0rd1",
            "9f86d081884c7d659a2feaa0c55ad015",
            "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
            "Y2x1c3Rlci1hZG1pbg==",
            "correct horse battery",
            "P@$$w0rd!",
            "123456789012",
            "qkzvtrwxpljhmnbg",
            "-----BEGIN RSA PRIVATE KEY-----",
            &"a-".repeat(200),
        ] {
            assert!(!is_name(secret, Field::Name), "{secret}");
        }
        let digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        let commit = &digest[..40];
        for image in [format!("evil/miner@sha256:{digest}"), format!("evil/miner:{commit}")] {
            assert!(is_name(&image, Field::Image) && !is_name(&image, Field::Name), "{image}");
        }
        assert!(!is_name(digest, Field::Image));
    }
}
