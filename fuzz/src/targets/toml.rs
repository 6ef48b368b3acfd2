//! TOML text: what was parsed survives a round trip.

use super::Target;
use super::functions::print;

pub(super) const TARGET: Target = Target {
    name: "toml",
    dictionary: &[
        "[",
        "]",
        "[[",
        "]]",
        "=",
        " = ",
        ".",
        "\"",
        "'",
        "\"\"\"",
        "'''",
        "\\u00e9",
        "\\U0010FFFF",
        "\\\n",
        "{",
        "}",
        ",",
        "#",
        "\n",
        "\r\n",
        "0x1F",
        "0b1",
        "1_000",
        "-0",
        "+1",
        "1e400",
        "nan",
        "-inf",
        "true",
        "1979-05-27T07:32:00Z",
        "1979-05-27",
        "07:32:00.999",
        "[a.b]\n",
        "[[a]]\n",
        "a.b = 1\n",
    ],
    seeds,
    run,
};

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "title = \"TOML\"\n[owner]\nname = 'Tom'\ndob = 1979-05-27T07:32:00-08:00\n[database]\nports = [8000, 8001]\n",
        "[[products]]\nname = \"Hammer\"\nsku = 738594937\n[[products]]\n[products.more]\ncolor = \"gray\"\n",
        "a = { b = 1, c = { d = [ { e = 1.5 }, {} ] } }\n\"quoted key\".x = true\n",
        "s = \"\"\"\nmany\n  lines\\\n  joined\"\"\"\nr = '''raw\n'''\n",
        "i = [0x1F, 0o7, 0b11, 1_000, -5]\nf = [1.0, 6.626e-34, inf, -nan]\nd = 1979-05-27\nt = 07:32:00\n",
        "# comment\nempty = []\n[a]\n[a.b.c]\nx = \"\\u00e9\\t\"\n",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

const TEMPLATE: &str = r#"
{{- $tree := fromToml .text -}}
{{- if not (hasKey $tree "Error") -}}
{{- $written := mustToToml $tree -}}
{{- $again := fromToml $written -}}
{{- if hasKey $again "Error" }}{{ printf "written as %q, which is not read: %v" $written $again.Error }}
{{- else if ne (mustToToml $again) $written }}{{ printf "written as %q, then as %q" $written (mustToToml $again) }}{{ end -}}
{{- end -}}
"#;

fn run(input: &[u8]) {
    if let Ok(complaint) = complaint(input) {
        assert!(complaint.is_empty(), "{complaint}");
    }
}

fn complaint(input: &[u8]) -> Result<String, String> {
    print(TEMPLATE, &[("text", input)])
}

#[test]
fn seeds_come_to_the_end() {
    let ended = seeds().iter().map(|seed| complaint(seed)).collect::<Vec<_>>();
    assert!(ended.iter().all(|ended| ended.as_deref() == Ok("")), "{ended:#?}");
}
