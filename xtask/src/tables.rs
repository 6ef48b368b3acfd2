//! `cargo xtask tables [--check]`: checks test tables that claim to show Go's or Helm's behaviour against Go and Helm.
//!
//! The answers come from small Go programs, `xtask/oracles/helm4/tables` and `helm3/tables`, in the modules that pin
//! the Helms and thereby every library that they use. Tables in files are rewritten; with `--check`, and for all other
//! tables, a difference is an error that shows both.

mod charts;
mod oracle;
mod rust_tables;
mod tsv;

use crate::workspace;
use oracle::Question;

/// A row of a table: the question, the expected answer, and its form for messages.
struct Row {
    question: Question,
    expected: Expected,
}

/// How an answer is compared with a table.
enum Expected {
    /// Exactly this answer.
    Whole(String),
    /// An error with this ending: its location depends on the template.
    ErrorEnding(String),
    /// Any error: templates swallow its text.
    AnyError,
}

impl Expected {
    fn fits(&self, answer: &str) -> bool {
        match self {
            Self::Whole(text) => text == answer,
            Self::ErrorEnding(end) => answer.starts_with("err: ") && answer.ends_with(end),
            Self::AnyError => answer.starts_with("err: "),
        }
    }

    fn shown(&self) -> &str {
        match self {
            Self::Whole(text) => text,
            Self::ErrorEnding(end) => end,
            Self::AnyError => "an error",
        }
    }
}

/// A table, and how to rewrite it, if possible.
struct Table {
    name: String,
    rows: Vec<Row>,
    file: Option<tsv::File>,
}

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    let check = match words {
        [] => false,
        [word] if word == "--check" => true,
        _ => return Err(format!("tables has one option, --check, not {words:?}")),
    };
    let mut tables = tsv::tables()?;
    tables.extend(rust_tables::tables());
    tables.extend(charts::tables()?);
    let questions: Vec<&Question> =
        tables.iter().flat_map(|table| table.rows.iter().map(|row| &row.question)).collect();
    let mut answers = oracle::ask(&questions)?.into_iter();
    let (mut rows, mut wrong) = (0, Vec::new());
    for table in &tables {
        let answers: Vec<String> = answers.by_ref().take(table.rows.len()).collect();
        let differences = differences(table, &answers);
        println!("{:<40} {:>5} rows, {} differ", table.name, answers.len(), differences.len());
        rows += answers.len();
        match &table.file {
            Some(file) if !check => workspace::write(&file.path, file.with(&answers).as_bytes())?,
            _ => wrong.extend(differences),
        }
    }
    println!("{} rows as Go and Helm have them, {} not", rows - wrong.len(), wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err(format!("tables differ from Go and Helm:\n{}", wrong.join("\n"))) }
}

fn differences(table: &Table, answers: &[String]) -> Vec<String> {
    let pairs = table.rows.iter().zip(answers);
    let wrong = pairs.filter(|(row, answer)| !row.expected.fits(answer));
    let text = |(row, answer): (&Row, &String)| {
        let (name, input, expected) = (&table.name, &row.question.input, row.expected.shown());
        format!("{name}: {input:?}\n  the table {expected:?}\n  Go        {answer:?}")
    };
    wrong.map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::Expected;

    #[test]
    fn an_answer_is_held_against_what_the_table_says() {
        let table = [
            (Expected::Whole("ok: a".to_owned()), "ok: a", true),
            (Expected::Whole("ok: a".to_owned()), "ok: ab", false),
            (Expected::ErrorEnding("nil".to_owned()), "err: template: t:1: is nil", true),
            (Expected::ErrorEnding("nil".to_owned()), "ok: is nil", false),
            (Expected::AnyError, "err: whatever", true),
            (Expected::AnyError, "ok: ", false),
        ];
        for (expected, answer, fits) in table {
            assert_eq!(expected.fits(answer), fits, "{} {answer}", expected.shown());
        }
    }
}
