//! `cargo xtask check-layers`: which crate may use which, which may start programs, and how long a file may be.
//!
//! In: the output of `cargo metadata`. Out: nothing, or all violations of `rules`.

mod programs;
mod rules;

use crate::{file_sizes, process};
use serde_json::Value;

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    if let Some(word) = words.first() {
        return Err(format!("check-layers takes no arguments, not {word:?}"));
    }
    let text = process::stdout_of(process::cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata = serde_json::from_slice(&text).map_err(|why| format!("reading cargo metadata: {why}"))?;
    let mut breaches = breaches(&packages(&metadata));
    breaches.extend(file_sizes::breaches()?);
    breaches.extend(programs::breaches()?);
    if breaches.is_empty() {
        println!("layers and file sizes are in order");
        return Ok(());
    }
    Err(format!("the layers are broken\n  {}", breaches.join("\n  ")))
}

/// A package of the workspace and its dependencies.
#[derive(Default)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

struct Dependency {
    name: String,
    /// A dev-dependency.
    dev: bool,
}

fn packages(metadata: &Value) -> Vec<Package> {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let dependency = |value: &Value| Dependency { name: text(value, "name"), dev: value["kind"] == "dev" };
    let package = |value: &Value| Package {
        name: text(value, "name"),
        dependencies: list(value, "dependencies").iter().map(dependency).collect(),
    };
    list(metadata, "packages").iter().map(package).collect()
}

fn breaches(packages: &[Package]) -> Vec<String> {
    let mut found = Vec::new();
    if packages.is_empty() {
        found.push("cargo metadata names no package".to_owned());
    }
    for package in packages {
        let Some(rule) = rules::of(&package.name) else {
            found
                .push(format!("{} is not in the layer table (xtask/src/layers/rules.rs): give it a row", package.name));
            continue;
        };
        found.extend(package.dependencies.iter().filter_map(|used| breach(rule, used, packages)));
    }
    found
}

fn breach(rule: &rules::Rule, used: &Dependency, packages: &[Package]) -> Option<String> {
    let (user, name) = (rule.package, used.name.as_str());
    if packages.iter().any(|package| package.name == name) {
        let allowed = rule.may_use.contains(&name) || (used.dev && rule.may_test_with.contains(&name));
        let list = if rule.may_use.is_empty() { "no crate of ours".to_owned() } else { rule.may_use.join(", ") };
        return (!allowed).then(|| format!("{user} uses {name}, but may use only: {list}"));
    }
    let fence = rules::FENCES.iter().find(|fence| fence.matches(name) && !fence.rooms.contains(&user))?;
    let rooms = if fence.rooms.is_empty() { "nowhere".to_owned() } else { fence.rooms.join(", ") };
    Some(format!("{user} uses {name}, which belongs in: {rooms} ({})", fence.why))
}

#[cfg(test)]
mod tests {
    use super::{breaches, packages};
    use serde_json::{Value, json};

    type Uses<'a> = &'a [(&'a str, Option<&'a str>)];

    fn metadata(list: &[(&str, Uses)]) -> Value {
        let dependency = |(name, kind): &(&str, Option<&str>)| json!({ "name": name, "kind": kind });
        let dependencies = |uses: Uses| uses.iter().map(dependency).collect::<Vec<_>>();
        let package = |(name, uses): &(&str, Uses)| json!({ "name": name, "dependencies": dependencies(uses) });
        json!({ "packages": list.iter().map(package).collect::<Vec<_>>() })
    }

    #[test]
    fn downward_use_is_fine() {
        let good = metadata(&[
            ("skeg-go-yaml", &[("memchr", None)]),
            ("skeg-chart", &[("skeg-go-yaml", None), ("flate2", None)]),
            ("skeg-render", &[("skeg-chart", None), ("skeg-go-yaml", None)]),
        ]);
        assert_eq!(breaches(&packages(&good)), Vec::<String>::new());
    }

    #[test]
    fn breaches_are_named() {
        let table = [
            (
                metadata(&[("skeg-go-yaml", &[("skeg-chart", None)]), ("skeg-chart", &[])]),
                "skeg-go-yaml uses skeg-chart, but may use only: no crate of ours",
            ),
            (
                metadata(&[("skeg-chart", &[("skeg-render", Some("dev"))]), ("skeg-render", &[])]),
                "skeg-chart uses skeg-render, but may use only: skeg-go-semver, skeg-go-yaml, skeg-helm-hooks, skeg-sequence, ",
            ),
            (metadata(&[("skeg-render", &[("tokio", None)])]), "skeg-render uses tokio, which belongs in: "),
            (metadata(&[("skeg-cli", &[("kube-runtime", None)])]), "skeg-cli uses kube-runtime, which belongs in: "),
            (metadata(&[("skeg-odds", &[])]), "skeg-odds is not in the layer table"),
            (json!({}), "cargo metadata names no package"),
        ];
        for (metadata, start) in table {
            let found = breaches(&packages(&metadata));
            assert!(found.len() == 1 && found[0].starts_with(start), "{found:?} does not start with {start:?}");
        }
    }
}
