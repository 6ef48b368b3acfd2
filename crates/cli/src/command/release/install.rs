//! `skeg release install`: deploys a chart, as a first install or an upgrade.

use std::collections::BTreeMap;

use skeg_deploy::{ChartRequest, DeployOptions, InstallRequest, Policy};
use skeg_report::Undertaking;

use super::plan::execute;
use super::plan::flags::{AUTO_ROLLBACK, FrozenFlags};
use super::settings::{self, RunSettings};
use super::{ending, files, naming};
use crate::command::{Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED_OF_CHARTS, OF_DEPLOYERS};
use crate::flags::adoption::AdoptFlags;
use crate::flags::cluster::{DeployFlags, ReleaseFlags};
use crate::flags::helm;
use crate::flags::pruning::PruneFlags;
use crate::flags::shared::ALLOW_DNS;
use crate::flags::{Parsed, Settings, Variables, command_settings, flag, flag_settings};
use crate::opening::Opening;
use crate::rendering::{self, ChartSettings};
use crate::screen::Screen;

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "install"],
    arguments: "[NAME] [CHART]",
    about: "Install or upgrade a release",
    text: "\
Renders the chart, plans what has to change, applies it in parallel in the right order, and waits until everything is ready.
NAME may also be given as -r NAME. CHART is a folder or an archive (default: the current folder); a path without NAME
gives the release the chart's own name.
Exit status: 0 deployed or nothing to do, 1 failed, 4 deployed but a requested file could not be written,
130 interrupted.

Examples:
  skeg release install shop ./shop -n shop
  skeg release install -n shop -r shop ./shop -f prod.yaml --set image.tag=2.0.0
  skeg release install -n shop -r shop ./shop --auto-rollback --timeout 10m
  skeg release install --use-plan plan.json
",
    flags: InstallSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_INSTALL" },
    speaks_helm: false,
    run,
};

flag_settings! {
    /// Options of this deploy.
    pub(super) struct InstallFlags: "Install" {
        auto_rollback: bool = AUTO_ROLLBACK,
        no_create_namespace: bool = flag("no-create-namespace", "do not create the namespace; it must exist"),
        no_install_crds: bool = flag("no-install-crds", "do not install or update crds/").also(&["skip-crds"]),
        strict: bool = flag("strict", "treat missing values and dependencies that match nothing as errors"),
        annotations: BTreeMap<String, String> = flag("annotations", "annotations for all resources").starred(),
        labels: BTreeMap<String, String> = flag("labels", "labels for all resources").starred(),
        allow_dns: bool = ALLOW_DNS,
        no_notes: bool = flag("no-notes", "do not print the notes").also(&["hide-notes"]),
        subchart_notes: bool =
            flag("show-subchart-notes", "include the notes of subcharts").also(&["render-subchart-notes"]),
        description: Option<String> = flag("description", "description recorded with this revision"),
    }
}

flag_settings! {
    /// Executes a saved plan instead.
    pub(super) struct UsePlanFlags: "Saved plan" {
        path: Option<String> = flag("use-plan", "execute this saved plan, as skeg release plan execute FILE").file(),
    }
}

command_settings! {
    /// What to install and how, for `release install` and `release plan install`.
    pub(super) struct InstallRequestSettings {
        release: ReleaseFlags,
        chart: ChartSettings,
        install: InstallFlags,
        deploy: DeployFlags,
        prune: PruneFlags,
        adopt: AdoptFlags,
        run: RunSettings,
    }
}

command_settings! {
    struct InstallSettings {
        request: InstallRequestSettings,
        use_plan: UsePlanFlags,
    }
    also [
        // Read with the settings of an execution.
        FrozenFlags::FLAGS,
        ACCEPTED_OF_CHARTS, helm::INSTALL, helm::INSTALL_OUTPUT, OF_DEPLOYERS,
    ]
}

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let InstallSettings { request: settings, use_plan } = InstallSettings::read(parsed);
    if let Some(path) = &use_plan.path {
        return execute::use_plan(path, parsed, context);
    }
    files::check(&settings.run.records, context)?;
    let request = resolve(&settings, &parsed.arguments, "release install", context)?;
    let chart = request.chart.clone();
    let opening = Opening::Deploy { undertaking: Undertaking::Install, release: request.options.release.clone() };
    let mut screen = Screen::new(opening, &settings.run.tracking, context);
    let (connection, driver) = (connection(&settings.run.connection, context), settings::driver(&settings.release));
    let outcome = drive(connection, driver, &mut screen, context, move |world| async move {
        skeg_deploy::install(request, &world).await
    })?;
    let outcome = outcome.map_err(|error| explain(&error, &chart, context))?;
    ending::show(&outcome, !settings.install.no_notes, &settings.run.records, &screen, context)
}

/// Resolves the settings to a request.
pub(super) fn resolve(
    settings: &InstallRequestSettings,
    arguments: &[String],
    command: &str,
    context: &mut Context<'_, '_>,
) -> Result<InstallRequest, CommandError> {
    let (name, rest) = naming::name_and_chart(&settings.release, arguments, context, command)?;
    let (chart, more) = rest.split_first().map_or((".", &rest[..]), |(chart, more)| (chart.as_str(), more));
    settings::no_more(more)?;
    let flags = &settings.install;
    let mut chart = ChartRequest {
        include_crds: !flags.no_install_crds,
        strict: flags.strict,
        allow_dns: flags.allow_dns,
        sub_notes: flags.subchart_notes,
        ..rendering::nelm_chart_request(&settings.chart, chart, context)
    };
    rendering::read_stdin(&mut chart, context);
    let release = settings::release_name(&settings.release, &name);
    let options = settings::deploy_options(release, &settings.deploy, &settings.run, context);
    let options = flags.applied(settings.adopt.applied(settings.prune.applied(options)?)?);
    Ok(InstallRequest { chart, options, description: flags.description.clone() })
}

impl InstallFlags {
    /// Applies these settings to the options.
    fn applied(&self, mut options: DeployOptions) -> DeployOptions {
        options.metadata.annotations = self.annotations.clone();
        options.metadata.labels = self.labels.clone();
        DeployOptions {
            auto_rollback: self.auto_rollback,
            create_namespace: !self.no_create_namespace,
            policy: Policy { strict: self.strict, ..options.policy },
            ..options
        }
    }
}
