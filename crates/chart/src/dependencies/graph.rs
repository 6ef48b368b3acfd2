//! Charts, their metadata and requirements by number, so that copies can share parts the way Helm's pointers do.
//!
//! Helm copies a chart for every requirement that names it, and how deep it copies differs between the generations. What
//! stays shared shows: in the paths of templates below an aliased chart, and when one chart is aliased twice.

use std::sync::Arc;

use skeg_go_yaml::Tree;

use crate::coalesce::Defaults;
use crate::{Chart, Compat, Dependency, Metadata};

pub(super) type ChartId = usize;
pub(super) type MetaId = usize;
pub(super) type RequirementId = usize;

#[derive(Debug)]
pub(super) struct Graph {
    pub(super) compat: Compat,
    pub(super) charts: Vec<Node>,
    pub(super) metas: Vec<Meta>,
    pub(super) requirements: Vec<Dependency>,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) meta: MetaId,
    /// Without metadata, values and subcharts.
    body: Arc<Chart>,
    pub(super) values: Arc<Tree>,
    pub(super) subcharts: Vec<ChartId>,
    parent: Option<ChartId>,
}

#[derive(Clone, Debug)]
pub(super) struct Meta {
    /// Without its dependencies.
    pub(super) metadata: Metadata,
    pub(super) requirements: Option<Vec<RequirementId>>,
}

pub(super) const ROOT: ChartId = 0;

impl Graph {
    pub(super) fn new(chart: Chart, compat: Compat) -> Graph {
        let mut graph = Graph { compat, charts: Vec::new(), metas: Vec::new(), requirements: Vec::new() };
        graph.add(chart, None);
        graph
    }

    fn add(&mut self, mut chart: Chart, parent: Option<ChartId>) -> ChartId {
        let id = self.charts.len();
        let mut metadata = std::mem::take(&mut chart.metadata);
        let requirements = metadata.dependencies.take().map(|dependencies| {
            let first = self.requirements.len();
            self.requirements.extend(dependencies);
            (first..self.requirements.len()).collect()
        });
        self.metas.push(Meta { metadata, requirements });
        let values = Arc::new(std::mem::take(&mut chart.values));
        let subcharts = std::mem::take(&mut chart.dependencies);
        let meta = self.metas.len() - 1;
        self.charts.push(Node { meta, body: Arc::new(chart), values, subcharts: Vec::new(), parent });
        for subchart in subcharts {
            let child = self.add(subchart, Some(id));
            self.charts[id].subcharts.push(child);
        }
        id
    }

    pub(super) fn meta(&self, chart: ChartId) -> &Meta {
        &self.metas[self.charts[chart].meta]
    }

    pub(super) fn meta_mut(&mut self, chart: ChartId) -> &mut Meta {
        &mut self.metas[self.charts[chart].meta]
    }

    pub(super) fn name(&self, chart: ChartId) -> &str {
        &self.meta(chart).metadata.name
    }

    /// Replaces the subcharts, which become children of this chart.
    pub(super) fn set_subcharts(&mut self, chart: ChartId, subcharts: Vec<ChartId>) {
        for &subchart in &subcharts {
            self.charts[subchart].parent = Some(chart);
        }
        self.charts[chart].subcharts = subcharts;
    }

    /// A copy for one requirement, as deep as the generation makes it.
    pub(super) fn copy(&mut self, chart: ChartId, alias: &str) -> ChartId {
        let mut meta = self.meta(chart).clone();
        if !alias.is_empty() {
            meta.metadata.name = alias.to_string();
        }
        if self.compat.is_v4()
            && let Some(requirements) = &mut meta.requirements
        {
            for id in requirements {
                let copy = self.requirements[*id].clone();
                *id = self.requirements.len();
                self.requirements.push(copy);
            }
        }
        self.metas.push(meta);
        let mut node = self.charts[chart].clone();
        node.meta = self.metas.len() - 1;
        let copy = self.charts.len();
        self.charts.push(node);
        if self.compat.is_v4() {
            let mut subcharts = self.charts[copy].subcharts.clone();
            for id in &mut subcharts {
                let child = self.charts[*id].clone();
                *id = self.charts.len();
                self.charts.push(child);
            }
            self.set_subcharts(copy, subcharts);
        }
        copy
    }

    /// What merging needs of a chart and its subcharts.
    pub(super) fn defaults(&self, chart: ChartId) -> Defaults<'_> {
        let node = &self.charts[chart];
        Defaults {
            name: self.name(chart),
            values: &node.values,
            subcharts: node.subcharts.iter().map(|&subchart| self.defaults(subchart)).collect(),
        }
    }

    /// The tree again, with the paths its charts have now.
    pub(super) fn into_chart(mut self) -> Chart {
        let mut uses = vec![0; self.charts.len()];
        self.count_uses(ROOT, &mut uses);
        // What is in the tree no more shall not keep what copies of it could take over.
        for (node, _) in self.charts.iter_mut().zip(&uses).filter(|(_, uses)| **uses == 0) {
            (node.body, node.values) = Default::default();
        }
        self.take_chart(ROOT, &mut uses)
    }

    /// Counts how often charts stand below this one.
    fn count_uses(&self, id: ChartId, uses: &mut [usize]) {
        uses[id] += 1;
        self.charts[id].subcharts.iter().for_each(|&subchart| self.count_uses(subchart, uses));
    }

    /// Makes a chart; the last of those that share values and files gets them without a copy.
    fn take_chart(&mut self, id: ChartId, uses: &mut [usize]) -> Chart {
        let full_path = self.full_path(id);
        let is_root = self.charts[id].parent.is_none();
        let subcharts = self.charts[id].subcharts.clone();
        let dependencies = subcharts.into_iter().map(|subchart| self.take_chart(subchart, uses)).collect();
        let node = &mut self.charts[id];
        uses[id] -= 1;
        let (body, values) = match uses[id] {
            0 => (std::mem::take(&mut node.body), std::mem::take(&mut node.values)),
            _ => (Arc::clone(&node.body), Arc::clone(&node.values)),
        };
        let meta = self.metas[node.meta].clone();
        let requirements = meta.requirements;
        let requirements = requirements.map(|ids| ids.iter().map(|&i| self.requirements[i].clone()).collect());
        Chart {
            metadata: Metadata { dependencies: requirements, ..meta.metadata },
            values: Arc::unwrap_or_clone(values),
            dependencies,
            is_root,
            full_path,
            ..Arc::unwrap_or_clone(body)
        }
    }

    fn full_path(&self, id: ChartId) -> String {
        match self.charts[id].parent {
            Some(parent) => format!("{}/charts/{}", self.full_path(parent), self.name(id)),
            None => self.name(id).to_string(),
        }
    }
}
