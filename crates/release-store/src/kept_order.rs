//! The order in which a revision was deployed: stored in a file of ours in the record, and in the field `sequenced` of
//! Helm's proposal. Helm drops unknown fields when it rewrites a record, so our file wins where the two differ.

use serde_json::Value;
use skeg_sequence::{DEPENDS_ON, DeclaredDependency, DeclaredList, Order, Place, SUBCHARTS};

use crate::release::Release;

const FILE: &str = ".skeg/order.json";
const SEQUENCED: &str = "sequenced";

/// What a record says about the order of its charts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptOrder {
    /// It was not deployed in order.
    Unordered,
    /// It was deployed in this order.
    Ordered(Order),
    /// It was deployed in order, by a tool that does not record which.
    Lost,
}

impl Release {
    /// Stores the order in which the revision is deployed.
    pub fn keep_order(&mut self, order: &Order) {
        if let Ok(text) = serde_json::to_vec(order) {
            self.put_own_file(FILE, &text);
        }
        self.rest.insert(SEQUENCED.to_string(), Value::Bool(true));
        self.keep_declarations(order);
    }

    /// Stores `depends-on` in the chart's metadata, where Helm's proposal has it. Even a revision that was not deployed
    /// in order can then be rolled back to or uninstalled in order.
    pub fn keep_declarations(&mut self, order: &Order) {
        let dependencies = self.chart.get_mut("metadata").and_then(|metadata| metadata.get_mut("dependencies"));
        for dependency in dependencies.and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(Value::String(name)) = dependency.get("name") else { continue };
            let is_it = |chart: &&skeg_sequence::ChartOrder| {
                chart.name() == name && chart.parent() == order.charts.first().map(|root| root.path.as_str())
            };
            let Some(chart) = order.charts.iter().find(is_it) else { continue };
            let declared =
                chart.after.iter().filter(|wait| matches!(wait.origin, skeg_sequence::WaitOrigin::DependsOn(_)));
            let names: Vec<Value> =
                declared.filter_map(|wait| order.chart(&wait.on)).map(|on| on.name().into()).collect();
            if let (false, Value::Object(dependency)) = (names.is_empty(), dependency) {
                dependency.insert(DEPENDS_ON.to_string(), Value::Array(names));
            }
        }
    }

    /// The order in which the revision was deployed.
    pub fn order(&self) -> KeptOrder {
        let kept = self.own_file(FILE).and_then(|data| serde_json::from_slice(&data).ok());
        match kept {
            Some(order) => KeptOrder::Ordered(order),
            None if self.rest.get(SEQUENCED) == Some(&Value::Bool(true)) => KeptOrder::Lost,
            None => KeptOrder::Unordered,
        }
    }

    /// The order, reconstructed from the paths of templates and the metadata of the chart.
    pub fn rebuild_order(&self) -> Order {
        let sources: Vec<&str> =
            self.documents().map(|document| document.path).filter(|path| !path.is_empty()).collect();
        let metadata = self.chart.get("metadata").unwrap_or(&Value::Null);
        let dependencies = metadata.get("dependencies").and_then(Value::as_array).into_iter().flatten();
        let dependencies = dependencies.map(|dependency| DeclaredDependency {
            name: dependency.get("name").and_then(Value::as_str).unwrap_or_default().to_string(),
            // After dependencies are processed, the name is the alias.
            alias: String::new(),
            depends_on: dependency.get(DEPENDS_ON).and_then(names),
        });
        let annotation = metadata.get("annotations").and_then(|annotations| annotations.get(SUBCHARTS)).and_then(names);
        skeg_sequence::rebuild(self.chart_name(), sources, dependencies.collect(), annotation)
    }
}

/// A list of names: an array, or the text of an annotation.
fn names(value: &Value) -> Option<DeclaredList> {
    let names = match value {
        Value::Array(items) => items.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        Value::String(text) => skeg_helm_hooks::parse_list(text).ok()?,
        _ => return None,
    };
    Some(DeclaredList { names, place: Place { file: "the recorded chart's metadata".to_string(), line: 0 } })
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use skeg_sequence::{ChartOrder, Order, Place, Wait, WaitOrigin};

    use super::{KeptOrder, Release};

    fn release() -> Release {
        let chart = json!({
            "metadata": { "name": "shop", "dependencies": [{ "name": "db" }, { "name": "web" }] },
            "files": [{ "name": "README.md", "data": "aGk=" }],
        });
        let manifest = "---\n# Source: shop/charts/db/templates/a.yaml\na: 1\n---\n# Source: shop/charts/web/templates/a.yaml\nb: 1\n";
        Release { chart, manifest: manifest.to_string(), ..Release::default() }
    }

    fn order(origin: WaitOrigin) -> Order {
        let chart = |path: &str| ChartOrder { path: path.to_string(), ..ChartOrder::default() };
        let after = vec![Wait { on: "shop/charts/db".to_string(), origin }];
        let web = ChartOrder { after, ..chart("shop/charts/web") };
        Order { charts: vec![chart("shop"), chart("shop/charts/db"), web] }
    }

    #[test]
    fn an_order_is_kept_as_a_file_of_the_chart() {
        let mut release = release();
        assert_eq!(release.order(), KeptOrder::Unordered);
        let order = order(WaitOrigin::DependsOn(Place { file: "shop/Chart.yaml".to_string(), line: 7 }));
        release.keep_order(&order);
        assert_eq!(release.order(), KeptOrder::Ordered(order.clone()));
        assert_eq!(release.chart["files"].as_array().map(Vec::len), Some(2));
        assert_eq!(release.chart["metadata"]["dependencies"][1]["depends-on"], json!(["db"]));
        release.keep_order(&order);
        assert_eq!(release.chart["files"].as_array().map(Vec::len), Some(2), "once only");
        // Helm keeps the chart and drops unknown fields.
        release.rest.clear();
        assert_eq!(release.order(), KeptOrder::Ordered(order));
    }

    #[test]
    fn an_order_that_is_lost_is_rebuilt() {
        let mut release = release();
        release.rest.insert("sequenced".to_string(), json!(true));
        assert_eq!(release.order(), KeptOrder::Lost);
        release.chart["metadata"]["dependencies"][1]["depends-on"] = json!(["db"]);
        let rebuilt = release.rebuild_order();
        let web = rebuilt.chart("shop/charts/web").expect("the chart");
        assert_eq!(web.after[0].on, "shop/charts/db");
        assert_eq!(web.after[0].origin.to_string(), "depends-on in the recorded chart's metadata");
    }

    #[test]
    fn the_annotation_orders_what_is_rebuilt() {
        let mut release = release();
        release.chart["metadata"]["annotations"] = json!({ "helm.sh/depends-on/subcharts": "[\"db\"]" });
        let rebuilt = release.rebuild_order();
        assert_eq!(rebuilt.chart("shop").map(|shop| shop.own_after.len()), Some(1));
        release.chart["metadata"]["annotations"] = json!({ "helm.sh/depends-on/subcharts": 5 });
        assert!(release.rebuild_order().is_trivial());
    }
}
