use skeg_resources::{Dependency, Matcher, State, Why};

use crate::manifests::{Pairs, config_map, refusal};

fn matcher(fields: Pairs<'_>) -> Matcher {
    let mut matcher = Matcher::default();
    for (field, value) in fields {
        let place = match *field {
            "group" => &mut matcher.group,
            "version" => &mut matcher.version,
            "kind" => &mut matcher.kind,
            "namespace" => &mut matcher.namespace,
            _ => &mut matcher.name,
        };
        *place = Some(value.to_string());
    }
    matcher
}

fn dependency(key: &str, state: State, fields: Pairs<'_>) -> Dependency {
    Dependency { on: matcher(fields), state, why: Why::Annotation(key.to_string()) }
}

#[test]
fn deploy_dependencies() {
    let key = "werf.io/deploy-dependency-db";
    let cases: [(&str, State, Pairs<'_>); 5] = [
        ("state=ready,kind=StatefulSet,name=db", State::Ready, &[("kind", "StatefulSet"), ("name", "db")]),
        (" STATE = present , name = 'a,b' ", State::Present, &[("name", "a,b")]),
        ("state=present,group=apps,version=v1", State::Present, &[("group", "apps"), ("version", "v1")]),
        ("state=present,group=,kind=Pod", State::Present, &[("group", ""), ("kind", "Pod")]),
        ("namespace=other,state=ready", State::Ready, &[("namespace", "other")]),
    ];
    for (value, state, fields) in cases {
        let found = config_map(&[(key, value)]).rules.deploy_dependencies;
        assert_eq!(found, [dependency(key, state, fields)], "{value}");
    }
}

#[test]
fn legacy_dependencies() {
    let key = "db.dependency.werf.io";
    let cases: [(&str, Pairs<'_>); 3] = [
        ("v1:Secret:key", &[("group", ""), ("kind", "Secret"), ("name", "key")]),
        ("apps/v1:Deployment:web", &[("group", "apps"), ("kind", "Deployment"), ("name", "web")]),
        ("v1:Secret:other:key", &[("group", ""), ("kind", "Secret"), ("namespace", "other"), ("name", "key")]),
    ];
    for (value, fields) in cases {
        let found = config_map(&[(key, value)]).rules.deploy_dependencies;
        assert_eq!(found, [dependency(key, State::Present, fields)], "{value}");
    }
    let form = "expected apiVersion:kind:name or apiVersion:kind:namespace:name";
    for value in
        ["", "Secret", "v1:Secret", "v1:Secret:", "v1::a", ":Secret:a", "a/b/c:K:n", "/v1:K:n", "v1:K::n", "a:b:c:d:e"]
    {
        assert_eq!(refusal(key, value), format!("{value:?} is not valid, {form}"));
    }
}

#[test]
fn an_external_dependency_is_not_an_internal_one() {
    let resource = config_map(&[("db.external-dependency.werf.io", "v1:Secret:key")]);
    assert_eq!(resource.rules.deploy_dependencies, []);
    assert_eq!(resource.rules.external_dependencies.len(), 1);
}

#[test]
fn delete_dependencies() {
    let key = "werf.io/delete-dependency-db";
    let found = config_map(&[(key, "state=absent,kind=Job")]).rules;
    assert_eq!(found.delete_dependencies, [dependency(key, State::Absent, &[("kind", "Job")])]);
    assert_eq!(found.weight, Some(0), "only deploy dependencies replace the weight");
    let form = "expected state=absent and at least one of kind, name, namespace, group, version";
    let cases = [("kind=Job", "state is missing"), ("state=ready,kind=Job", "state is \"ready\"")];
    for (value, problem) in cases {
        assert_eq!(refusal(key, value), format!("{value:?} is not valid, {form} ({problem})"));
    }
}

#[test]
fn wrong_properties_are_named() {
    let key = "werf.io/deploy-dependency-db";
    let form = "expected state=present or state=ready and at least one of kind, name, namespace, group, version";
    let cases = [
        ("", "state is missing"),
        ("kind=Job", "state is missing"),
        ("state=ready", "it names no resource"),
        ("state=absent,kind=Job", "state is \"absent\""),
        ("state=ready,knd=Job", "there is no property \"knd\", did you mean \"kind\"?"),
        ("state=ready,kind", "kind has no value"),
        ("state=ready,kind=", "kind has no value"),
        ("state=ready,wait", "there is no property \"wait\""),
        ("state=ready,name=a,name=b", "name is given twice"),
        ("state=ready,name='a", "the quote that starts \"'a\" is not closed"),
    ];
    for (value, problem) in cases {
        assert_eq!(refusal(key, value), format!("{value:?} is not valid, {form} ({problem})"));
    }
}
