//! The chart and values of a failed rendering, to look things up in.

use skeg_chart::Chart;
use skeg_deploy::{ChartRequest, LoadedChart};
use skeg_go_yaml::Tree;

use crate::command::Context;
use crate::rendering::load_again;

/// What templates had access to.
pub(super) struct Scene {
    chart: Chart,
    /// As templates of the root chart saw them.
    values: Tree,
}

impl Scene {
    /// Loads chart and values again; `None` if that fails, for then the failure is not about templates.
    pub(super) fn load(request: &ChartRequest, context: &Context<'_, '_>) -> Option<Scene> {
        let LoadedChart { mut chart, values, .. } = load_again(request, context)?;
        skeg_chart::process(&mut chart, &values, request.compat).ok()?;
        let values = skeg_chart::coalesce(&chart, &values, request.compat).ok()?.to_tree();
        Some(Scene { chart, values })
    }

    /// The text of a template by its full path.
    pub(super) fn template(&self, path: &str) -> Option<String> {
        let mut found = None;
        self.each_chart(&self.chart, &mut |chart| {
            let inner = path.strip_prefix(&chart.full_path).and_then(|rest| rest.strip_prefix('/'));
            if let Some(file) = inner.and_then(|inner| chart.templates.iter().find(|file| file.name == inner)) {
                found = file.data().ok().map(|text| String::from_utf8_lossy(text).into_owned());
            }
        });
        found
    }

    /// The names of all templates that are defined with `{{ define "…" }}`.
    pub(super) fn defined_templates(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.each_chart(&self.chart, &mut |chart| {
            for text in chart.templates.iter().filter_map(|file| file.data().ok()) {
                names.extend(defines(&String::from_utf8_lossy(text)));
            }
        });
        names
    }

    /// The values that a template sees, and its chart's defaults.
    pub(super) fn values_of(&self, template: &str) -> (&Tree, &Tree) {
        let (mut values, mut chart) = (&self.values, &self.chart);
        while let Some(inner) = chart.dependencies.iter().find(|inner| is_below(template, &inner.full_path)) {
            values = values.get(inner.name()).unwrap_or(&Tree::Null);
            chart = inner;
        }
        (values, &chart.values)
    }

    /// The values of a subchart, by its path.
    pub(super) fn values_at(&self, path: &[String]) -> &Tree {
        path.iter().fold(&self.values, |values, name| values.get(name).unwrap_or(&Tree::Null))
    }

    fn each_chart<'a>(&self, chart: &'a Chart, visit: &mut dyn FnMut(&'a Chart)) {
        visit(chart);
        chart.dependencies.iter().for_each(|inner| self.each_chart(inner, visit));
    }
}

fn is_below(template: &str, folder: &str) -> bool {
    template.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn defines(text: &str) -> Vec<String> {
    let after = text.split("define").skip(1);
    after.filter_map(|rest| Some(rest.trim_start().strip_prefix('"')?.split_once('"')?.0.to_string())).collect()
}
