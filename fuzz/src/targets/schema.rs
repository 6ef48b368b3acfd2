//! Schemas of values: `schema<line with three dashes>values`. Errors are deterministic.

use super::Target;
use skeg_chart::{Chart, File, validate};

pub(super) const TARGET: Target = Target {
    name: "schema",
    dictionary: &[
        "\"$ref\": \"#\"",
        "\"$ref\": \"#/$defs/a\"",
        "\"$dynamicRef\": \"#a\"",
        "\"$id\": \"http://x/\"",
        "\"$anchor\": \"a\"",
        "\"$schema\": \"http://json-schema.org/draft-04/schema#\"",
        "\"type\": ",
        "\"integer\"",
        "\"properties\": {",
        "\"items\": ",
        "\"prefixItems\": [",
        "\"additionalProperties\": false",
        "\"patternProperties\": {\"^a\": ",
        "\"allOf\": [",
        "\"oneOf\": [",
        "\"not\": ",
        "\"if\": ",
        "\"then\": ",
        "\"enum\": [",
        "\"const\": ",
        "\"pattern\": \"(a|b)*\"",
        "\"format\": \"date-time\"",
        "\"multipleOf\": 0.01",
        "\"maximum\": 1e400",
        "\"minLength\": 2",
        "\"uniqueItems\": true",
        "\"required\": [\"a\"]",
        "\"unevaluatedProperties\": false",
        "\"contains\": ",
        "\"dependentRequired\": {\"a\": [\"b\"]}",
        "\"propertyNames\": ",
        "{",
        "}",
        "[",
        "]",
        ",",
        "true",
        "false",
        "null",
        "-0",
        "\n---\n",
    ],
    seeds,
    run,
};

const BORDER: &[u8] = b"\n---\n";

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "{\"type\": \"object\", \"required\": [\"a\"], \"properties\": {\"a\": {\"type\": \"integer\", \"minimum\": 2}, \"b\": {\"enum\": [1, \"x\"]}}}\n---\na: 1\nb: y\n",
        "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"definitions\": {\"port\": {\"type\": \"integer\", \"maximum\": 65535}}, \"additionalProperties\": {\"$ref\": \"#/definitions/port\"}}\n---\na: 70000\nb: x\n",
        "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"$defs\": {\"t\": {\"$anchor\": \"t\", \"type\": \"array\", \"prefixItems\": [{\"const\": 1}], \"items\": {\"$ref\": \"#t\"}, \"uniqueItems\": true}}, \"properties\": {\"l\": {\"$ref\": \"#t\"}}, \"unevaluatedProperties\": false}\n---\nl: [1, [1, [2]], [1, [2]]]\nm: 1\n",
        "{\"oneOf\": [{\"required\": [\"a\"]}, {\"required\": [\"b\"]}], \"not\": {\"required\": [\"c\"]}, \"if\": {\"properties\": {\"a\": {\"const\": 1}}}, \"then\": {\"maxProperties\": 1}}\n---\na: 1\nb: 2\nc: 3\n",
        "{\"properties\": {\"u\": {\"format\": \"uri\", \"pattern\": \"^https?://\"}, \"d\": {\"format\": \"date-time\"}, \"m\": {\"multipleOf\": 0.1}}, \"patternProperties\": {\"^x-\": {\"type\": \"null\"}}}\n---\nu: no\nd: 2026-13-01\nm: 0.35\nx-y: 1\n",
        "{\"$id\": \"http://example.com/a.json\", \"allOf\": [{\"$ref\": \"b.json\"}, {\"$ref\": \"#/allOf/0\"}]}\n---\na: 1\n",
        "{\"$schema\": \"http://json-schema.org/draft-04/schema#\", \"minimum\": 1, \"exclusiveMinimum\": true, \"dependencies\": {\"a\": [\"b\"]}}\n---\na: 1\n",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn run(input: &[u8]) {
    let border = input.windows(BORDER.len()).position(|part| part == BORDER);
    let (schema, values) = border.map_or((input, &b"a: 1"[..]), |at| (&input[..at], &input[at + BORDER.len()..]));
    let Ok(values) = skeg_go_yaml::read_tree(values) else { return };
    let schema = Some(File::from_bytes("values.schema.json", schema.to_vec()));
    let chart = Chart { schema, is_root: true, ..Chart::default() };
    let fetch = |_: &str| Err("no network".to_owned());
    let said = || validate(&chart, &values, &fetch).map(|warnings| warnings.len()).map_err(|error| error.to_string());
    let first = said();
    assert!(first.as_ref().err().is_none_or(|text| !text.is_empty()));
    assert_eq!(said(), first, "it says something else the second time");
}
