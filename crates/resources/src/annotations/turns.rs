//! `werf.io/deploy-on`, `helm.sh/hook`: in which deploys and at which stages a resource is deployed.

use skeg_helm_hooks::{Event, HOOK, event_words, events};

use super::nearest::nearest;
use super::reader::Reader;
use crate::identity::ResourceId;
use crate::kinds;
use crate::stage::{DeployType, Stage, Turn};

const DEPLOY_ON: &str = "werf.io/deploy-on";

const fn turn(on: DeployType, stage: Stage) -> Turn {
    Turn { on, stage }
}

/// The turn for an event of Helm.
const fn turn_of(event: Event) -> Turn {
    match event {
        Event::PreInstall => turn(DeployType::Install, Stage::PreInstall),
        Event::PostInstall => turn(DeployType::Install, Stage::PostInstall),
        Event::PreUpgrade => turn(DeployType::Upgrade, Stage::PreInstall),
        Event::PostUpgrade => turn(DeployType::Upgrade, Stage::PostInstall),
        Event::PreRollback => turn(DeployType::Rollback, Stage::PreInstall),
        Event::PostRollback => turn(DeployType::Rollback, Stage::PostInstall),
        Event::PreDelete => turn(DeployType::Uninstall, Stage::PreInstall),
        Event::PostDelete => turn(DeployType::Uninstall, Stage::PostInstall),
        Event::Test => turn(DeployType::Test, Stage::Install),
    }
}

/// Words that Helm does not have.
const BARE: &[(&str, Turn)] = &[
    ("install", turn(DeployType::Install, Stage::Install)),
    ("upgrade", turn(DeployType::Upgrade, Stage::Install)),
    ("rollback", turn(DeployType::Rollback, Stage::Install)),
    ("delete", turn(DeployType::Uninstall, Stage::Install)),
];

/// The turns of a resource; none if Helm would leave it out.
pub(super) fn read(reader: &mut Reader<'_>, id: &ResourceId, has_manual: bool) -> Option<Vec<Turn>> {
    let of_events = event_words().filter_map(|word| Some((word, turn_of(Event::parse(word)?))));
    let words: Vec<(&str, Turn)> = BARE.iter().copied().chain(of_events).collect();
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

/// The turns of `helm.sh/hook`, if it is set; `Some(None)` if one of its events is unknown.
fn hook_turns(reader: &mut Reader<'_>) -> Option<Option<Vec<Turn>>> {
    let Some(value) = reader.get(HOOK) else { return Some(None) };
    match events(value) {
        Ok(events) => Some(Some(events.into_iter().map(turn_of).collect())),
        Err(word) => {
            let hint = nearest(word, event_words());
            let hint = hint.map(|event| format!("; did you mean {event:?}?")).unwrap_or_default();
            let text =
                format!("annotation {HOOK}: {word:?} is not an event of Helm, so the resource is left out{hint}");
            reader.warnings.push(text);
            None
        }
    }
}

fn default_turns(id: &ResourceId, has_manual: bool) -> Vec<Turn> {
    // A webhook that is configured too early may block the very pods that serve it.
    let is_late = kinds::is_webhook_configuration(id) && !has_manual;
    let stage = if is_late { Stage::PostPostInstall } else { Stage::Install };
    [DeployType::Install, DeployType::Upgrade, DeployType::Rollback].map(|on| turn(on, stage)).to_vec()
}
