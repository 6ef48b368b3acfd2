//! Which file an encrypted text belongs to, from the file's path.

use std::path::{Component, Path, PathBuf};

use skeg_chart::{Compat, read_bounded, read_values};
use skeg_secret_values::Place;

use crate::chart_request::LARGEST_FILE;

/// The place of a file: its path within the chart if secrets can be there, else its name alone.
pub fn place_of(file: &Path, directory: &Path) -> Place {
    let path = plain(&directory.join(file));
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // Symbolic links on the way do not change the chart.
    let folder = path.parent().map(|folder| folder.canonicalize().unwrap_or(folder.to_path_buf())).unwrap_or_default();
    let Some(chart) = folder.ancestors().find(|folder| folder.join("Chart.yaml").is_file()) else {
        return Place::File(name);
    };
    let below = folder.strip_prefix(chart).unwrap_or(&folder);
    let steps = below.iter().map(|step| step.to_string_lossy()).chain([name.as_str().into()]).collect::<Vec<_>>();
    let below = steps.join("/");
    let is_secret = below == "secret-values.yaml" || below.starts_with("secret/");
    // A chart without a name cannot be rendered anyway.
    match chart_name(&chart.join("Chart.yaml")).filter(|_| is_secret) {
        Some(chart) => Place::in_chart(&chart, &below),
        None => Place::File(name),
    }
}

fn chart_name(file: &Path) -> Option<String> {
    let tree = read_values(&read_bounded(file, LARGEST_FILE).ok()?, Compat::default()).ok()?;
    let name = tree.get("name")?.as_str()?.to_string();
    (!name.is_empty()).then_some(name)
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for step in path.components() {
        match step {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            step => plain.push(step),
        }
    }
    plain
}
