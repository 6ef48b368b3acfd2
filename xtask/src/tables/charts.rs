//! The cases of the chart crate: files of a chart, the user's values, and the results of both Helms.

use super::oracle::{Module, Question};
use super::{Expected, Row, Table};
use crate::workspace;
use std::path::Path;

/// One table per version of Helm.
pub(super) fn tables() -> Result<Vec<Table>, String> {
    let place = workspace::target()?.join("tables-charts");
    if place.exists() {
        std::fs::remove_dir_all(&place).map_err(|why| format!("removing {}: {why}", place.display()))?;
    }
    let (mut v3, mut v4) = (Vec::new(), Vec::new());
    for path in workspace::entries(&workspace::root().join("crates/chart/tests/it/cases"))? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = String::from_utf8(workspace::read(&path)?).map_err(|why| format!("{}: {why}", path.display()))?;
        let case = Case::parse(&text).ok_or_else(|| format!("{}: a section has no end", path.display()))?;
        let folder = place.join(&name).join("chart");
        let values = place.join(&name).join("values.yaml");
        for (file, contents) in &case.files {
            write(&folder.join(file), contents)?;
        }
        write(&values, &case.user)?;
        let row = |module, expected: &str| {
            let against = [&[values.display().to_string()], case.set.as_slice()].concat();
            let question = Question { module, against, ..Question::new("chart", folder.display().to_string()) };
            Row { question, expected: Expected::Whole(expected.to_owned()) }
        };
        v3.push(row(Module::Helm3, &case.v3));
        v4.push(row(Module::Helm4, &case.v4));
    }
    let table = |name: &str, rows| Table { name: name.to_owned(), rows, file: None };
    Ok(vec![table("chart cases, Helm 3", v3), table("chart cases, Helm 4", v4)])
}

fn write(path: &Path, text: &str) -> crate::Outcome {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(|why| format!("making {}: {why}", folder.display()))?;
    workspace::write(path, text.as_bytes())
}

/// As `crates/chart/tests/it/cases.rs` parses them.
#[derive(Default)]
struct Case {
    files: Vec<(String, String)>,
    user: String,
    set: Vec<String>,
    v3: String,
    v4: String,
}

impl Case {
    fn parse(text: &str) -> Option<Case> {
        let mut case = Case::default();
        for section in text.split("\n-- ").skip(1) {
            let (name, body) = section.split_once(" --\n")?;
            let body = format!("{}\n", body.strip_suffix('\n').unwrap_or(body));
            let expected = body.trim_end();
            match name {
                "@user" => case.user = body,
                "@set" => case.set = body.lines().map(str::to_owned).collect(),
                "@both" => (case.v3, case.v4) = (expected.to_owned(), expected.to_owned()),
                "@v3" => case.v3 = expected.to_owned(),
                "@v4" => case.v4 = expected.to_owned(),
                name => {
                    let body = body.replace("<NONL>\n", "").replace("<BOM>", "\u{feff}").replace("<CR>", "\r");
                    case.files.push((name.to_owned(), body));
                }
            }
        }
        Some(case)
    }
}

#[cfg(test)]
mod tests {
    use super::Case;

    #[test]
    fn reads_sections() {
        let text = "# head\n-- Chart.yaml --\nname: a\n-- a.txt --\nx<NONL>\n-- @set --\na=1\nb=2\n-- @v3 --\none\n-- @v4 --\ntwo\nlines\n";
        let case = Case::parse(text).unwrap();
        assert_eq!(
            case.files,
            [("Chart.yaml", "name: a\n"), ("a.txt", "x")].map(|(n, t)| (n.to_owned(), t.to_owned()))
        );
        assert_eq!(
            (case.set, case.v3.as_str(), case.v4.as_str()),
            (vec!["a=1".into(), "b=2".into()], "one", "two\nlines")
        );
        assert!(Case::parse("x\n-- no end").is_none());
    }
}
