//! Decrypted values that a record contains outside of its Secrets.

use serde_json::{Value, json};
use skeg_release_store::{ChartFile, ChartRecord, Hook, Info, Release, decode, encode};
use skeg_resources::KnownSecrets;

/// A token in a ConfigMap, a password in a Secret, a key in a hook, a name in the notes.
fn release() -> Release {
    let manifest = "---\n# Source: shop/templates/a.yaml\nkind: ConfigMap\napiVersion: v1\ndata:\n  a: |\n    token-4711\n    \
                    with-more\n---\nkind: Secret\napiVersion: v1\nstringData: {a: password-4711}\n";
    let readme = ChartFile { name: "README.md".into(), data: b"read me".into() };
    Release {
        name: "shop".into(),
        namespace: "prod".into(),
        revision: 1,
        info: Info { notes: "Welcome, name-4711".into(), ..Info::default() },
        chart: ChartRecord { files: vec![readme], ..ChartRecord::default() }.to_json(),
        manifest: manifest.into(),
        hooks: vec![Hook { manifest: "kind: Job\nkey: a2V5LTQ3MTE=\n".into(), ..Hook::default() }],
        ..Release::default()
    }
}

fn decrypted(values: &[&str]) -> KnownSecrets {
    let secrets = KnownSecrets::default();
    values.iter().for_each(|value| secrets.add_decrypted(value));
    secrets
}

fn files(release: &Release) -> Vec<&str> {
    let files = release.chart["files"].as_array().unwrap();
    files.iter().map(|file| file["name"].as_str().unwrap()).collect()
}

#[test]
fn a_record_keeps_what_it_tells_and_nothing_else() {
    let values = ["token-4711\nwith-more\n", "password-4711", "key-4711", "name-4711", "unused-4711"];
    let mut release = release();
    release.keep_secrets(&decrypted(&values));
    let read = decode("shop", encode(&release).unwrap().as_bytes()).unwrap();
    assert_eq!(read, release);

    let secrets = KnownSecrets::default();
    read.tell(&secrets);
    let kept = ["key-4711", "name-4711", "token-4711\nwith-more\n"];
    assert_eq!(secrets.decrypted(), kept, "not what a Secret tells, nor what is nowhere");
    let text = "token-4711 with-more password-4711 key-4711 name-4711 unused-4711";
    assert_eq!(secrets.mask(text), "<hidden> <hidden> <hidden> <hidden> <hidden> unused-4711");
    assert_eq!(files(&read), ["README.md", ".skeg/known-secrets.json"]);
    // Storing them again, as a rollback to this revision does, changes nothing.
    let mut again = read.clone();
    again.keep_secrets(&secrets);
    assert_eq!(again, read);
}

#[test]
fn most_records_are_as_helm_writes_them() {
    for values in [&[][..], &["password-4711"], &["unused-4711"], &["Job", "true"]] {
        let mut kept = release();
        kept.keep_secrets(&decrypted(values));
        assert_eq!(kept, release(), "{values:?}");
    }
}

#[test]
fn what_is_no_list_is_none() {
    for data in [json!("%"), json!("YQ=="), json!(5), Value::Null, json!("eyJhIjoxfQ==")] {
        let mut release = release();
        release.chart["files"] = json!([{ "name": ".skeg/known-secrets.json", "data": data }]);
        let secrets = KnownSecrets::default();
        release.tell(&secrets);
        assert_eq!(secrets.decrypted(), [""; 0], "{data}");
    }
}
