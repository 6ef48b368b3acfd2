//! Tables in files: a row is an input, a tab and an answer.
//!
//! In answers `⏎` stands for a line break and `⇥` for a tab. An answer `err: TEXT` is the end of a function's error:
//! such a row is kept as long as it is true.

use super::oracle::Question;
use super::{Expected, Row, Table};
use crate::workspace;
use std::path::PathBuf;

/// A table's file, for rewriting it.
pub(super) struct File {
    pub(super) path: PathBuf,
    lines: Vec<(String, String)>,
    is_list: bool,
}

pub(super) fn tables() -> Result<Vec<Table>, String> {
    let folder = workspace::root().join("crates/template-functions/testdata");
    let mut tables = Vec::new();
    for path in workspace::entries(&folder)? {
        let is_list = path.file_name().is_some_and(|name| name == "signatures.tsv");
        tables.push(if is_list { list(path)? } else { answers("functions", path)? });
    }
    tables.push(answers("exec", workspace::root().join("crates/go-template/testdata/exec.tsv"))?);
    Ok(tables)
}

fn name(path: &std::path::Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn answers(kind: &'static str, path: PathBuf) -> Result<Table, String> {
    let text = String::from_utf8(workspace::read(&path)?).map_err(|why| format!("{}: {why}", path.display()))?;
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let (input, answer) = line.split_once('\t').ok_or_else(|| format!("{}: no tab in {line:?}", path.display()))?;
        let expected = match answer.strip_prefix("err: ").filter(|_| kind == "functions") {
            Some(end) => Expected::ErrorEnding(restored(end)),
            None => Expected::Whole(restored(answer)),
        };
        rows.push(Row { question: Question::new(kind, input.replace('⏎', "\n")), expected });
        lines.push((input.to_owned(), answer.to_owned()));
    }
    Ok(Table { name: name(&path), rows, file: Some(File { path, lines, is_list: false }) })
}

/// A file with a single answer.
fn list(path: PathBuf) -> Result<Table, String> {
    let text = String::from_utf8(workspace::read(&path)?).map_err(|why| format!("{}: {why}", path.display()))?;
    let rows = vec![Row { question: Question::new("signatures", ""), expected: Expected::Whole(text) }];
    Ok(Table { name: name(&path), rows, file: Some(File { path, lines: Vec::new(), is_list: true }) })
}

fn restored(answer: &str) -> String {
    answer.replace('⏎', "\n").replace('⇥', "\t")
}

fn shown(answer: &str) -> String {
    answer.replace('\n', "⏎").replace('\t', "⇥")
}

impl File {
    /// The text of the file with these answers; the end of an error that is still true is kept.
    pub(super) fn with(&self, answers: &[String]) -> String {
        if self.is_list {
            return answers.concat();
        }
        let mut text = String::new();
        for ((input, old), answer) in self.lines.iter().zip(answers) {
            let answer = shown(answer);
            // Some tables contain literal tabs.
            let is_true = answer == shown(old)
                || old.strip_prefix("err: ").is_some_and(|end| answer.starts_with("err: ") && answer.ends_with(end));
            text += &format!("{input}\t{}\n", if is_true { old } else { &answer });
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::File;

    #[test]
    fn writes_what_changed_and_keeps_the_rest() {
        let line = |input: &str, answer: &str| (input.to_owned(), answer.to_owned());
        let lines = vec![line("a", "ok: 1"), line("b", "err: nil"), line("c", "err: nil"), line("d", "ok: x")];
        let file = File { path: "t.tsv".into(), lines, is_list: false };
        let answers = ["ok: 2", "err: t:1: is nil", "err: other", "ok: x\ty\n"].map(str::to_owned);
        assert_eq!(file.with(&answers), "a\tok: 2\nb\terr: nil\nc\terr: other\nd\tok: x⇥y⏎\n");
    }
}
