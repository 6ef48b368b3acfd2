//! `skeg release install`: deploys a chart, the first time and every time after.

use skeg_deploy::{ChartRequest, DeployOptions, InstallRequest, Policy};
use skeg_report::Undertaking;

use super::plan::execute;
use super::plan::flags::{ALLOW_DRIFT, ALLOW_UNSIGNED, LIFETIME, SECRET_FOLDER};
use super::{ending, files, naming, settings};
use crate::command::{COMMON, Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_CHARTS, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{BESIDES, CONNECTION, DEPLOY, RELEASE, TRACKING};
use crate::flags::shared::{EXTRAS, MESSAGES, SECRETS, SKEG, VALUES};
use crate::flags::{Flag, Group, Parsed, Variables, helm};
use crate::opening::Opening;
use crate::rendering;
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
  skeg release install -n shop -r shop ./shop -f prod.yaml --set image.tag=2
  skeg release install -n shop -r shop ./shop --auto-rollback --timeout 10m
  skeg release install --use-plan plan.json
",
    flags: &[
        &RELEASE,
        &VALUES,
        &EXTRAS,
        &SECRETS,
        &INSTALL,
        &DEPLOY,
        &USE_PLAN,
        &BESIDES,
        &TRACKING,
        &CONNECTION,
        &SKEG,
        &MESSAGES,
        &ACCEPTED,
        &ACCEPTED_OF_CHARTS,
        &ACCEPTED_OF_DEPLOYS,
        &ACCEPTED_OF_RECORDS,
        &helm::INSTALL,
        &helm::INSTALL_OUTPUT,
        &helm::GLOBAL,
        &COMMON,
    ],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_INSTALL" },
    speaks_helm: false,
    run,
};

pub(super) static INSTALL: Group = Group {
    title: "Install",
    flags: &[
        Flag::switch("auto-rollback", "after a failure, roll back to the last deployed revision")
            .also(&["rollback-on-failure", "atomic"]),
        Flag::switch("no-create-namespace", "do not create the namespace; it must exist"),
        Flag::switch("no-install-crds", "do not install or update crds/").also(&["skip-crds"]),
        Flag::switch("strict", "treat missing values and dependencies that match nothing as errors"),
        Flag::map("annotations", "annotations for all resources").starred(),
        Flag::map("labels", "labels for all resources").starred(),
        Flag::switch("templates-allow-dns", "let the template function getHostByName resolve names")
            .also(&["enable-dns"]),
        Flag::switch("no-notes", "do not print the notes").also(&["hide-notes"]),
        Flag::switch("show-subchart-notes", "include the notes of subcharts").also(&["render-subchart-notes"]),
        Flag::text("description", "description recorded with this revision").value("TEXT"),
    ],
};

static USE_PLAN: Group = Group {
    title: "Frozen plan",
    flags: &[
        Flag::text("use-plan", "execute this saved plan, as skeg release plan execute FILE").value("FILE"),
        LIFETIME,
        ALLOW_DRIFT,
        ALLOW_UNSIGNED,
        SECRET_FOLDER,
    ],
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    if let Some(path) = parsed.filled("use-plan") {
        return execute::use_plan(path, parsed, context);
    }
    files::check(parsed, context)?;
    let (name, rest) = naming::name_and_chart(parsed, context, "release install")?;
    let request = resolve(parsed, &name, &rest, context)?;
    let chart = request.chart.clone();
    let opening = Opening::Deploy { undertaking: Undertaking::Install, release: request.options.release.clone() };
    let mut screen = Screen::new(opening, parsed, context);
    let (connection, driver) = (connection(parsed, context), settings::driver(parsed));
    let outcome = drive(connection, driver, &mut screen, context, move |world| async move {
        skeg_deploy::install(request, &world).await
    })?;
    let outcome = outcome.map_err(|error| explain(&error, &chart, context))?;
    ending::show(&outcome, parsed, &screen, context)
}

/// What was typed to what is to be installed.
pub(super) fn resolve(
    parsed: &Parsed,
    name: &str,
    rest: &[String],
    context: &mut Context<'_, '_>,
) -> Result<InstallRequest, CommandError> {
    let (chart, more) = rest.split_first().map_or((".", rest), |(chart, more)| (chart.as_str(), more));
    settings::no_more(more)?;
    let mut chart = ChartRequest {
        include_crds: !parsed.switch("no-install-crds"),
        ..rendering::nelm_chart_request(parsed, chart, context)
    };
    rendering::read_stdin(&mut chart, context);
    let options = deploy_options(parsed, name, context);
    Ok(InstallRequest { chart, options, description: parsed.filled("description").map(str::to_string) })
}

fn deploy_options(parsed: &Parsed, name: &str, context: &Context<'_, '_>) -> DeployOptions {
    let mut options = settings::deploy_options(parsed, name, context);
    options.metadata.annotations = parsed.map("annotations");
    options.metadata.labels = parsed.map("labels");
    DeployOptions {
        auto_rollback: parsed.switch("auto-rollback"),
        create_namespace: !parsed.switch("no-create-namespace"),
        policy: Policy { strict: parsed.switch("strict"), ..options.policy },
        ..options
    }
}
