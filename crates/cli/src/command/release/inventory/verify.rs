//! `skeg release inventory verify`: whether inventory, record and cluster agree.

use skeg_deploy::{Difference, DifferenceKind, Verification, VerifyRequest};
use skeg_report::{DifferenceView, Format, VerificationView};

use crate::command::release::{reading, settings};
use crate::command::{Command, Context};
use crate::error::{CommandError, exit};
use crate::flags::accepted::OF_READERS;
use crate::flags::cluster::{ConnectionFlags, ReleaseFlags};
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "inventory", "verify"],
    arguments: "[NAME]",
    about: "Check that inventory, record and cluster agree",
    text: "\
Compares the inventory with Helm's newest deployed record and with the live objects. Nothing is changed. Differences:
  gone        the inventory has it, the cluster does not
  ghost       it has the release's marks, and neither the inventory nor the record has it
  unrecorded  the inventory has it as deployed, Helm's record does not
  unlisted    Helm's record has it, the inventory does not
  foreign     the inventory has it, and its marks name another release or nobody
Ghosts are searched among the kinds and namespaces of known objects; with --scan among all.
Exit status: 0 all agree, 2 something differs, 1 failed.

Examples:
  skeg release inventory verify shop -n shop
  skeg release inventory verify -n shop -r shop --scan -o json
",
    flags: VerifySettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_"], command: "RELEASE_INVENTORY_VERIFY" },
    speaks_helm: false,
    run: |parsed, context| run(&VerifySettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct VerifyFlags: "Inventory" {
        scan: bool = flag("scan", "search all kinds in all namespaces for objects with the release's marks"),
        format: Option<Format> = flag("output-format", "text, json or yaml").also(&["output"]).short('o'),
    }
}

command_settings! {
    struct VerifySettings {
        release: ReleaseFlags,
        verify: VerifyFlags,
        connection: ConnectionFlags,
    }
    also [OF_READERS]
}

fn run(settings: &VerifySettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, "skeg release inventory verify shop")?;
    settings::no_more(&rest)?;
    let request =
        VerifyRequest { release: settings::release_name(&settings.release, &name), scan: settings.verify.scan };
    let (what, driver) = (format!("Verifying the inventory of release {name}"), settings::driver(&settings.release));
    let screen = &mut reading::of_release(what, &request.release.namespace, settings.verify.format, context);
    let found = reading::ask(screen, &settings.connection, driver, context, move |world| async move {
        skeg_deploy::verify_inventory(&request, &world).await
    })?;
    let unsearched: Vec<String> = found.unsearched.iter().map(|why| format!("not searched: {why}")).collect();
    reading::warn(&unsearched, context);
    let format = settings.verify.format.unwrap_or(Format::Table);
    reading::print(&skeg_report::verification(&view(&found), format), format, context);
    match found.is_good() {
        true => Ok(()),
        false => Err(CommandError::silent(exit::DIFFERENT)),
    }
}

fn view(found: &Verification) -> VerificationView {
    let home = &found.release.namespace;
    let of_release = |difference: &str, explanation: String| DifferenceView {
        difference: difference.to_string(),
        explanation,
        ..DifferenceView::default()
    };
    let mut differences = Vec::new();
    if !found.has_inventory {
        let explanation = "nothing lists what belongs to the release, or the list cannot be read";
        differences.push(of_release("no-inventory", explanation.to_string()));
    }
    if let (true, Some(old), Some(new)) = (found.is_outdated(), found.inventory_revision, found.recorded_revision) {
        let explanation = format!("the inventory is of revision {old}, Helm's record says {new} is deployed");
        differences.push(of_release("outdated", explanation));
    }
    differences.extend(found.differences.iter().map(|difference| self::difference(difference, home)));
    let handed_over = found.handed_over.iter().map(|(id, owner)| {
        format!("{} was handed over to release {owner:?}, and only Helm's record still names it", id.shown(home))
    });
    let left = found.left.iter().map(|id| format!("{} was left in the cluster by its resource policy", id.shown(home)));
    VerificationView {
        release: found.release.name.clone(),
        namespace: home.clone(),
        inventory_revision: found.inventory_revision,
        recorded_revision: found.recorded_revision,
        agrees: found.is_good(),
        objects: found.objects,
        differences,
        unsearched: found.unsearched.clone(),
        notes: handed_over.chain(left).collect(),
    }
}

fn difference(difference: &Difference, home: &str) -> DifferenceView {
    let (word, explanation) = match &difference.kind {
        DifferenceKind::Gone => ("gone", "in the inventory, not in the cluster".to_string()),
        DifferenceKind::Ghost => {
            ("ghost", "has the release's marks, is neither in the inventory nor recorded".to_string())
        }
        DifferenceKind::Unrecorded => ("unrecorded", "in the inventory as deployed, not in Helm's record".to_string()),
        DifferenceKind::Unlisted => ("unlisted", "in Helm's record, not in the inventory".to_string()),
        DifferenceKind::Foreign(owner) => ("foreign", format!("in the inventory, and belongs to {owner}")),
    };
    DifferenceView {
        resource: difference.id.shown(home),
        group: difference.id.group.clone(),
        difference: word.to_string(),
        explanation,
    }
}
