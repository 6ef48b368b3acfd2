//! Templates run on a small value, with functions, under tight bounds.

use super::Target;
use super::template::{WORDS, templates};
use skeg_go_template::{Limits, Machine, TemplateSet, Value};

pub(super) const TARGET: Target = Target { name: "execute", dictionary: WORDS, seeds: templates, run };

const DATA: &[u8] = b"{Values: {a: {b: {c: 1}}, list: [1, two, null], text: x, name: n, map: {k: v}, number: 5}, Chart: {Name: c}, Release: {Name: r}}";

fn run(input: &[u8]) {
    let mut set = TemplateSet::new(skeg_template_functions::table(true));
    let Ok(templates) = set.parse("fuzz", input.to_vec()) else { return };
    set.add(templates);
    let tree = skeg_go_yaml::read_tree(DATA).unwrap_or_default();
    let data: Value = skeg_template_functions::convert::thaw(&tree);
    let host = skeg_template_functions::helm::Host::new(None, false);
    let limits = Limits { output: 1 << 20, stack: 1 << 20, ..Limits::default() };
    let mut machine = Machine::new(&set, &host, false, limits);
    if let Err(error) = machine.execute("fuzz", data, "fuzz") {
        assert!(!error.to_string().is_empty());
    }
}
