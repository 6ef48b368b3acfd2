//! `werf.io/deploy-on`, `helm.sh/hook`: in which deploys and at which stage a resource has its turn.

use super::nearest::nearest;
use super::reader::Reader;
use crate::identity::ResourceId;
use crate::kinds;
use crate::stage::{DeployType, Stage, Turn};

pub(crate) const HOOK: &str = "helm.sh/hook";
const DEPLOY_ON: &str = "werf.io/deploy-on";

const fn turn(on: DeployType, stage: Stage) -> Turn {
    Turn { on, stage }
}

/// Words of both annotations.
const EVENTS: &[(&str, Turn)] = &[
    ("pre-install", turn(DeployType::Install, Stage::PreInstall)),
    ("post-install", turn(DeployType::Install, Stage::PostInstall)),
    ("pre-upgrade", turn(DeployType::Upgrade, Stage::PreInstall)),
    ("post-upgrade", turn(DeployType::Upgrade, Stage::PostInstall)),
    ("pre-rollback", turn(DeployType::Rollback, Stage::PreInstall)),
    ("post-rollback", turn(DeployType::Rollback, Stage::PostInstall)),
    ("pre-delete", turn(DeployType::Uninstall, Stage::PreInstall)),
    ("post-delete", turn(DeployType::Uninstall, Stage::PostInstall)),
    ("test", turn(DeployType::Test, Stage::Install)),
    ("test-success", turn(DeployType::Test, Stage::Install)),
];

/// Words that Helm does not have.
const BARE: &[(&str, Turn)] = &[
    ("install", turn(DeployType::Install, Stage::Install)),
    ("upgrade", turn(DeployType::Upgrade, Stage::Install)),
    ("rollback", turn(DeployType::Rollback, Stage::Install)),
    ("delete", turn(DeployType::Uninstall, Stage::Install)),
];

/// The turns of a resource; none where Helm would leave it out.
pub(super) fn read(reader: &mut Reader<'_>, id: &ResourceId, has_manual: bool) -> Option<Vec<Turn>> {
    let words = [BARE, EVENTS].concat();
    let written = match reader.choices(DEPLOY_ON, &words) {
        Some(turns) => Some(turns),
        None => hook_turns(reader)?,
    };
    let mut turns = written.unwrap_or_else(|| default_turns(id, has_manual));
    if kinds::is_crd(id) || kinds::is_namespace(id) {
        turns.iter_mut().for_each(|turn| turn.stage = Stage::PrePreInstall);
    }
    turns.sort();
    turns.dedup();
    Some(turns)
}

/// Those of `helm.sh/hook`, if it is there; nothing at all where one event is unknown.
fn hook_turns(reader: &mut Reader<'_>) -> Option<Option<Vec<Turn>>> {
    let Some(value) = reader.get(HOOK) else { return Some(None) };
    let mut turns = Vec::new();
    for word in value.split(',').map(str::trim) {
        match EVENTS.iter().find(|(event, _)| event.eq_ignore_ascii_case(word)) {
            Some((_, turn)) => turns.push(*turn),
            None => {
                let hint = nearest(word, EVENTS.iter().map(|event| event.0));
                let hint = hint.map(|event| format!("; did you mean {event:?}?")).unwrap_or_default();
                let text =
                    format!("annotation {HOOK}: {word:?} is not an event of Helm, so the resource is left out{hint}");
                reader.warnings.push(text);
                return None;
            }
        }
    }
    Some(Some(turns))
}

fn default_turns(id: &ResourceId, has_manual: bool) -> Vec<Turn> {
    // A webhook that is there too early may keep the very pods from starting that serve it.
    let is_late = kinds::is_webhook_configuration(id) && !has_manual;
    let stage = if is_late { Stage::PostPostInstall } else { Stage::Install };
    [DeployType::Install, DeployType::Upgrade, DeployType::Rollback].map(|on| turn(on, stage)).to_vec()
}

/// The events of a hook as Helm stores them.
pub(crate) fn events(value: &str) -> Vec<String> {
    let words = value.split(',').map(|word| word.trim().to_lowercase());
    words.map(|word| if word == "test-success" { "test".to_string() } else { word }).collect()
}
