//! The seeds of mutations: the charts of `testdata` and `examples`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Longer files are cut: mutations of a short text reach deeper.
const MOST_BYTES: usize = 4 << 10;

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files whose path passes the filter, sorted by path.
pub(crate) fn files(wanted: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for folder in ["testdata/charts", "examples"] {
        visit(&root().join(folder), &mut |path| {
            if wanted(&path.to_string_lossy().replace('\\', "/"))
                && let Ok(mut bytes) = std::fs::read(path)
            {
                bytes.truncate(MOST_BYTES);
                found.push(bytes);
            }
        });
    }
    found
}

/// The templates of each chart and its subcharts, sorted by path.
pub(crate) fn charts() -> Vec<Vec<Vec<u8>>> {
    let mut charts: BTreeMap<PathBuf, Vec<Vec<u8>>> = BTreeMap::new();
    for folder in ["testdata/charts", "examples"] {
        let folder = root().join(folder);
        visit(&folder, &mut |path| {
            let inner = path.strip_prefix(&folder).unwrap_or(path);
            if inner.to_string_lossy().replace('\\', "/").contains("/templates/")
                && let (Some(chart), Ok(bytes)) = (inner.components().next(), std::fs::read(path))
            {
                charts.entry(folder.join(chart)).or_default().push(bytes);
            }
        });
    }
    charts.into_values().collect()
}

fn visit(folder: &Path, each: &mut impl FnMut(&Path)) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() { visit(&path, each) } else { each(&path) }
    }
}
