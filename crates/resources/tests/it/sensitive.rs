use skeg_resources::Sensitive;

use crate::manifests::{Pairs, manifest, only, refusal};

#[test]
fn what_must_not_be_shown() {
    let paths = |paths: &[&str]| Sensitive::Paths(paths.iter().map(|path| path.to_string()).collect());
    let cases: [(&str, Pairs<'_>, Sensitive); 6] = [
        ("v1/ConfigMap", &[], Sensitive::Nothing),
        ("v1/Secret", &[], Sensitive::Everything),
        ("v1/ConfigMap", &[("werf.io/sensitive", "1")], Sensitive::Everything),
        ("v1/Secret", &[("werf.io/sensitive", "false")], Sensitive::Nothing),
        ("v1/Secret", &[("werf.io/sensitive-paths", r"$.a, $.b['x\,y'],c\d")], paths(&["$.a", "$.b['x,y']", r"c\d"])),
        ("v1/ConfigMap", &[("werf.io/sensitive", "false"), ("werf.io/sensitive-paths", "data.*")], paths(&["data.*"])),
    ];
    for (type_, annotations, expected) in cases {
        assert_eq!(only(&manifest(type_, annotations)).rules.sensitive, expected, "{type_} {annotations:?}");
    }
    assert_eq!(refusal("werf.io/sensitive", "very"), "\"very\" is not valid, expected true or false");
    assert_eq!(
        refusal("werf.io/sensitive-paths", "$.a, $.b[?(c)]"),
        "\"$.b[?(c)]\" is not valid, expected comma-separated JSONPaths such as $.data.* or $.spec.users[0].password, \
         with a comma inside a path written \\,"
    );
}
