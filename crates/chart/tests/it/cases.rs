//! Runs the cases in `cases/`: files of a chart, what the user sets, and what Helm 3 and 4 make of it.
//!
//! A case is a text of sections `-- NAME --`. `@user` and `@set` are the user's; `@both`, `@v3` and `@v4` were recorded from
//! the libraries of Helm 3.21.4 and 4.2.4. `<BOM>`, `<CR>` and `<NONL>` stand for what an editor would hide.

use std::path::Path;

use skeg_chart::{Compat, Error, UserValues, coalesce, load, process, validate};

use crate::directory::Directory;
use crate::shown::show;

#[test]
fn cases_come_out_as_with_helm() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/cases");
    let mut names: Vec<_> =
        std::fs::read_dir(folder).expect("cases").map(|entry| entry.expect("a case").path()).collect();
    names.sort();
    assert!(names.len() > 70, "cases are missing");
    let mut wrong = Vec::new();
    for name in names {
        let text = std::fs::read_to_string(&name).expect("a case");
        let case = Case::parse(&text);
        for (compat, expected) in &case.expected {
            let found = case.run(*compat);
            if found != *expected {
                wrong.push(format!("{} {compat:?}\n--- Helm\n{expected}\n--- here\n{found}", name.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[derive(Default)]
struct Case {
    files: Vec<(String, String)>,
    user: String,
    set: Vec<String>,
    expected: Vec<(Compat, String)>,
}

impl Case {
    fn parse(text: &str) -> Case {
        let mut case = Case::default();
        for section in text.split("\n-- ").skip(1) {
            let (name, body) = section.split_once(" --\n").expect("a section");
            // The newline before the next section went with the split.
            let body = format!("{}\n", body.strip_suffix('\n').unwrap_or(body));
            let expected = body.trim_end().to_string();
            match name {
                "@user" => case.user = body,
                "@set" => case.set = body.lines().map(str::to_string).collect(),
                "@both" => case.expected = vec![(Compat::V3, expected.clone()), (Compat::V4, expected)],
                "@v3" => case.expected.push((Compat::V3, expected)),
                "@v4" => case.expected.push((Compat::V4, expected)),
                name => {
                    let body = body.replace("<NONL>\n", "").replace("<BOM>", "\u{feff}").replace("<CR>", "\r");
                    case.files.push((name.to_string(), body));
                }
            }
        }
        assert_eq!(case.expected.len(), 2, "a case expects something of both generations");
        case
    }

    fn run(&self, compat: Compat) -> String {
        let directory = Directory::new();
        for (name, contents) in &self.files {
            directory.write(name, contents);
        }
        let path = directory.path().display().to_string();
        match self.render(directory.path(), compat) {
            Ok(text) => text,
            Err(error) => format!("error {error}").replace(&path, "DIR").trim_end().to_string(),
        }
    }

    fn render(&self, path: &Path, compat: Compat) -> Result<String, Error> {
        let arguments = UserValues { files: vec!["user".into()], set: self.set.clone(), ..UserValues::default() };
        let user = arguments.merge(&mut |_| Ok(self.user.clone().into_bytes()), compat)?;
        let mut chart = load(path, compat)?;
        process(&mut chart, &user, compat)?;
        let values = coalesce(&chart, &user, compat)?.to_tree();
        validate(&chart, &values, &|_| Err("no network".into()))?;
        Ok(show(&chart, &values))
    }
}
