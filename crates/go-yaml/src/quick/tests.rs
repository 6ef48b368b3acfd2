use super::read_map;
use crate::{TreeBuilder, parse, read_document};

/// The real parser's result.
fn slowly(text: &[u8]) -> Result<crate::Tree, crate::Error> {
    match parse(text)? {
        Some(document) => read_document(&document, &mut TreeBuilder),
        None => Ok(crate::Tree::Null),
    }
}

/// Whether the fast path gives no result or the parser's.
#[track_caller]
fn agrees(text: &str) -> bool {
    match read_map(text.as_bytes(), &mut TreeBuilder) {
        None => false,
        Some(tree) => {
            assert_eq!(Ok(tree), slowly(text.as_bytes()), "{text:?}");
            true
        }
    }
}

const PLAIN: &[&str] = &[
    "a: 1\n",
    "a: 1",
    "---\na: 1\n",
    "# first\n\na: b # more\n\n# last\n",
    "a:\nb: ~\nc: null\nd:\n",
    "a: yes\nb: No\nc: 0x1f\nd: 1e3\ne: -5\nf: .5\ng: 1_000\nh: 010\ni: 2001-01-01\nj: 18446744073709551615\n",
    "1: a\ntrue: b\n2.50: c\nx.y/z-w: d\n",
    "a: one two  three   # four\nb: it's, [not] {flow} \"at\" all\nc: http://x:80/#y\nd: a:b\n",
    "a: 'it''s'\nb: \"x\\ty\\n\\\"z\\\\\"\n\"c d\": ''\n'e': \"\"\n",
    "a:\n  b:\n    c: 1\n  d: 2\ne: 3\n",
    "a:\n- 1\n- b\n-\nc:\n  - x: 1\n    y: 2\n  -   z: 3\n      w:\n        - 4\nd: []\n",
    "a: [1, b, \"c, d\", [], {}]\nb: {x: 1, \"y\": {z: [true, null]}}\n",
    "a: |\n  one\n\n    two\n  three\n\n\nb: |-\n    x\n    # y\nc: 1\n",
    "list:\n  - |\n    x\n  - 'y'\n",
    "z: 1\na: 2\nz: 3\n",
    "a: gr\u{fc}n \u{1f600}\n",
    "a: $(x) <y> =z\nb: <<\nc: +1\nd: \\n\n",
    "a:   \nb:  # none\n  c: 1\n",
    "a: b\n  # deeper comment\nc: d\n",
    "a:\n  {}\n  # b: 1\nc:\n  - --x=1\n  - -y\n  -\n    [1, 2]\nd:\n    [] # none\n",
    "a: |\n# none\nb:\n  c: |-\n\n  d: >\n  # none\n  e: |\n\n    one\n\n    two\nf: 1\n",
    "a: >\n  one\n  two\n\n  three\n\n\n  four\nb: >-\n\n    x\n    y\nc: 1\n",
    "a: one\n  two\n\n\n   three # four\nb:\n- c\n  d - e\n  - f [x] {y}\n- g\n  # h\nc:\n  d: e#f\n    g:h 'i'\n\n  j: k\n",
    "a: 'one  \n  it''s\n\n\n  two '\nb: \"x\n  \\\"y\\\" \\t  \n  \\\\z\" # c\nd:\n  - 'e\n    # f: g\n\n    '\n  - \" h\n\n   i\"\n",
    "a: &x http\nb: *x\nc:\n  - &y_1 'q' # r\n  - *y_1 # s\nd: &x 2\ne: *x\n",
];

/// Left to the parser, because they are unusual or invalid.
const ODD: &[&str] = &[
    "gr\u{fc}n: x\n",
    "",
    "a",
    "- a\n",
    "\n",
    "# x\n",
    "a: b: c\n",
    "a: b:\n",
    "a: &x 1\nb: *x y\n",
    "a: *x\nb: &x 1\n",
    "a: &x {b: 1}\nc: *x\n",
    "a: &x\n  b: 1\nc: *x\n",
    "a: &x-y 1\nb: *x-y\n",
    "a: &x 1\n*x: b\n",
    "a: >\n  one\n    two\n  three\n",
    "a: > x\n",
    "a: >2\n  x\n",
    "a: |\n   \n  x\n",
    "a: !!str 1\n",
    "<<: {a: 1}\n",
    "? a\n: b\n",
    "a: one\n  two: three\n",
    "a: one # two\n  three\n",
    "a: one\n  # two\n  three\n",
    "a: one\n  two # three\n  four\n",
    "a: 'one\ntwo'\n",
    "a: 'one\n  two': b\n",
    "a: 'one\n  two' b\n",
    "a: \"one\\\n  two\"\n",
    "a: 'one\n---\n  two'\n",
    "a:\n  b: 'one\n  two'\n",
    "a:\n  - b: one\n    two\n",
    "a: one\n  ---\n",
    "a: >+\n  x\n",
    "a: |+\n  x\n",
    "a: |2\n  x\n",
    "a: [1,\n 2]\n",
    "a: \"\\x41\"\n",
    "a: b\n c: d\n",
    "a:\n  b: 1\n c: 2\n",
    "a: %x\n",
    "a: @x\n",
    "a: \tb\n",
    "a:\tb\n",
    "a: b\r\n",
    "\u{feff}a: b\n",
    "a: .inf\n",
    "a: 1\n---\nb: 2\n",
    "a: 1\n...\n",
    "...\n",
    "--- a: 1\n",
    "%YAML 1.1\n---\na: 1\n",
    "a: - b\n",
    "- a\nb: c\n",
    "a: [a b]\n",
    "a: {a}\n",
    "a: {a: 1,}\n",
    "a: [1, 2] x\n",
    "[a]: b\n",
    "a: 'x' y\n",
    "a: |\n x\n  b\nc",
    "a: |\n\n  x\n",
    "null: 1\n",
    "~: 1\n",
    "18446744073709551615: 1\n",
    "a: -\n",
    "a: - \n",
    "a: --- b\n",
    "a: |\n  x",
    "a: |\n    x\n   y\n",
    "a: | # c\n  x\n y: 1\n",
    " a: 1\n",
    "a: }\n",
    "a: ,\n",
    "a: `x`\n",
    "a b: 1\n",
    "a: 'x\n",
    "a: b #\n",
    "a:b\n",
    "-a: 1\n",
    "a: [-1]\n",
    "a: {b: -}\n",
    "---a: 1\n",
    "a: 1\n---b: 2\n",
    "a: 1\n--: 2\n",
    "a:\n -\n  - 1\n",
    "a:\n- - 1\n",
    "a: {b: c:d}\n",
    "a: [x,y]\n",
    "a: [b: c]\n",
    "a: {\"b\":1}\n",
    "a: [\"x\"y]\n",
    "a: [x]#y\n",
    "a: \"x\"#y\n",
];

#[test]
fn reads_what_is_plain() {
    for text in PLAIN {
        assert!(agrees(text), "{text:?}");
    }
}

#[test]
fn leaves_what_is_odd_or_says_the_same() {
    for text in ODD {
        agrees(text);
    }
    assert!(!agrees("a: b: c\n") && !agrees("a: one\n  two: 3\n") && !agrees("a: &x {}\n"));
    let aliases: String = (0..60).map(|number| format!("b{number}: *x\n")).collect();
    assert!(!agrees(&format!("a: &x 1\n{aliases}")));
    let deep: String = (0..200).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert!(!agrees(&deep));
    assert!(!agrees(&format!("{}: 1\n", "k".repeat(1030))));
    assert!(!agrees(&format!("a: {}{}\n", "[".repeat(200), "]".repeat(200))));
}

/// Plain texts with some bytes changed, cut and recombined: thousands of slightly odd texts.
#[test]
fn says_the_same_of_mutations() {
    let mut state = 11_u64;
    let mut roll = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let bits = [
        " ", "  ", "\n", "-", "- ", ": ", ":", "#", " #", "'", "\"", "[", "]", "{", "}", ", ", ",", "|", "|-", ">",
        "&a ", "&x ", "*x", "*a", "!", "?", "? ", "%", "@", "\\", "\t", "---", "...", "<<: ", "~", "a", "0", ".",
        "\u{e9}", "\n\n", "\n  ", "\n- ", "\r", "=", "a: b",
    ];
    let mut answers = 0;
    for _ in 0..60_000 {
        let mut text = PLAIN[roll(PLAIN.len())].to_string();
        if roll(4) == 0 {
            text.push_str(PLAIN[roll(PLAIN.len())]);
        }
        for _ in 0..=roll(3) {
            let places: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            let (from, to) = (places[roll(places.len())], places[roll(places.len())]);
            match roll(3) {
                0 => text.insert_str(from, bits[roll(bits.len())]),
                1 if from <= to && to - from < 4 => text.replace_range(from..to, bits[roll(bits.len())]),
                1 => text.insert_str(to, bits[roll(bits.len())]),
                _ if from <= to && to - from < 8 => text.replace_range(from..to, ""),
                _ => text.insert(to, ' '),
            }
        }
        answers += usize::from(agrees(&text));
    }
    // Makes sure that the fast path was tested at all.
    assert!(answers > 10_000, "{answers}");
}
