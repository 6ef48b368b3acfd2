//! From flags to a request of the renderer, for every command that renders.

mod extras;
mod server;
mod unlocking;

use std::cell::OnceCell;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;
use std::time::Instant;

use skeg_chart::{Compat, Links, UserValues};
use skeg_go_yaml::Tree;
use skeg_render::{Capabilities, Error, KubeVersion, Options, Release, Request};

use crate::command::Context;
use crate::error::{CommandError, go_reason};
use crate::flags::Parsed;
use crate::quote::quote;

pub(crate) use extras::Extras;
pub(crate) use server::render_on_server;
pub(crate) use unlocking::Unlocking;

/// Bytes of the largest file that is read beside those of a chart: values, secrets, configuration.
pub(crate) const LARGEST_FILE: u64 = 64 << 20;

/// What to render, resolved but not loaded. It can be loaded again, to look closer at a failure.
pub(crate) struct Rendering {
    pub(crate) compat: Compat,
    pub(crate) chart: PathBuf,
    pub(crate) values: UserValues,
    pub(crate) release: Release,
    pub(crate) capabilities: Capabilities,
    pub(crate) strict: bool,
    pub(crate) allow_dns: bool,
    pub(crate) skip_schema: bool,
    pub(crate) no_outside_links: bool,
    pub(crate) include_crds: bool,
    pub(crate) sub_notes: bool,
    pub(crate) lookup_files: Vec<String>,
    /// Charts missing in charts/ should be downloaded.
    pub(crate) update_dependencies: bool,
    /// None where they do not count, as in Helm.
    pub(crate) extras: Option<Extras>,
    /// How to get at secrets; none where they do not count, as in Helm.
    pub(crate) secrets: Option<Unlocking>,
    /// What stdin held.
    pub(crate) stdin: OnceCell<Vec<u8>>,
}

impl Rendering {
    /// Takes what all commands name alike from their flags.
    pub(crate) fn new(
        parsed: &Parsed,
        compat: Compat,
        chart: PathBuf,
        release: Release,
        capabilities: Capabilities,
    ) -> Rendering {
        Rendering {
            compat,
            chart,
            values: user_values(parsed),
            release,
            capabilities,
            strict: false,
            allow_dns: false,
            skip_schema: parsed.switch("skip-schema-validation"),
            no_outside_links: parsed.switch("no-outside-links"),
            include_crds: false,
            sub_notes: false,
            lookup_files: parsed.list("lookup-resources"),
            update_dependencies: false,
            extras: None,
            secrets: None,
            stdin: OnceCell::new(),
        }
    }

    /// Reads values and chart.
    pub(crate) fn load(&self, context: &mut Context<'_, '_>) -> Result<Request, Error> {
        let begun = Instant::now();
        let mut read = |name: &str| self.read(name, context);
        let values = self.values.merge(&mut read, self.compat).map_err(Error::Chart)?;
        let lookup = self.read_lookup_files(context)?;
        let links = Links { refuse_outside: self.no_outside_links, guard_secrets: self.secrets.is_some() };
        let mut chart = skeg_chart::load_with(&self.chart, self.compat, links).map_err(Error::Chart)?;
        let mut root = Tree::Null;
        if let Some(extras) = &self.extras {
            extras.change(&mut chart);
            root = extras.root(self.compat)?;
        }
        if self.update_dependencies && skeg_chart::check_presence(&chart, self.compat).is_err() {
            return Err(Error::Other(
                "charts are missing in charts/, and --dependency-update is not supported yet".into(),
            ));
        }
        let secrets = match &self.secrets {
            Some(unlocking) => Some(unlocking.unlock(&chart, self, context)?),
            None => None,
        };
        // Before anything is said of them: an error may quote them.
        let masked = secrets.iter().flat_map(|secrets| &secrets.masked);
        masked.for_each(|masked| context.printer.secrets().add_decrypted(&masked.value));
        let options = Options {
            compat: self.compat,
            strict: self.strict,
            allow_dns: self.allow_dns,
            skip_schema: self.skip_schema,
            root,
            lookup,
            cluster: None,
            include_crds: self.include_crds,
            sub_notes: self.sub_notes,
            secrets,
            memory_in_use: crate::memory::METER,
            // Whoever renders on this very thread says so.
            stack: 0,
            is_last: context.is_last,
        };
        let (release, capabilities) = (self.release.clone(), self.capabilities.clone());
        context.printer.debug(format!("loading the chart and values took {} ms", begun.elapsed().as_millis()));
        Ok(Request { chart, values, release, capabilities, options })
    }

    /// A file of values: a path, `-` for stdin. The error is Go's text.
    fn read(&self, name: &str, context: &mut Context<'_, '_>) -> Result<Vec<u8>, String> {
        if name.trim() == "-" {
            let stdin = self.stdin.get_or_init(|| {
                let mut bytes = Vec::new();
                // What could be read counts; Helm would fail here only for a broken terminal.
                let _ = context.input.take(LARGEST_FILE + 1).read_to_end(&mut bytes);
                bytes
            });
            return bounded(stdin.clone());
        }
        if ["http://", "https://", "oci://"].iter().any(|scheme| name.starts_with(scheme)) {
            return Err(format!("{name}: values from a URL are not supported yet"));
        }
        let read = skeg_chart::read_bounded(&context.directory.join(name), LARGEST_FILE);
        read.map_err(|error| {
            // Go can open a folder, and then not read it.
            let read_failed = matches!(error.kind(), ErrorKind::FileTooLarge | ErrorKind::IsADirectory);
            format!("{} {name}: {}", if read_failed { "read" } else { "open" }, go_reason(&error))
        })
    }

    fn read_lookup_files(&self, context: &mut Context<'_, '_>) -> Result<Vec<Tree>, Error> {
        let mut objects = Vec::new();
        for name in &self.lookup_files {
            let refuse = |why: String| Error::Other(format!("--lookup-resources: {why}"));
            let text = self.read(name, context).map_err(refuse)?;
            for document in skeg_render::split_documents(&text, self.compat) {
                let tree =
                    skeg_go_yaml::read_tree(document).map_err(|error| refuse(format!("{name}: {}", error.message)))?;
                match tree.get("items") {
                    Some(Tree::List(items)) => objects.extend(items.iter().cloned()),
                    _ if tree.as_map().is_some() => objects.push(tree),
                    _ => {}
                }
            }
        }
        Ok(objects)
    }
}

/// Refuses what may be endless.
fn bounded(stdin: Vec<u8>) -> Result<Vec<u8>, String> {
    if stdin.len() as u64 <= LARGEST_FILE {
        return Ok(stdin);
    }
    Err(format!("read stdin: there are more bytes, and at most {LARGEST_FILE} are read"))
}

/// Whose output is wanted.
pub(crate) fn compat(parsed: &Parsed) -> Compat {
    match parsed.text("helm-compat") {
        Some("v3") => Compat::V3,
        _ => Compat::V4,
    }
}

fn user_values(parsed: &Parsed) -> UserValues {
    UserValues {
        files: parsed.list("values"),
        set_json: parsed.list("set-json"),
        set: parsed.list("set"),
        set_string: parsed.list("set-string"),
        set_file: parsed.list("set-file"),
        set_literal: parsed.list("set-literal"),
    }
}

/// What templates see of a cluster.
pub(crate) fn capabilities(parsed: &Parsed, compat: Compat) -> Result<Capabilities, CommandError> {
    let mut capabilities = Capabilities::offline();
    if let Some(version) = parsed.filled("kube-version") {
        capabilities.kube_version = KubeVersion::parse(version, compat)
            .map_err(|why| CommandError::usage(format!("invalid kube version '{version}': {why}")))?;
    }
    capabilities.api_versions.extend(parsed.list("api-versions"));
    Ok(capabilities)
}

/// A warning as Helm's log has it.
pub(crate) fn warning_line(warning: &str, compat: Compat) -> String {
    match compat {
        Compat::V4 => format!("level=WARN msg={}", quote(warning)),
        Compat::V3 => format!("warning: {warning}"),
    }
}
