//! Finds the large parts of a record.

use serde_json::Value;

use crate::error::LargePart;
use crate::release::Release;

/// The parts of a record by size, the largest first.
pub(crate) fn parts(release: &Release) -> Vec<LargePart> {
    let hooks = release.hooks.iter().map(|hook| hook.manifest.len()).sum();
    let json = |value: Option<&Value>| value.map_or(0, |value| value.to_string().len());
    let part = |name, size| LargePart { name, size, largest: None };
    let mut parts = vec![
        files(release, "chart templates", "templates"),
        files(release, "chart files", "files"),
        part("chart values", json(release.chart.get("values"))),
        part("values schema", json(release.chart.get("schema"))),
        part("user values", release.config.values().map(|value| json(Some(value))).sum()),
        part("manifest", release.manifest.len()),
        part("hooks", hooks),
        part("notes", release.info.notes.len()),
    ];
    parts.retain(|part| part.size > 0);
    parts.sort_by_key(|part| std::cmp::Reverse(part.size));
    parts
}

fn files(release: &Release, name: &'static str, key: &str) -> LargePart {
    let files = release.chart.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let sizes = files.iter().filter_map(|file| {
        let text = |key| file.get(key).and_then(Value::as_str);
        Some((text("name")?.to_string(), text("data")?.len() / 4 * 3))
    });
    let sizes: Vec<(String, usize)> = sizes.collect();
    LargePart {
        name,
        size: sizes.iter().map(|(_, size)| size).sum(),
        largest: sizes.into_iter().max_by_key(|(_, size)| *size),
    }
}

/// A size as people read it: `1.3 MiB`.
pub(crate) fn shown(bytes: usize) -> String {
    const KIB: f64 = 1024.0;
    let kibibytes = bytes as f64 / KIB;
    if kibibytes < 1.0 {
        format!("{bytes} bytes")
    } else if kibibytes < KIB {
        format!("{kibibytes:.1} KiB")
    } else {
        format!("{:.2} MiB", kibibytes / KIB)
    }
}
