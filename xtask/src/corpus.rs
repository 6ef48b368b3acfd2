//! The corpus of real charts, which is not part of this repository: `--corpus FOLDER`, or else `../shared/corpus`.

use crate::{oracle, shell_words, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The default path.
pub(crate) fn default_folder() -> PathBuf {
    workspace::root().join("../shared/corpus")
}

/// One rendering of a chart.
pub(crate) struct Case {
    pub(crate) name: String,
    /// Empty if the arguments name release and chart.
    chart: String,
    arguments: Vec<String>,
    folder: PathBuf,
    /// The chart is an archive.
    pub(crate) is_packed: bool,
}

impl Case {
    pub(crate) fn new(name: &str, chart: &str, arguments: &[&str], folder: &Path) -> Case {
        let arguments = arguments.iter().map(|word| word.to_string()).collect();
        Case { name: name.to_owned(), chart: chart.to_owned(), arguments, folder: folder.to_owned(), is_packed: false }
    }

    /// The folder of the chart; `None` if the arguments name it.
    pub(crate) fn chart_folder(&self) -> Option<PathBuf> {
        (!self.chart.is_empty()).then(|| self.folder.join(&self.chart))
    }

    /// The same rendering of the chart as an archive.
    pub(crate) fn of_archive(&self, archive: &Path) -> Case {
        Case {
            name: format!("{}, packed", self.name),
            chart: archive.display().to_string(),
            arguments: self.arguments.clone(),
            folder: self.folder.clone(),
            is_packed: true,
        }
    }

    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = oracle::secluded(program);
        command.current_dir(&self.folder).arg("template");
        if !self.chart.is_empty() {
            command.args(["rel", &self.chart]);
        }
        command.args(["--namespace", "ns"]).args(&self.arguments);
        command
    }
}

/// All cases of the corpus' table.
pub(crate) fn cases(corpus: &Path) -> Result<Vec<Case>, String> {
    let table = workspace::read(&corpus.join("cases.tsv"))
        .map_err(|why| format!("{why}\n  the corpus of charts is not part of this repository: --corpus FOLDER"))?;
    let table = String::from_utf8_lossy(&table);
    let mut cases = Vec::new();
    // The first line names the columns.
    for line in table.lines().skip(1) {
        let [name, chart, arguments, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("a line of the corpus has less than three columns: {line}"));
        };
        let arguments = shell_words::split(arguments)?;
        cases.push(Case {
            name: name.to_owned(),
            chart: chart.to_owned(),
            arguments,
            folder: corpus.join("charts"),
            is_packed: false,
        });
    }
    Ok(cases)
}
