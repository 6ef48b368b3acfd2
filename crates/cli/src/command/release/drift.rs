//! `skeg release drift`: how live objects deviate from what was deployed.

use std::collections::BTreeSet;

use skeg_deploy::{
    Deviation, DeviationKind, DriftKind, DriftReport, DriftRequest, FieldPattern, IgnoredFields, KnownSecrets,
    ObjectDrift,
};
use skeg_report::{DriftFormat, DriftView, DriftedField, DriftedObject, Format, codes};

use super::{reading, settings};
use crate::command::{Command, Context};
use crate::error::{CommandError, exit};
use crate::flags::accepted::OF_READERS;
use crate::flags::cluster::{ConnectionFlags, ReleaseFlags};
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings, words};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "drift"],
    arguments: "[NAME]",
    about: "Show how live objects deviate from what was deployed",
    text: "\
Compares the live objects with the manifests of the newest deployed revision, by a dry run of each apply. Nothing is
changed. Shown are objects that are missing or belong to others, fields of the release that others changed or removed
(~), and fields that others added (+), each with the field managers that set it. Status, defaults, and what the
components of Kubernetes write are left out. Hooks are not compared. The next deploy that applies an object restores
its fields, and leaves most of what others added.
Exit status: 0 no drift, 2 drift, 1 failed.

Examples:
  skeg release drift shop -n shop
  skeg release drift shop -n shop --ignore-path /spec/replicas --ignore-manager keda-operator
  skeg release drift shop -n shop --ignore-path 'metadata.annotations[\"example.com/note\"]' -o json
",
    flags: DriftSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_"], command: "RELEASE_DRIFT" },
    speaks_helm: false,
    run: |parsed, context| run(&DriftSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct DriftFlags: "Drift" {
        paths: Vec<String> = flag(
            "ignore-path",
            "do not compare this field and all in it: a JSON pointer (/spec/replicas) or a JSONPath (spec.containers[*].image)",
        )
        .value("PATH"),
        managers: Vec<String> =
            flag("ignore-manager", "ignore what only this field manager set").value("NAME"),
        kinds: Vec<String> =
            flag("ignore-kind", "do not compare objects of this kind: Deployment, Ingress.networking.k8s.io").value("KIND"),
        format: Option<DriftFormat> = flag("output-format", "text, json or markdown").also(&["output"]).short('o'),
    }
}

words! {
    DriftFormat {
        "text" => DriftFormat::Text,
        "json" => DriftFormat::Json,
        "markdown" => DriftFormat::Markdown,
    }
}

command_settings! {
    struct DriftSettings {
        release: ReleaseFlags,
        drift: DriftFlags,
        connection: ConnectionFlags,
    }
    also [OF_READERS]
}

fn run(settings: &DriftSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, "skeg release drift shop")?;
    settings::no_more(&rest)?;
    let DriftFlags { paths, managers, kinds, format } = &settings.drift;
    let paths = paths.iter().map(|text| pattern(text)).collect::<Result<Vec<_>, _>>()?;
    let release = settings::release_name(&settings.release, &name);
    let ignored = IgnoredFields { paths, managers: managers.iter().cloned().collect() };
    let request = DriftRequest { release, ignored, ignored_kinds: kinds.iter().cloned().collect::<BTreeSet<_>>() };
    let (what, driver) = (format!("Drift of release {name}"), settings::driver(&settings.release));
    let format = format.unwrap_or_default();
    let heading = if format == DriftFormat::Text { Format::Table } else { Format::Json };
    let screen = &mut reading::of_release(what, &request.release.namespace, Some(heading), context);
    let found = reading::ask(screen, &settings.connection, driver, context, move |world| async move {
        skeg_deploy::drift(request, &world).await
    })?;
    let view = view(&found, context.printer.secrets());
    reading::print(&skeg_report::drift(&view, format), heading, context);
    match view.objects.is_empty() {
        true => Ok(()),
        false => Err(CommandError::silent(exit::DIFFERENT)),
    }
}

fn pattern(text: &str) -> Result<FieldPattern, CommandError> {
    FieldPattern::parse(text).ok_or_else(|| {
        CommandError::new(&codes::BAD_VALUE, format!("--ignore-path {text:?} is neither a JSON pointer nor a JSONPath"))
            .hint("Such as /spec/replicas, .spec.replicas, or spec.template.spec.containers[*].image")
    })
}

fn view(found: &DriftReport, secrets: &KnownSecrets) -> DriftView {
    let home = &found.release.namespace;
    DriftView {
        release: found.release.name.clone(),
        namespace: home.clone(),
        revision: found.revision,
        compared: found.compared,
        objects: found.objects.iter().map(|object| self::object(object, home, secrets)).collect(),
    }
}

fn object(object: &ObjectDrift, home: &str, secrets: &KnownSecrets) -> DriftedObject {
    let id = &object.id;
    let (state, message, fields) = match &object.what {
        DriftKind::Missing => ("missing", "", &[][..]),
        DriftKind::BeingDeleted => ("deleting", "", &[][..]),
        DriftKind::Foreign(owner) => ("foreign", owner.as_str(), &[][..]),
        DriftKind::Refused(why) => ("refused", why.as_str(), &[][..]),
        DriftKind::Fields(fields) => ("changed", "", fields.as_slice()),
    };
    DriftedObject {
        resource: id.shown(home),
        group: id.group.clone(),
        kind: id.kind.clone(),
        namespace: id.namespace.clone().unwrap_or_default(),
        name: id.name.clone(),
        source: object.source.clone(),
        state: state.to_string(),
        message: secrets.mask(message).into_owned(),
        fields: fields.iter().map(field).collect(),
    }
}

/// Its values were masked when they were compared.
fn field(field: &Deviation) -> DriftedField {
    let drift = match field.kind {
        DeviationKind::Changed => "changed",
        DeviationKind::Added => "added",
    };
    DriftedField {
        path: field.path.to_string(),
        pointer: field.path.pointer(),
        drift: drift.to_string(),
        recorded: field.recorded.clone(),
        live: field.live.clone(),
        managers: field.managers.iter().cloned().collect(),
    }
}
