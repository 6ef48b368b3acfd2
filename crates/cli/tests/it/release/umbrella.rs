//! Umbrella charts of tests: a shop with subcharts, each with templates.

use std::collections::BTreeSet;

use super::site::Site;

/// A ConfigMap that changes with the value `global.tag`.
pub(super) fn tagged(name: &str) -> String {
    format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata: {{tag: {{{{ .Values.global.tag | quote }}}}}}\n"
    )
}

/// A chart `shop` with this end of its Chart.yaml and these files. `charts/db/templates/a.yaml` makes a subchart `db`,
/// nested ones likewise.
pub(super) fn umbrella(site: &Site, chart: &str, files: &[(&str, &str)]) {
    let shop = format!("apiVersion: v2\nname: shop\nversion: 1.0.0\n{chart}");
    let subcharts: BTreeSet<&str> = files.iter().flat_map(|(path, _)| subcharts_of(path)).collect();
    let made = |folder: &str| {
        let name = folder.rsplit('/').next().unwrap();
        (format!("{folder}/Chart.yaml"), format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n"))
    };
    let made: Vec<(String, String)> = subcharts.into_iter().map(made).collect();
    let made = made.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let common = [("Chart.yaml", shop.as_str()), ("values.yaml", "global: {tag: one}\n")];
    let all: Vec<(&str, &str)> = files.iter().copied().chain(common).chain(made).collect();
    site.chart(&all);
}

/// `charts/db` and `charts/db/charts/disk` for `charts/db/charts/disk/templates/a.yaml`.
fn subcharts_of(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices("/templates/").flat_map(|(end, _)| {
        let chart = &path[..end];
        chart.match_indices("/charts/").map(|(at, _)| &chart[..at]).chain([chart])
    })
}
