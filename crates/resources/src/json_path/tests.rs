use serde_json::{Value, json};

use super::{Path, Step};

#[test]
fn paths_are_read() {
    let key = |name: &str| Step::Key(name.to_string());
    let slice = |first, end, stride| Step::Slice { first, end, stride };
    let cases = [
        ("$.a.b", vec![key("a"), key("b")]),
        ("a", vec![key("a")]),
        (".a", vec![key("a")]),
        ("{.a.b}", vec![key("a"), key("b")]),
        ("$['a.b'][\"c\"]", vec![key("a.b"), key("c")]),
        (r"a\.b.c\[d", vec![key("a.b"), key("c[d")]),
        (r"a\*", vec![key("a*")]),
        ("a,b.c/d@e", vec![key("a,b"), key("c/d@e")]),
        (r"\*", vec![key("*")]),
        (r"a\b\\", vec![key(r"a\b\")]),
        (r"['it\'s']", vec![key("it's")]),
        ("a[0].b", vec![key("a"), Step::Index(0), key("b")]),
        ("a.[-1]", vec![key("a"), Step::Index(-1)]),
        ("a[*].*", vec![key("a"), Step::All, Step::All]),
        ("a[0:2]", vec![key("a"), slice(Some(0), Some(2), 1)]),
        ("a[-3 :: 2]", vec![key("a"), slice(Some(-3), None, 2)]),
        ("['a', 'b']", vec![Step::Union(vec![key("a"), key("b")])]),
        ("a[0,-1]", vec![key("a"), Step::Union(vec![Step::Index(0), Step::Index(-1)])]),
        ("$..a", vec![Step::Descend, key("a")]),
        ("a..*", vec![key("a"), Step::Descend, Step::All]),
        ("$..['a']", vec![Step::Descend, key("a")]),
    ];
    for (text, steps) in cases {
        assert_eq!(Path::parse(text), Some(Path::new(steps)), "{text}");
    }
}

#[test]
fn what_is_not_understood_is_refused() {
    let nested = |depth| format!("a{}{}", "[?(@".repeat(depth), ")]".repeat(depth));
    let bad = [
        "",
        "$",
        ".",
        "a.",
        "a[",
        "a[]",
        "a[x]",
        "a['b",
        "a['b'",
        "$..",
        "a....b",
        "a[0:1:0]",
        "a[0:1:-1]",
        "a[0:1:2:3]",
        "a[0,]",
        "a b",
        "a == 1",
        "a]",
        "a[?(@.b]",
        "a[?(@.b)",
        "a[?@.b]",
        "a[?(b)]",
        "a[?(@.b==)]",
        "a[?(@.b=1)]",
        "a[?(@.b==x)]",
        "a[?(@.b=={})]",
        "a[?(@.b==1 2)]",
        "a[?()]",
        "a[?(@.b==\"x)]",
        &nested(9),
    ];
    for text in bad {
        assert_eq!(Path::parse(text), None, "{text}");
    }
    assert!(Path::parse(&nested(8)).is_some());
}

#[test]
fn paths_lead_to_values() {
    let status = json!({
        "phase": "Running",
        "a.b": 1,
        "list": [1, 2, 3, 4],
        "conditions": [
            {"type": "Ready", "status": "True", "n": 1, "m": 1},
            {"type": "Synced", "status": "False", "n": 5, "m": 2, "message": "no"},
            {"type": "Odd", "status": null, "n": "x", "on": true, "parts": [{"k": 7}]},
        ],
        "deep": {"x": {"k": 1}, "k": [{"k": 2}]},
    });
    let cases = [
        (".phase", json!(["Running"])),
        (".phase.more", json!([])),
        (".phase[0]", json!([])),
        (".list.first", json!([])),
        (".deep[0]", json!([])),
        (".none", json!([])),
        ("['a.b']", json!([1])),
        (r".a\.b", json!([1])),
        (".list[0]", json!([1])),
        (".list[-1]", json!([4])),
        (".list[-5]", json!([])),
        (".list[4]", json!([])),
        (".list[*]", json!([1, 2, 3, 4])),
        (".list[1:3]", json!([2, 3])),
        (".list[-2:]", json!([3, 4])),
        (".list[-9:2]", json!([1, 2])),
        (".list[:9:3]", json!([1, 4])),
        (".list[3:1]", json!([])),
        (".list[0,-1]", json!([1, 4])),
        ("['phase','a.b']", json!(["Running", 1])),
        ("..k", json!([7, [{"k": 2}], 2, 1])),
        (r#".conditions[?(@.type=="Ready")].status"#, json!(["True"])),
        (".conditions[?(@.type == 'Ready')].status", json!(["True"])),
        (r#".conditions[?(@.type!="Ready")].type"#, json!(["Synced", "Odd"])),
        (".conditions[?(@.n<5)].type", json!(["Ready"])),
        (".conditions[?(@.n<=5)].type", json!(["Ready", "Synced"])),
        (".conditions[?(@.n>1)].type", json!(["Synced"])),
        (".conditions[?(@.n>=1.0)].type", json!(["Ready", "Synced"])),
        (".conditions[?(@.n>@.m)].type", json!(["Synced"])),
        (".conditions[?(1==@.n)].type", json!(["Ready"])),
        (".conditions[?(@.on==true)].type", json!(["Odd"])),
        (".conditions[?(@.on>true)].type", json!([])),
        (".conditions[?(@.on!=1)].type", json!(["Odd"])),
        (".conditions[?(@.message)].type", json!(["Synced"])),
        (".conditions[?( @.type<'Q' )].type", json!(["Odd"])),
        (".conditions[?(@.parts[?(@.k==7)])].type", json!(["Odd"])),
        (".conditions[?(@..k==7)].type", json!(["Odd"])),
        (".list[?(@>2)]", json!([3, 4])),
        (".deep[?(@.k)]", json!([])),
    ];
    for (text, expected) in cases {
        let path = Path::parse(text).unwrap_or_else(|| panic!("{text} is not understood"));
        let found: Vec<Value> = path.select(&status).into_iter().cloned().collect();
        assert_eq!(Value::from(found), expected, "{text}");
        let mut visited = Vec::new();
        path.visit(&mut status.clone(), None, &mut |value, _| visited.push(value.clone()));
        assert_eq!(Value::from(visited), expected, "{text}, visited");
    }
}

#[test]
fn a_path_may_begin_below_a_key() {
    let path = |text: &str| Path::parse(text).unwrap();
    assert_eq!(path(".status.phase").below("status"), Some(path("phase")));
    assert_eq!(path(".status").below("status"), None);
    assert_eq!(path(".phase.status").below("status"), None);
}
