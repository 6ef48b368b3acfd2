//! The quick reader says what the parser says, or nothing.

use skeg_chart::Compat;

use super::{parse_head, quick, read_head};

const PLAIN: &str = r#"# a comment
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app.kubernetes.io/name: "web"
    1: x
  annotations:
    "helm.sh/hook": pre-install,post-upgrade
    helm.sh/hook-weight: "-5"
    helm.sh/hook-delete-policy: before-hook-creation # why not
    note: 'it''s'
    text: |
      a: b
       c

      d
spec:
  replicas: 2
  empty: {}
  none:
  nested:
  - a
  - b: 1
    c: "x \" y"
  -
    - deep
    - - deeper: yes
        more: no
  args:
    - --flag=value
    - "-x"
    - http://example.com:80/a#b
    - |-
      script
        more
    # a comment inside
    - last
  folded: >-
    one
    two
  long: a text that
    goes on - and

    on
  quoted: 'it''s
    long'
  own-line:
    {}
  lone:
    text — “quoted”
  flow: ["a", b, {c: d, 'e f': [1, "}"]}] # why not
  record: :node:sum
  regex: .+;
  items:
  - "also \"long\" and \
    \ folded"
status: null
"#;

#[test]
fn plain_documents_are_read_quickly() {
    let head = quick::read(PLAIN.as_bytes()).expect("plain enough");
    assert_eq!(head, parse_head(PLAIN.as_bytes(), Compat::V4).expect("parses"));
    assert_eq!((head.kind.as_str(), head.name.as_str()), ("Deployment", "web"));
    assert_eq!(head.hook.as_deref(), Some("pre-install,post-upgrade"));
    assert_eq!(head.hook_weight, "-5");
}

#[test]
fn annotations_of_order_may_be_lists() {
    let head = |key: &str, value: &str| {
        let text = format!("kind: A\nmetadata:\n  name: a\n  annotations:\n    {key}: {value}\n");
        read_head(text.as_bytes(), Compat::V4).map(|head| head.name).map_err(|error| error.message)
    };
    for key in ["resource-group", "depends-on/resource-groups", "readiness-success", "readiness-failure"] {
        assert_eq!(head(&format!("helm.sh/{key}"), "[a, b]").as_deref(), Ok("a"), "{key}");
    }
    let refused = head("helm.sh/hook", "[a]").expect_err("a refusal");
    assert!(refused.contains("cannot unmarshal array"), "{refused}");
    assert!(head("helm.sh/resource-group", "{a: b}").is_err());
}

#[test]
fn what_is_not_plain_is_left_to_the_parser() {
    let texts = [
        "kind: A\n x: b\n",
        "kind: A: b\n",
        "kind: [A]\n",
        "kind: A\nx: [a, *b]\n",
        "kind: A\nx: [a, b\n",
        "kind: A\nx: [a]b\n",
        "kind: A\nx: {a, b}\n",
        "kind: A\nx: [a, , b]\n",
        "kind: A\nmetadata: []\n",
        "- a\n",
        "text\n",
        "kind: &a A\n",
        "kind: A\nmetadata: x\n",
        "kind: A\nmetadata:\n- a\n",
        "kind: A\nmetadata:\n  annotations:\n    a:\n      b: c\n",
        "Kind: A\n",
        "kind: 1.5\n",
        "kind: yes\n",
        "kind: A\nx: .inf\n",
        "a:\n    b: 1\n  c: 1\n",
        "kind: A\n? x\n: y\n",
        "kind: a\n b\n",
        "kind: A\nx: a\n  b: c\n",
        "kind: A\nx: \"\\/\"\n",
        "kind: A\n---\nkind: B\n",
        "kind: A\nmetadata:\n  annotations:\n    a: []\n",
        "kind: A\nx: |2\n   y\n",
        "kind: A\n\tx: y\n",
        "kind: A\nnull: y\n",
        "kind: A\n<<: {}\n",
        "kind: A\nx: - y\n",
        "",
        "# only\n",
    ];
    for text in texts {
        assert_eq!(quick::read(text.as_bytes()), None, "{text:?}");
    }
}

/// Documents made of pieces that are often misread, and mutations of a plain one.
#[test]
fn the_quick_reader_never_contradicts_the_parser() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    const PIECES: &[&str] = &[
        "a",
        "kind",
        "metadata",
        "name",
        "annotations",
        "helm.sh/hook",
        ":",
        ": ",
        ":\n",
        "\n",
        "\n\n",
        " ",
        "  ",
        "    ",
        "- ",
        "-",
        "\n- ",
        "\n  - ",
        "\n  ",
        "\n    ",
        "|\n",
        "|-\n",
        ">\n",
        "\"",
        "'",
        "''",
        "\\",
        "#",
        " #",
        "{}",
        "[]",
        "[",
        "1",
        "-1",
        ".inf",
        "null",
        "é",
        "\u{2028}",
        "[a, b]",
        "{a: b}",
        "~",
        "yes",
        "x y",
        "&a",
        "*a",
        "!t",
        "? ",
        "%",
        "---",
        "...",
        "<<",
        ",",
        "}",
        "0x1",
        "1.5",
        "\\n",
        "=",
        "$",
        "(",
        "+",
        ".",
    ];
    let mut quick_ones = 0;
    for round in 0..60_000 {
        let mut text = PLAIN.as_bytes().to_vec();
        if round % 2 == 0 {
            text = (0..1 + random(14)).flat_map(|_| PIECES[random(PIECES.len())].bytes()).collect();
        } else {
            for _ in 0..1 + random(3) {
                let (at, cut) = (random(text.len()), random(6));
                let end = (at + cut).min(text.len());
                text.splice(at..end, PIECES[random(PIECES.len())].bytes());
            }
        }
        if let Some(head) = quick::read(&text) {
            quick_ones += 1;
            let shown = String::from_utf8_lossy(&text);
            assert_eq!(Ok(head), parse_head(&text, Compat::V4), "{shown:?}");
        }
    }
    assert!(quick_ones > 1000, "only {quick_ones} documents were plain enough to tell anything");
}
