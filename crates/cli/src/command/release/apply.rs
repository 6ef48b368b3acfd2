//! `skeg release apply`: deploys plain manifests.

use std::collections::BTreeMap;
use std::io::Read;

use skeg_deploy::{ApplyRequest, DeployOptions, LARGEST_FILE, Manifests, ValueFiles};
use skeg_report::{Undertaking, codes};

use super::settings::{self, RunSettings};
use super::{ending, files};
use crate::command::{Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::OF_DEPLOYERS;
use crate::flags::adoption::AdoptFlags;
use crate::flags::cluster::{DeployFlags, ReleaseFlags, Waiting};
use crate::flags::pruning::PruneFlags;
use crate::flags::{Parsed, Settings, Variables, command_settings, flag, flag_settings};
use crate::opening::Opening;
use crate::screen::Screen;

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "apply"],
    arguments: "[NAME]",
    about: "Deploy plain manifests as a release",
    text: "\
Deploys manifests that need no chart: the output of kustomize, CUE, jsonnet or anything else. They are planned, ordered,
applied and tracked like those of a chart, and and objects that were dropped from them are deleted afterwards.
The release is recorded in its inventory alone, which lists its objects: no manifests are kept, so there is nothing to
roll back to. Apply the older manifests instead.
A folder stands for its .yaml, .yml and .json files, including those in subfolders; - is stdin.
Exit status: 0 deployed or nothing to do, 1 failed, 4 deployed but a requested file could not be written,
130 interrupted.

Examples:
  skeg release apply shop -n shop -f manifests/
  kustomize build overlays/prod | skeg release apply shop -n shop -f -
  skeg release plan apply shop -n shop -f manifests/
",
    flags: ApplySettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_"], command: "RELEASE_APPLY" },
    speaks_helm: false,
    run,
};

flag_settings! {
    /// What to apply.
    pub(super) struct ApplyFlags: "Apply" {
        sources: Vec<String> =
            flag("filename", "a file or folder with manifests, or - for stdin").short('f').file().starred(),
        no_create_namespace: bool = flag("no-create-namespace", "do not create the namespace; it must exist"),
        strict: bool = flag("strict", "treat dependencies that match nothing as errors"),
        annotations: BTreeMap<String, String> = flag("annotations", "annotations for all resources").starred(),
        labels: BTreeMap<String, String> = flag("labels", "labels for all resources").starred(),
    }
}

command_settings! {
    /// What to apply and how, for `release apply` and `release plan apply`.
    pub(super) struct ApplyRequestSettings {
        release: ReleaseFlags,
        apply: ApplyFlags,
        deploy: DeployFlags,
        prune: PruneFlags,
        adopt: AdoptFlags,
        run: RunSettings,
    }
}

command_settings! {
    struct ApplySettings {
        request: ApplyRequestSettings,
    }
    also [OF_DEPLOYERS]
}

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let ApplySettings { request: settings } = ApplySettings::read(parsed);
    files::check(&settings.run.records, context)?;
    let request = resolve(&settings, &parsed.arguments, "skeg release apply shop -f manifests/", context)?;
    let opening = Opening::Deploy { undertaking: Undertaking::Apply, release: request.options.release.clone() };
    let mut screen = Screen::new(opening, &settings.run.tracking, context);
    let (connection, driver) = (connection(&settings.run.connection, context), settings::driver(&settings.release));
    let outcome = drive(connection, driver, &mut screen, context, move |world| async move {
        skeg_deploy::apply(request, &world).await
    })?;
    let outcome = outcome.map_err(|error| explain_release(&error))?;
    ending::show(&outcome, false, &settings.run.records, &screen, context)
}

/// Resolves the settings to a request.
pub(super) fn resolve(
    settings: &ApplyRequestSettings,
    arguments: &[String],
    example: &str,
    context: &mut Context<'_, '_>,
) -> Result<ApplyRequest, CommandError> {
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, example)?;
    settings::no_more(&rest)?;
    let flags = &settings.apply;
    if flags.sources.is_empty() {
        return Err(CommandError::new(&codes::MISSING_ARGUMENT, "no manifests are named: -f FILE, -f FOLDER or -f -")
            .fill("example", example));
    }
    if flags.sources.iter().any(String::is_empty) {
        return Err(CommandError::new(&codes::BAD_VALUE, "-f: the name of the file is empty")
            .hint("Is a variable unset? The current folder is -f ."));
    }
    if settings.deploy.wait == Some(Waiting::Ordered) {
        return Err(CommandError::new(&codes::BAD_VALUE, "--wait=ordered: plain manifests have no subcharts to order")
            .hint("Order them by the annotations werf.io/weight and werf.io/deploy-dependency-NAME."));
    }
    let files = ValueFiles { directory: context.directory.to_path_buf(), stdin: Vec::new() };
    let mut manifests = Manifests { sources: flags.sources.clone(), files };
    if manifests.wants_stdin() {
        let read = context.input.take(LARGEST_FILE + 1).read_to_end(&mut manifests.files.stdin);
        read.map_err(|error| CommandError::new(&codes::MANIFEST_FILE, format!("reading manifests: stdin: {error}")))?;
    }
    let release = settings::release_name(&settings.release, &name);
    let mut options = settings::deploy_options(release, &settings.deploy, &settings.run, context);
    options.metadata.annotations = flags.annotations.clone();
    options.metadata.labels = flags.labels.clone();
    options.policy.strict = flags.strict;
    let options = DeployOptions { create_namespace: !flags.no_create_namespace, ..options };
    let options = settings.adopt.applied(settings.prune.applied(options)?)?;
    Ok(ApplyRequest { manifests, options })
}
