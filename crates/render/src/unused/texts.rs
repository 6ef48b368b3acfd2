//! Templates in texts: what `tpl` executes comes from values and files, and is not followed. Any word in such a text may be the
//! name of a value.

use std::collections::BTreeSet;

use skeg_chart::Chart;
use skeg_go_yaml::Tree;

/// All words of texts that may be templates. None where one of them may read all values.
pub(super) fn words(charts: &[&Chart], user: &Tree, literals: Vec<String>) -> Option<BTreeSet<String>> {
    let mut texts = literals;
    collect_strings(user, &mut texts);
    for chart in charts {
        collect_strings(&chart.values, &mut texts);
        // Nobody executes a README as a template, and it often shows one.
        let is_text = |name: &str| !name.starts_with("crds/") && !name.ends_with(".md");
        let files = chart.files.iter().filter(|file| is_text(&file.name));
        let data = files.filter_map(|file| file.data_once().ok());
        texts.extend(data.map(|data| String::from_utf8_lossy(&data).into_owned()).filter(|text| text.contains("{{")));
    }
    if texts.iter().any(|text| reads_all(text)) {
        return None;
    }
    let is_word = |char: char| char.is_alphanumeric() || char == '_' || char == '-';
    let words = texts.iter().flat_map(|text| text.split(move |char| !is_word(char)));
    Some(words.filter(|word| !word.is_empty()).map(str::to_string).collect())
}

fn collect_strings(tree: &Tree, texts: &mut Vec<String>) {
    match tree {
        Tree::Str(text) if text.windows(2).any(|pair| pair == b"{{") => texts.push(text.to_string()),
        Tree::List(items) => items.iter().for_each(|item| collect_strings(item, texts)),
        Tree::Map(map) => map.iter().for_each(|(_, value)| collect_strings(value, texts)),
        _ => {}
    }
}

/// Whether `.Values` stands without a name behind it, so that it is passed on as it is. `index .Values "name"` names one.
fn reads_all(text: &str) -> bool {
    text.match_indices(".Values").any(|(at, found)| {
        let behind = &text[at + found.len()..];
        let is_indexed = text[..at].trim_end_matches(['$', ' ']).ends_with("index") && behind.starts_with(" \"");
        let is_name = |char: char| char.is_alphanumeric() || char == '_';
        let is_named = behind.strip_prefix('.').is_some_and(|rest| rest.starts_with(is_name));
        !is_named && !is_indexed && !behind.starts_with(is_name)
    })
}

#[cfg(test)]
mod tests {
    use super::reads_all;

    #[test]
    fn sees_texts_that_pass_all_values_on() {
        for (text, want) in [
            ("{{ .Values.a }}", false),
            ("{{ toYaml .Values }}", true),
            ("{{ $.Values | toYaml }}", true),
            ("{{ index .Values \"a\" }}", false),
            ("{{ index $.Values \"a\" }}", false),
            ("{{ index .Values $a }}", true),
            ("{{ .Values.%s }}", true),
        ] {
            assert_eq!(reads_all(text), want, "{text}");
        }
    }
}
