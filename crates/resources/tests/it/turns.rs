use skeg_resources::DeployType::{Install, Rollback, Test, Uninstall, Upgrade};
use skeg_resources::{DeployType, Stage};

use crate::manifests::{Pairs, config_map, manifest, only, read, refusal, warnings};

type Turns = Vec<(DeployType, Stage)>;

fn turns(type_: &str, annotations: Pairs<'_>) -> Turns {
    only(&manifest(type_, annotations)).rules.turns.iter().map(|turn| (turn.on, turn.stage)).collect()
}

#[test]
fn every_word_has_its_deploy_and_stage() {
    let cases = [
        ("install", Install, Stage::Install),
        ("upgrade", Upgrade, Stage::Install),
        ("rollback", Rollback, Stage::Install),
        ("delete", Uninstall, Stage::Install),
        ("pre-install", Install, Stage::PreInstall),
        ("post-install", Install, Stage::PostInstall),
        ("pre-upgrade", Upgrade, Stage::PreInstall),
        ("post-upgrade", Upgrade, Stage::PostInstall),
        ("pre-rollback", Rollback, Stage::PreInstall),
        ("post-rollback", Rollback, Stage::PostInstall),
        ("pre-delete", Uninstall, Stage::PreInstall),
        ("post-delete", Uninstall, Stage::PostInstall),
        ("test", Test, Stage::Install),
        ("test-success", Test, Stage::Install),
    ];
    for (word, on, stage) in cases {
        assert_eq!(turns("v1/ConfigMap", &[("werf.io/deploy-on", word)]), [(on, stage)], "{word}");
        if word.contains('-') || word == "test" {
            let shouted = word.to_uppercase();
            assert_eq!(turns("v1/ConfigMap", &[("helm.sh/hook", &shouted)]), [(on, stage)], "{word}");
        }
    }
}

#[test]
fn several_words_are_several_turns_in_the_order_of_stages() {
    let both = [("helm.sh/hook", "post-install, pre-install,test")];
    let expected = [(Install, Stage::PreInstall), (Install, Stage::PostInstall), (Test, Stage::Install)];
    assert_eq!(turns("v1/ConfigMap", &both), expected);
    let own_first = [("helm.sh/hook", "post-install"), ("werf.io/deploy-on", "upgrade")];
    assert_eq!(turns("v1/ConfigMap", &own_first), [(Upgrade, Stage::Install)]);
}

#[test]
fn kinds_have_defaults_of_their_own() {
    let all = |stage: Stage| -> Turns { vec![(Install, stage), (Upgrade, stage), (Rollback, stage)] };
    let crd = "apiextensions.k8s.io/v1/CustomResourceDefinition";
    let webhook = "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration";
    let wait = ("werf.io/deploy-dependency-a", "state=ready,name=a");
    assert_eq!(turns("v1/ConfigMap", &[]), all(Stage::Install));
    assert_eq!(turns(crd, &[]), all(Stage::PrePreInstall));
    assert_eq!(turns("v1/Namespace", &[]), all(Stage::PrePreInstall));
    assert_eq!(turns(webhook, &[]), all(Stage::PostPostInstall));
    assert_eq!(
        turns("admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration", &[]),
        all(Stage::PostPostInstall)
    );
    assert_eq!(turns(webhook, &[wait]), all(Stage::Install));
    assert_eq!(turns(webhook, &[("werf.io/deploy-on", "pre-install")]), [(Install, Stage::PreInstall)]);
    let twice = [("werf.io/deploy-on", "pre-install,post-install,delete")];
    assert_eq!(turns(crd, &twice), [(Install, Stage::PrePreInstall), (Uninstall, Stage::PrePreInstall)]);
}

#[test]
fn unknown_words_are_refused_with_the_nearest() {
    let words = "one of install, upgrade, rollback, delete, pre-install, post-install, pre-upgrade, post-upgrade, \
                 pre-rollback, post-rollback, pre-delete, post-delete, test, test-success";
    let expected = format!("\"pre-instal\" is not valid, expected {words}; did you mean \"pre-install\"?");
    assert_eq!(refusal("werf.io/deploy-on", "install,pre-instal"), expected);
    assert_eq!(refusal("werf.io/deploy-on", ""), format!("\"\" is not valid, expected {words}"));
}

#[test]
fn a_hook_with_an_unknown_event_is_left_out_as_by_helm() {
    let text = manifest("v1/ConfigMap", &[("helm.sh/hook", "pre-install,crd-install")]);
    assert!(read(&text).unwrap().resources.is_empty());
    let warning = |event: &str, hint: &str| {
        format!("annotation helm.sh/hook: {event:?} is not an event of Helm, so the resource is left out{hint}")
    };
    assert_eq!(warnings(&text), [warning("crd-install", "")]);
    let text = manifest("v1/ConfigMap", &[("helm.sh/hook", "preinstall")]);
    assert_eq!(warnings(&text), [warning("preinstall", "; did you mean \"pre-install\"?")]);
    // If our own annotation says when, unknown events of Helm do not matter.
    let both = config_map(&[("helm.sh/hook", "crd-install"), ("werf.io/deploy-on", "install")]);
    assert_eq!(both.rules.turns.len(), 1);
}
