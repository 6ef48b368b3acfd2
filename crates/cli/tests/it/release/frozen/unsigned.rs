//! An unencrypted plan is refused if there is a key: somebody may have substituted it for an encrypted one.

use skeg_deploy::artifact;

use super::super::pieces::config_map;
use super::super::site::{Ran, Site};
use super::KEY;

const REFUSAL: &str = "[SKEG-PLAN-UNSIGNED]: plan.json: the plan is not encrypted, though there is a secret key";

/// An encrypted plan was reviewed. Then a plain plan for the same release, made elsewhere with other objects, replaces
/// it, with all readable fields copied from the reviewed one and a matching digest.
fn replaced_plan(name: &str) -> Site {
    let site = Site::new(name);
    site.chart(&[("templates/good.yaml", &config_map("good", "x"))]);
    site.freeze("install", &["--secret-key", KEY]).ended(0);
    let read = || artifact::read(&std::fs::read(site.folder().join("plan.json")).unwrap()).unwrap();
    let reviewed = read().head;
    assert!(reviewed.encrypted);
    site.chart(&[("templates/evil.yaml", &config_map("evil", "x"))]);
    site.freeze("install", &[]).ended(0);
    let evil = read().frozen(None).unwrap();
    site.write_plan_file(artifact::write(&reviewed, &evil, None).unwrap());
    site
}

#[test]
fn a_plain_plan_in_the_place_of_an_encrypted_one() {
    let site = replaced_plan("unsigned");
    let ways_out = ["Plan again where the secret key is", "--allow-unsigned-plan"];
    site.refuses(&["--secret-key", KEY], &[&[REFUSAL], &ways_out[..]].concat());
    let show = ["release", "plan", "show", "plan.json", "--secret-key", KEY];
    site.skeg(show).ended(1).says(REFUSAL);
    let install = ["release", "install", "--use-plan", "plan.json", "--secret-key", KEY];
    site.skeg(install).ended(1).says(REFUSAL);
    // Wherever the key is.
    for variable in ["SKEG_SECRET_KEY", "NELM_SECRET_KEY", "WERF_SECRET_KEY"] {
        let mut command = site.command(["release", "plan", "execute", "plan.json"]);
        Ran::of(&command.env(variable, KEY).output().unwrap()).ended(1).says(REFUSAL);
    }
    std::fs::create_dir_all(site.folder().join("keys")).unwrap();
    std::fs::write(site.folder().join("keys/.werf_secret_key"), KEY).unwrap();
    site.refuses(&["--secret-work-dir", "keys"], &[REFUSAL]);
    assert_eq!(site.history(), "");
    assert!(site.object("configmap", "evil").is_none());

    let allowed = ["--secret-key", KEY, "--allow-unsigned-plan"];
    site.skeg(["release", "plan", "show", "plan.json"].iter().chain(&allowed)).ended(0).says(", not encrypted");
    site.execute(&allowed).ended(0);
    assert!(site.object("configmap", "evil").is_some());
}

/// A key that cannot be parsed is no reason to trust a file more.
#[test]
fn a_broken_key() {
    let site = replaced_plan("unsigned-broken");
    site.execute(&["--secret-key", "nonsense"]).ended(1).says("--secret-key or its environment variable");
    assert_eq!(site.history(), "");
    site.execute(&["--secret-key", "nonsense", "--allow-unsigned-plan"]).ended(0);
}

#[test]
fn the_flag_does_not_replace_the_key() {
    let site = Site::new("unsigned-sealed");
    site.chart(&[("templates/good.yaml", &config_map("good", "x"))]);
    let frozen = site.freeze("install", &["--secret-key", KEY]).ended(0);
    assert!(!frozen.stderr.contains("is not encrypted"), "{}", frozen.stderr);
    site.refuses(&["--allow-unsigned-plan"], &["the plan is encrypted, and there is no key to read it with"]);
    site.execute(&["--allow-unsigned-plan", "--secret-key", KEY]).ended(0);
}
