//! Input that would take minutes or gigabytes is refused in every command.

use std::fs::File;
use std::path::Path;
use std::process::Command;

use crate::shell::{folder, shop, skeg, skeg_with};

/// A sparse file of 20 GiB: reading it whole would take as much memory.
fn make_sparse(path: &Path) {
    let file = File::create(path).expect("a file");
    file.set_len(20 << 30).expect("a sparse file");
}

#[test]
fn no_file_of_a_chart_is_read_whatever_its_size() {
    for compat in ["v3", "v4"] {
        for name in
            ["values.yaml", ".helmignore", "Chart.yaml", "Chart.lock", "values.schema.json", "templates/web.yaml"]
        {
            let root = shop(&format!("bounds-{compat}-{}", name.replace('/', "-")));
            make_sparse(&root.join("shop").join(name));
            let base = name.rsplit('/').next().unwrap_or(name);
            let expected = format!("chart file \"{base}\" is larger than the maximum file size 5242880");
            let said = skeg(&root, &["template", "rel", "shop", "--helm-compat", compat]);
            assert!(said.refused().contains(&expected), "{name}: {}", said.stderr);
            let said = skeg(&root, &["chart", "render", "shop"]);
            assert!(said.refused().contains(&expected), "{name}: {}", said.stderr);
        }
    }
}

#[test]
fn no_archive_is_read_whatever_its_size() {
    let root = folder("bounds-archive", &[]);
    make_sparse(&root.join("shop-1.0.0.tgz"));
    let expected = "shop-1.0.0.tgz: the file has 21474836480 bytes, and at most 121634816 are read";
    for words in [&["template", "rel", "shop-1.0.0.tgz"][..], &["chart", "render", "shop-1.0.0.tgz"]] {
        let said = skeg(&root, words);
        assert!(said.refused().contains(expected), "{}", said.stderr);
    }
}

#[test]
fn no_file_beside_a_chart_is_read_whatever_its_size() {
    let root = shop("bounds-beside");
    make_sparse(&root.join("large"));
    let key = [("SKEG_SECRET_KEY", crate::secrets::KEY)];
    for (words, most) in [
        (&["template", "rel", "shop", "-f", "large"][..], "67108864"),
        (&["template", "rel", "shop", "--set-file", "a=large"], "67108864"),
        (&["chart", "render", "shop", "--values", "large"], "67108864"),
        (&["chart", "render", "shop", "--secret-values", "large"], "67108864"),
        (&["chart", "render", "shop", "--lookup-resources", "large"], "67108864"),
        (&["chart", "secret", "file", "decrypt", "large"], "67108864"),
        (&["chart", "secret", "values-file", "encrypt", "large"], "67108864"),
        (&["release", "plan", "show", "large"], "536870912"),
    ] {
        let said = skeg_with(&root, words, &key, b"");
        let expected = format!("large: the file has 21474836480 bytes, and at most {most} are read");
        assert!(said.refused().contains(&expected), "{words:?}: {}", said.stderr);
    }
}

#[test]
fn secrets_inside_a_chart_have_its_limit() {
    let root = shop("bounds-secrets");
    make_sparse(&root.join("shop/secret-values.yaml"));
    let said = skeg(&root, &["chart", "render", "shop"]);
    let expected = "chart file \"secret-values.yaml\" is larger than the maximum file size 5242880";
    assert!(said.refused().contains(expected), "{}", said.stderr);
}

/// Its keys are counted before they are sorted: sorting a map that contains itself would happen again at every depth.
#[test]
fn a_large_map_that_contains_itself_is_not_sorted_again_and_again() {
    let text = "{{ $d := dict }}{{ range until 20000 }}{{ $_ := set $d (printf \"k%d\" .) $d }}{{ end }}a: {{ mustToYaml $d }}";
    let meta = "apiVersion: v2\nname: loop\nversion: 1.0.0\n";
    let root = folder("bounds-loop", &[("loop/Chart.yaml", meta), ("loop/templates/a.yaml", text)]);
    let said = skeg(&root, &["template", "rel", "loop"]);
    assert!(
        said.refused().contains("error calling mustToYaml: the value is too large to be written"),
        "{}",
        said.stderr
    );
}

/// In a real process, whose first thread has a stack of 8 MiB.
#[test]
fn templates_that_nest_values_end() {
    let meta = "apiVersion: v2\nname: deep\nversion: 1.0.0\n";
    let rows = [
        ("toYaml $x", Ok("---\n# Source: deep/templates/a.yaml\n")),
        ("mustToYaml $x", Err("deep/templates/a.yaml:1:")),
        ("eq $x $x", Err("error calling eq: non-comparable type [[[[")),
        ("print $x | len", Ok("")),
        ("deepCopy $x | len", Err("error calling deepCopy: the value is too large or nests too deeply")),
    ];
    for (call, expected) in rows {
        let text =
            format!("{{{{ $x := list }}}}{{{{ range 300000 }}}}{{{{ $x = list $x }}}}{{{{ end }}}}a: {{{{ {call} }}}}");
        let root = folder("bounds-nested", &[("deep/Chart.yaml", meta), ("deep/templates/a.yaml", &text)]);
        let mut program = Command::new(env!("CARGO_BIN_EXE_skeg"));
        program.env_clear().env("KUBECONFIG", "/dev/null").current_dir(&root);
        let output = program.args(["template", "rel", "deep"]).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        match expected {
            Ok(printed) => {
                assert_eq!((output.status.code(), &*said), (Some(0), ""), "{call}");
                assert!(String::from_utf8_lossy(&output.stdout).contains(printed), "{call}");
            }
            Err(message) => {
                assert_eq!(output.status.code(), Some(1), "{call}: {said}");
                assert!(said.contains(message), "{call}: {}", &said[..said.len().min(1000)]);
            }
        }
    }
}
