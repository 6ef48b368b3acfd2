//! Sorts the files of a chart into their places and loads its subcharts.

use std::collections::BTreeMap;

use super::early::EarlyValues;
use super::threads;
use super::unpacked::Unpacked;
use super::{Limits, archive};
use crate::metadata::{Draft as MetadataDraft, decode_lock};
use crate::values::read_values;
use crate::{Chart, Compat, Error, File, Warning};

/// Subcharts with less to parse than this are not worth a thread.
const WORTH_A_THREAD: u64 = 32 << 10;
/// Charts in charts in charts: more than any real chart, less than the stack holds.
const MAX_DEPTH: usize = 64;

pub(crate) struct Rules {
    pub(crate) compat: Compat,
    pub(crate) limits: Limits,
    pub(crate) room: archive::Room,
    /// See [`LoadOptions`](crate::LoadOptions).
    order_lists: bool,
    unpacked: Unpacked,
}

impl Rules {
    pub(crate) fn new(compat: Compat, limits: Limits, room: archive::Room, order_lists: bool) -> Rules {
        Rules { compat, limits, room, order_lists, unpacked: Unpacked::default() }
    }
}

/// Makes a chart of its files, in the order given.
pub(crate) fn assemble(files: Vec<File>, rules: &Rules, early: &EarlyValues) -> Result<Chart, Error> {
    assemble_at(files, rules, 0, early)
}

fn assemble_at(files: Vec<File>, rules: &Rules, depth: usize, early: &EarlyValues) -> Result<Chart, Error> {
    let mut draft = Draft::default();
    for file in files.iter().filter(|file| file.name == "Chart.yaml") {
        let metadata = draft.metadata.get_or_insert_default();
        let decoded = metadata.decode(file.data()?, rules.compat, rules.order_lists);
        decoded.map_err(|reason| Error::Parse { file: "Chart.yaml", reason })?;
        if metadata.metadata.api_version.is_empty() {
            metadata.metadata.api_version = "v1".into();
        }
    }
    for file in files {
        draft.place(file, rules.compat)?;
    }
    draft.finish(rules, depth, early)
}

#[derive(Default)]
struct Draft {
    chart: Chart,
    metadata: Option<MetadataDraft>,
    values: Option<File>,
    /// Files below charts/ by their first path element.
    subcharts: BTreeMap<String, Vec<File>>,
}

impl Draft {
    fn place(&mut self, file: File, compat: Compat) -> Result<(), Error> {
        match file.name.as_str() {
            "Chart.yaml" => self.chart.definitions.push(file),
            "values.yaml" => self.values = Some(file),
            "values.schema.json" => self.chart.schema = Some(file),
            "Chart.lock" => {
                let lock = decode_lock(file.data()?, compat);
                self.chart.lock = Some(lock.map_err(|reason| Error::Parse { file: "Chart.lock", reason })?);
            }
            "requirements.yaml" => self.place_requirements(file, compat)?,
            "requirements.lock" => self.place_requirements_lock(file, compat)?,
            name if name.starts_with("templates/") => self.chart.templates.push(file),
            name if name.starts_with("charts/") && !name.ends_with(".prov") => {
                let inside = name.strip_prefix("charts/").unwrap_or_default();
                let chart = inside.split('/').next().unwrap_or_default().to_string();
                let file = file.renamed(inside);
                self.subcharts.entry(chart).or_default().push(file);
            }
            _ => self.chart.files.push(file),
        }
        Ok(())
    }

    fn place_requirements(&mut self, file: File, compat: Compat) -> Result<(), Error> {
        let metadata = self.metadata.get_or_insert_default();
        if metadata.metadata.api_version != "v1" {
            let chart = metadata.metadata.name.clone();
            self.chart.warnings.push(Warning::RequirementsInV2 { chart });
        }
        let decoded = metadata.decode(file.data()?, compat, false);
        decoded.map_err(|reason| Error::Parse { file: "requirements.yaml", reason })?;
        self.chart.definitions.push(file.clone());
        if metadata.metadata.api_version == "v1" {
            self.chart.files.push(file);
        }
        Ok(())
    }

    fn place_requirements_lock(&mut self, file: File, compat: Compat) -> Result<(), Error> {
        let lock = decode_lock(file.data()?, compat);
        self.chart.lock = Some(lock.map_err(|reason| Error::Parse { file: "requirements.lock", reason })?);
        let metadata = &self.metadata.get_or_insert_default().metadata;
        if metadata.api_version == "v1" {
            self.chart.files.push(file);
        } else {
            let chart = metadata.name.clone();
            self.chart.warnings.push(Warning::LockInV2 { chart });
        }
        Ok(())
    }

    fn finish(mut self, rules: &Rules, depth: usize, early: &EarlyValues) -> Result<Chart, Error> {
        let values_file = self.values.take();
        let groups: Vec<(String, Vec<File>)> =
            std::mem::take(&mut self.subcharts).into_iter().filter(|(name, _)| !name.starts_with(['_', '.'])).collect();
        let read = |file: &File| early.take(file).unwrap_or_else(|| default_values(file, rules.compat));
        let own_values = || values_file.as_ref().map(read).transpose();

        let name = self.metadata.as_ref().map(|draft| draft.metadata.name.clone()).unwrap_or_default();
        let costly = depth == 0 && groups.iter().map(parse_size).sum::<u64>() > WORTH_A_THREAD;
        let (values, loaded) = if costly && self.metadata.is_some() {
            // Index 0 is this chart's own values, the rest its subcharts; they do not depend on each other.
            let mut parts = threads::map(groups.len() + 1, |i| match i.checked_sub(1) {
                None => Part::Values(own_values()),
                Some(i) => {
                    Part::Subchart(groups.get(i).map(|group| Box::new(load_subchart(group, &name, rules, depth + 1))))
                }
            })
            .into_iter();
            let values = match parts.next() {
                Some(Part::Values(values)) => values?,
                _ => None,
            };
            let subchart = |part| if let Part::Subchart(chart) = part { chart } else { None };
            (values, Some(parts.filter_map(subchart).map(|chart| *chart).collect::<Vec<_>>()))
        } else {
            (own_values()?, None)
        };
        let mut chart = self.chart;
        chart.values = values.unwrap_or_else(skeg_go_yaml::Tree::map);
        chart.metadata = self.metadata.ok_or(Error::NoChartYaml)?.validate()?;
        let loaded = loaded.unwrap_or_else(|| {
            groups.iter().map(|group| load_subchart(group, chart.name(), rules, depth + 1)).collect()
        });
        for subchart in loaded {
            let mut subchart = subchart?;
            chart.warnings.append(&mut subchart.warnings);
            chart.dependencies.push(subchart);
        }
        Ok(chart)
    }
}

enum Part {
    Values(Result<Option<skeg_go_yaml::Tree>, Error>),
    Subchart(Option<Box<Result<Chart, Error>>>),
}

/// The defaults in values.yaml.
pub(crate) fn default_values(file: &File, compat: Compat) -> Result<skeg_go_yaml::Tree, Error> {
    read_values(file.data()?, compat).map_err(|reason| Error::Parse { file: "values.yaml", reason })
}

/// How many bytes of a subchart have to be parsed, roughly.
fn parse_size((_, files): &(String, Vec<File>)) -> u64 {
    let parsed = files.iter().filter(|file| file.name.ends_with("/values.yaml") || file.name.ends_with(".tgz"));
    parsed.map(File::size).sum()
}

fn load_subchart(
    (name, files): &(String, Vec<File>),
    parent: &str,
    rules: &Rules,
    depth: usize,
) -> Result<Chart, Error> {
    let loaded = if depth > MAX_DEPTH {
        Err(Error::Validation("charts are nested too deeply".into()))
    } else if name.ends_with(".tgz") {
        match files.first() {
            Some(file) if file.name == *name => unpack_subchart(file, rules, depth),
            first => {
                let found = first.map(|file| file.name.clone()).unwrap_or_default();
                return Err(Error::SubchartArchiveName { parent: parent.into(), expected: name.clone(), found });
            }
        }
    } else {
        let inside = files.iter().filter_map(|file| Some(file.renamed(file.name.split_once('/')?.1))).collect();
        assemble_at(inside, rules, depth, &EarlyValues::default())
    };
    loaded.map_err(|source| Error::Subchart { name: name.clone(), parent: parent.into(), source: Box::new(source) })
}

fn unpack_subchart(file: &File, rules: &Rules, depth: usize) -> Result<Chart, Error> {
    let unpack = |bytes: &[u8]| Ok(archive::unpack(bytes, rules.compat, rules.limits, &rules.room)?);
    let files = rules.unpacked.files(file, &rules.room, unpack)?;
    assemble_at(files, rules, depth, &EarlyValues::default())
}
