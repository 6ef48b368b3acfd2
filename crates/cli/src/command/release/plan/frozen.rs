//! Files with frozen plans: written by the planning commands, read to show and execute.

use std::path::PathBuf;

use skeg_deploy::artifact::{self, ArtifactError, Frozen, Head, Opened, Tool};
use skeg_deploy::{DeployOptions, Error, Preview, World, tell_secrets};
use skeg_report::codes;
use skeg_secret_values::{Key, open, seal};

use super::flags::FreezeFlags;
use crate::atomic_file::write_private;
use crate::command::Context;
use crate::diagnosis::{explain_artifact, explain_release};
use crate::error::{CommandError, go_reason};
use crate::secret_key::look_for_key;

/// No plan is larger, in bytes.
const LARGEST: u64 = 512 << 20;

/// A request to save a plan.
pub(super) struct Freezing {
    shown: String,
    path: PathBuf,
    key: Option<Key>,
}

/// Where the key of a plan may be, and whether an unencrypted plan is allowed.
pub(super) struct KeyPlaces<'a> {
    pub(super) given: Option<&'a str>,
    pub(super) folder: Option<&'a str>,
    pub(super) allow_unsigned: bool,
}

/// The content of the file.
pub(super) type FrozenPlan = (Head, Frozen);

impl Freezing {
    /// `--out`. Impossible requests are refused before planning.
    pub(super) fn wanted(
        flags: &FreezeFlags,
        key: Option<&str>,
        context: &mut Context<'_, '_>,
    ) -> Result<Option<Freezing>, CommandError> {
        let Some(shown) = flags.out.as_deref() else { return Ok(None) };
        let path = context.directory.join(shown);
        if shown == "-" || path.is_dir() {
            return Err(CommandError::new(&codes::BAD_VALUE, format!("--out {shown}: a plan is written into a file"))
                .hint("For the plan as text or data on stdout: -o text, -o json"));
        }
        let key = look_for_key(key, flags.secret_folder.as_deref(), context)?;
        Ok(Some(Freezing { shown: shown.to_string(), path, key }))
    }

    fn save(&self, (head, frozen): &FrozenPlan) -> Result<(), CommandError> {
        let sealed = self
            .key
            .as_ref()
            .map(|key| move |payload: &[u8], head: &[u8]| seal(key, payload, head).map_err(|error| error.to_string()));
        let sealing = sealed.as_ref().map(|sealed| sealed as artifact::Seal<'_>);
        let text =
            artifact::write(head, frozen, sealing).map_err(|message| CommandError::new(&codes::INTERNAL, message))?;
        write_private(&self.path, text.as_bytes())
    }

    /// Says where the plan is and what to do with it.
    fn tell(&self, context: &mut Context<'_, '_>) {
        let shown = &self.shown;
        let how = match &self.key {
            Some(key) => format!(", encrypted with the secret key {}", key.id()),
            None => String::new(),
        };
        context.printer.say(format!("The plan is in {shown}{how}. Execute it: skeg release plan execute {shown}"));
        if self.key.is_none() {
            context.printer.warn(format!(
                "{shown} is not encrypted, because there is no secret key: it holds values and secrets in clear text, and whoever \
                 can write it decides what is deployed. Create one: skeg chart secret key create"
            ));
        }
    }
}

/// The content of the file, if one is requested.
pub(super) async fn freeze(
    is_wanted: bool,
    preview: &Preview,
    options: &DeployOptions,
    delete_namespace: bool,
    world: &World,
) -> Result<Option<FrozenPlan>, Error> {
    // A plan that cannot be executed is shown, but not saved.
    if !is_wanted || preview.refusal().is_some() {
        return Ok(None);
    }
    let tool = Tool { name: "skeg".to_string(), version: env!("CARGO_PKG_VERSION").to_string() };
    skeg_deploy::freeze(preview, options, delete_namespace, tool, world).await.map(Some)
}

/// Saves the plan if requested, then shows it.
pub(super) fn save_and_show(
    freezing: Option<&Freezing>,
    frozen_plan: Option<&FrozenPlan>,
    context: &mut Context<'_, '_>,
    show: impl FnOnce(&mut Context<'_, '_>) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let Some((freezing, frozen_plan)) = freezing.zip(frozen_plan) else {
        let not_kept =
            |freezing: &Freezing| format!("{} was not written: this plan cannot be executed.", freezing.shown);
        return show(context).map_err(|error| freezing.map(not_kept).into_iter().fold(error, CommandError::hint));
    };
    freezing.save(frozen_plan)?;
    let shown = show(context);
    context.printer.flush();
    freezing.tell(context);
    shown
}

/// Reads a frozen plan.
pub(super) fn read(
    shown: &str,
    key: &KeyPlaces<'_>,
    context: &mut Context<'_, '_>,
) -> Result<(Opened, Frozen), CommandError> {
    let text = load(shown, context)?;
    let opened = artifact::read(&text).map_err(|error| explain_artifact(Some(shown), &error))?;
    let is_trusted = !opened.head.encrypted && key.allow_unsigned;
    let key = if is_trusted { None } else { look_for_key(key.given, key.folder, context)? };
    if key.is_some() && !opened.head.encrypted {
        return Err(explain_artifact(Some(shown), &ArtifactError::Unsigned));
    }
    let opener =
        key.map(|key| move |data: &str, head: &[u8]| open(&key, data, head).map_err(|error| error.to_string()));
    let opening = opener.as_ref().map(|opener| opener as artifact::Open<'_>);
    let frozen = opened.frozen(opening).map_err(|error| explain_artifact(Some(shown), &error))?;
    tell_secrets(&frozen, context.printer.secrets()).map_err(|error| explain_release(&error))?;
    Ok((opened, frozen))
}

fn load(shown: &str, context: &Context<'_, '_>) -> Result<Vec<u8>, CommandError> {
    let failed = |error: std::io::Error| {
        CommandError::new(&codes::FILE_UNREADABLE, format!("reading {shown}: {}", go_reason(&error)))
    };
    skeg_chart::read_bounded(&context.directory.join(shown), LARGEST).map_err(failed)
}
