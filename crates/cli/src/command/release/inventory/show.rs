//! `skeg release inventory show`: the inventory as stored.

use std::collections::BTreeSet;

use skeg_deploy::{Entry, EntryState, InventoryChange, KnownSecrets, Pending, Phase, ShownInventory};
use skeg_report::{ChangeView, Format, InventoryView, MemberView, PendingView};

use crate::command::release::{reading, settings};
use crate::command::{Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::OF_READERS;
use crate::flags::cluster::{ConnectionFlags, ReleaseFlags};
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "inventory", "show"],
    arguments: "[NAME]",
    about: "Show which objects belong to a release",
    text: "\
The inventory lists every object that may live because of the release. Skeg writes it before the first change of a
deploy and after the last, so that a crash never leaves an object that nobody knows. It is shown as stored; the cluster's
objects are not looked at: for that, run skeg release inventory verify.
States: deployed (the current revision has it), pending (a deploy that failed or was interrupted may have made it),
retained (no longer wanted, and kept), prune-failed (no longer wanted, and could not be deleted; the next deploy tries
again), moved (another release handed it over; the next deploy adopts it, or deletes it if it is not wanted), found
(no longer wanted, and found by its marks when the inventory was rebuilt; the next deploy deletes it).
If a release has none of Skeg's inventories but one of OPM's, that one is shown.

Examples:
  skeg release inventory show shop -n shop
  skeg release inventory show -n shop -r shop -o json
",
    flags: ShowSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_"], command: "RELEASE_INVENTORY_SHOW" },
    speaks_helm: false,
    run: |parsed, context| run(&ShowSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct ShowFlags: "Inventory" {
        format: Option<Format> = flag("output-format", "text, json or yaml").also(&["output"]).short('o'),
    }
}

command_settings! {
    struct ShowSettings {
        release: ReleaseFlags,
        show: ShowFlags,
        connection: ConnectionFlags,
    }
    also [OF_READERS]
}

fn run(settings: &ShowSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, "skeg release inventory show shop")?;
    settings::no_more(&rest)?;
    let release = settings::release_name(&settings.release, &name);
    let (what, driver) = (format!("Inventory of release {name}"), settings::driver(&settings.release));
    let screen = &mut reading::of_release(what, &release.namespace, settings.show.format, context);
    let shown = reading::ask(screen, &settings.connection, driver, context, move |world| async move {
        skeg_deploy::show_inventory(&release, &world).await
    })?;
    let view = view(&shown, context.printer.secrets());
    let format = settings.show.format.unwrap_or(Format::Table);
    reading::print(&skeg_report::inventory(&view, format), format, context);
    Ok(())
}

fn view(shown: &ShownInventory, secrets: &KnownSecrets) -> InventoryView {
    let ShownInventory { inventory, object, is_opms } = shown;
    let current = inventory.current();
    let deployed: BTreeSet<_> = current.into_iter().flat_map(|change| &change.entries).map(Entry::id).collect();
    let member = |entry: Entry| {
        let is_pending = !deployed.contains(&entry.id());
        member(entry, is_pending, &inventory.namespace)
    };
    let mut members: Vec<MemberView> = inventory.members().into_iter().map(member).collect();
    members.sort();
    InventoryView {
        release: inventory.release.clone(),
        namespace: inventory.namespace.clone(),
        source: inventory.source.word().to_string(),
        keeper: if *is_opms { "opm" } else { "skeg" }.to_string(),
        object: object.clone(),
        last_transition: inventory.last_transition.clone(),
        current: current.map(change),
        pending: inventory.pending.as_ref().map(|pending| self::pending(pending, secrets)),
        earlier: inventory.changes.iter().skip(1).map(change).collect(),
        members,
    }
}

fn change(change: &InventoryChange) -> ChangeView {
    let module = &change.module;
    ChangeView {
        digest: change.digest(),
        revision: change.revision,
        module: if module.name.is_empty() { &module.path } else { &module.name }.clone(),
        version: module.version.clone().unwrap_or_default(),
        deployed_at: change.timestamp.clone(),
        values_digest: change.values_digest.clone(),
        manifest_digest: change.manifest_digest.clone(),
        objects: change.entries.len(),
    }
}

fn pending(pending: &Pending, secrets: &KnownSecrets) -> PendingView {
    let phase = match pending.phase {
        Phase::Deploying => "deploying",
        Phase::Failed => "failed",
        Phase::Deleting => "deleting",
    };
    PendingView {
        revision: pending.revision,
        phase: phase.to_string(),
        began: pending.timestamp.clone(),
        error: secrets.mask(&pending.error).into_owned(),
    }
}

fn member(entry: Entry, is_pending: bool, home: &str) -> MemberView {
    let state = match entry.state {
        Some(EntryState::Retained) => "retained",
        Some(EntryState::PruneFailed) => "prune-failed",
        Some(EntryState::Moved) => "moved",
        Some(EntryState::Found) => "found",
        None if is_pending => "pending",
        None => "deployed",
    };
    MemberView {
        resource: entry.id().shown(home),
        api_version: entry.api_version(),
        component: entry.component,
        group: entry.group,
        kind: entry.kind,
        namespace: entry.namespace,
        name: entry.name,
        state: state.to_string(),
        hook: entry.hook,
    }
}
