//! `skeg release inventory rebuild`: makes the inventory anew.

use std::time::Duration;

use skeg_deploy::{DeployOptions, RebuildRequest, Rebuilt};

use crate::command::release::{reading, settings};
use crate::command::{Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::OF_READERS;
use crate::flags::cluster::{ConnectionFlags, LOCK_TIMEOUT, ReleaseFlags};
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "inventory", "rebuild"],
    arguments: "[NAME]",
    about: "Make the inventory of a release anew",
    text: "\
Writes the list of what belongs to the release anew. It is made of Helm's newest deployed record and later ones that
failed, of the old inventory as far as its objects live, and of all live objects that carry the release's marks. The
cluster's objects are not changed. What is no longer wanted, and was found, the next deploy deletes; see it before with
skeg release plan install.

Examples:
  skeg release inventory rebuild shop -n shop --dry-run
  skeg release inventory rebuild shop -n shop
",
    flags: RebuildSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_"], command: "RELEASE_INVENTORY_REBUILD" },
    speaks_helm: false,
    run: |parsed, context| run(&RebuildSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct RebuildFlags: "Inventory" {
        dry_run: bool = flag("dry-run", "write nothing, only show what would be written"),
        lock_timeout: Option<Duration> = LOCK_TIMEOUT,
    }
}

command_settings! {
    struct RebuildSettings {
        release: ReleaseFlags,
        rebuild: RebuildFlags,
        connection: ConnectionFlags,
    }
    also [OF_READERS]
}

fn run(settings: &RebuildSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, "skeg release inventory rebuild shop")?;
    settings::no_more(&rest)?;
    let RebuildFlags { dry_run, lock_timeout } = settings.rebuild;
    let release = settings::release_name(&settings.release, &name);
    let what = format!("Making the inventory of release {name} anew");
    let mut screen = reading::of_release(what, &release.namespace, None, context);
    let lock_holder = settings::lock_holder(context);
    let options = DeployOptions { lock_timeout, lock_holder, ..DeployOptions::new(release) };
    let (connection, driver) = (connection(&settings.connection, context), settings::driver(&settings.release));
    let rebuilt = drive(connection, driver, &mut screen, context, move |world| async move {
        skeg_deploy::rebuild_inventory(RebuildRequest { dry_run, options }, &world).await
    })?;
    let rebuilt = rebuilt.map_err(|error| explain_release(&error))?;
    let unsearched: Vec<String> = rebuilt.unsearched.iter().map(|why| format!("not searched: {why}")).collect();
    reading::warn(&unsearched, context);
    let text = text(&rebuilt, dry_run);
    context.printer.text(&text);
    Ok(())
}

fn text(rebuilt: &Rebuilt, dry_run: bool) -> String {
    let home = &rebuilt.release.namespace;
    let mut lines = Vec::new();
    if let Some(damage) = &rebuilt.damage {
        lines.push(format!("The old {damage}"));
    }
    lines.push(format!("The inventory has {} objects:", rebuilt.objects));
    if let Some((revision, objects)) = rebuilt.deployed {
        lines.push(format!("  {objects} of the deployed revision {revision}"));
    }
    if let (revisions @ [_, ..], objects) = (&rebuilt.later.0[..], rebuilt.later.1) {
        let revisions: Vec<String> = revisions.iter().map(u64::to_string).collect();
        lines.push(format!("  {objects} more of revisions that did not succeed: {}", revisions.join(", ")));
    }
    lines.push(format!("  {} more that only the old inventory knew", rebuilt.remembered));
    lines.push(format!("  {} more that were found by their marks", rebuilt.found));
    for id in &rebuilt.added {
        let why =
            if rebuilt.unwanted.contains(id) { "no longer wanted: the next deploy deletes it" } else { "recorded" };
        lines.push(format!("+ {}: {why}", id.shown(home)));
    }
    lines.extend(rebuilt.dropped.iter().map(|(id, why)| format!("- {}: {why}", id.shown(home))));
    lines.push(
        match (rebuilt.is_changed, dry_run) {
            (false, _) => "It says so already: nothing to write.",
            (true, true) => "Nothing was written: --dry-run.",
            (true, false) => "It was written.",
        }
        .to_string(),
    );
    lines.join("\n") + "\n"
}
