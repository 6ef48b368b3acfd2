//! Coverage as a table.

use crate::workspace;
use serde_json::Value;

/// The coverage of a file.
#[derive(Debug)]
pub(super) struct Row {
    name: String,
    lines: Share,
    regions: Share,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Share {
    run: u64,
    all: u64,
}

impl Row {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The lower of the two percentages.
    pub(super) fn least(&self) -> f64 {
        self.lines.percent().min(self.regions.percent())
    }
}

impl Share {
    fn read(summary: &Value) -> Option<Share> {
        Some(Share { run: summary["covered"].as_u64()?, all: summary["count"].as_u64()? })
    }

    fn add(self, other: Share) -> Share {
        Share { run: self.run + other.run, all: self.all + other.all }
    }

    fn percent(self) -> f64 {
        100.0 * self.run as f64 / self.all.max(1) as f64
    }
}

/// The rows for these files of the workspace, from the output of `llvm-cov export`. A missing file is an error: it was
/// renamed.
pub(super) fn rows(export: &[u8], files: &[&str]) -> Result<Vec<Row>, String> {
    let export: Value =
        serde_json::from_slice(export).map_err(|why| format!("reading what llvm-cov printed: {why}"))?;
    let root = workspace::root();
    let row = |name: &&str| {
        let path = root.join(name);
        let of_path = |file: &&Value| file["filename"].as_str().is_some_and(|other| path.as_os_str() == other);
        let found = export["data"][0]["files"].as_array().into_iter().flatten().find(of_path);
        let summary = &found
            .ok_or_else(|| format!("{name} was not measured: is it still there, and is it on the list?"))?["summary"];
        let share = |key: &str| Share::read(&summary[key]).ok_or_else(|| format!("llvm-cov tells no {key} of {name}"));
        Ok(Row { name: name.to_string(), lines: share("lines")?, regions: share("regions")? })
    };
    files.iter().map(row).collect()
}

pub(super) fn text(rows: &[Row]) -> String {
    let sum = |share: fn(&Row) -> Share| rows.iter().map(share).fold(Share::default(), Share::add);
    let total = Row { name: "all".to_owned(), lines: sum(|row| row.lines), regions: sum(|row| row.regions) };
    let mut text = format!("{:<45} {:>7} {:>8} {:>8}\n", "file", "lines", "run", "regions");
    for row in rows.iter().chain([&total]) {
        let (lines, regions) = (row.lines.percent(), row.regions.percent());
        text.push_str(&format!("{:<45} {:>7} {lines:>6.1} % {regions:>6.1} %\n", row.name, row.lines.all));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{rows, text};
    use crate::workspace;

    #[test]
    fn a_row_for_each_file_and_a_sum() {
        let file = |name: &str, run: u64| {
            let summary =
                serde_json::json!({"lines": {"count": 10, "covered": run}, "regions": {"count": 20, "covered": 20}});
            serde_json::json!({"filename": workspace::root().join(name), "summary": summary})
        };
        let export = serde_json::json!({"data": [{"files": [file("a.rs", 8), file("b.rs", 10), file("c.rs", 1)]}]});
        let export = serde_json::to_vec(&export).unwrap();
        let found = rows(&export, &["a.rs", "b.rs"]).unwrap();
        assert_eq!(found.iter().map(super::Row::least).collect::<Vec<_>>(), [80.0, 100.0]);
        assert!(text(&found).ends_with(&format!("{:<45}      20   90.0 %  100.0 %\n", "all")), "{}", text(&found));
        assert!(rows(&export, &["gone.rs"]).unwrap_err().starts_with("gone.rs was not measured"));
    }
}
