//! `cargo xtask order`: finds out which functions renderings execute and writes `crates/cli/first.ld`, by which the linker
//! lays them side by side.
//!
//! Of the command's code a rendering executes an eighth. Where that is strewn all over the file, the system maps most of
//! the file, page by page and sixteen at a time. The charts are those of the corpus. What the list does not name, or
//! names in vain, lies where it would without it: after larger changes it is made again, but it is never wrong.

mod sections;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod trace;
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
#[path = "order/no_trace.rs"]
mod trace;

use crate::{corpus, process, workspace};
use sections::Map;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What fewer of a hundred renderings execute is not worth the room.
const LEAST_PERCENT: usize = 3;

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    let corpus = match words {
        [] => corpus::default_folder(),
        [flag, folder] if flag == "--corpus" => PathBuf::from(folder),
        _ => return Err("order has one option: --corpus FOLDER".to_owned()),
    };
    let cases = corpus::cases(&corpus)?;
    let (skeg, map) = build()?;
    let map = Map::parse(&map)?;
    let mut runs = 0;
    let mut runs_of: BTreeMap<usize, usize> = BTreeMap::new();
    for case in &cases {
        // What refusals execute besides is not what people wait for.
        let Some(entered) = trace::entered(&case.command(&skeg), map.entries())? else {
            continue;
        };
        runs += 1;
        println!("{}: {} functions", case.name, entered.len());
        let sections: BTreeSet<usize> = entered.into_iter().filter_map(|address| map.section_at(address)).collect();
        for section in sections {
            *runs_of.entry(section).or_default() += 1;
        }
    }
    let mut used: Vec<_> = runs_of.into_iter().filter(|(_, count)| count * 100 >= runs * LEAST_PERCENT).collect();
    // What all renderings execute comes first, so that each of them needs as few pages as can be.
    used.sort_by_key(|(section, count)| (usize::MAX - count, *section));
    let size: u64 = used.iter().map(|(section, _)| map.size(*section)).sum();
    println!("{} sections of {} KiB, from {runs} renderings", used.len(), size >> 10);
    let mut patterns: Vec<String> = Vec::new();
    let mut known = BTreeSet::new();
    for (section, _) in used {
        let pattern = map.pattern(section);
        if known.insert(pattern.clone()) {
            patterns.push(pattern);
        }
    }
    workspace::write(&workspace::root().join("crates/cli/first.ld"), script(&patterns).as_bytes())
}

/// Builds the command as it is shipped but with its symbols, and the linker's map of it.
fn build() -> Result<(PathBuf, String), String> {
    println!("building Skeg (release, with symbols)");
    let target = workspace::target()?;
    let map = target.join("order.map");
    let mut cargo = process::cargo();
    cargo.args(["rustc", "--quiet", "--release", "--package", "skeg-cli", "--bin", "skeg"]);
    cargo.args(["--config", "profile.release.strip=false", "--"]);
    cargo.arg(format!("-Clink-arg=-Wl,-Map={}", map.display()));
    process::run(&mut cargo)?;
    Ok((target.join("release/skeg"), read_text(&map)?))
}

fn read_text(path: &Path) -> Result<String, String> {
    Ok(String::from_utf8_lossy(&workspace::read(path)?).into_owned())
}

/// A script that adds to how a linker lays out a program.
fn script(patterns: &[String]) -> String {
    let mut text = String::from(
        "/* What renderings execute, most of them first. Made by `cargo xtask order`; names that fit nothing do no harm. */\n\
         SECTIONS {\n  .text.first : {\n",
    );
    for pattern in patterns {
        text.push_str("    ");
        text.push_str(pattern);
        text.push('\n');
    }
    text.push_str("  }\n}\nINSERT BEFORE .text;\n");
    text
}

#[cfg(test)]
mod tests {
    use crate::workspace;

    #[test]
    fn the_list_names_crates_that_exist() {
        let script = super::read_text(&workspace::root().join("crates/cli/first.ld")).expect("the list");
        let crates = script.lines().filter_map(|line| line.trim().strip_prefix("*.skeg_")?.split_once(".*("));
        let mut count = 0;
        for (name, _) in crates {
            let folder = workspace::root().join("crates").join(name.replace('_', "-"));
            assert!(folder.is_dir(), "crates/cli/first.ld names {name}: make it again by `cargo xtask order`");
            count += 1;
        }
        assert!(count > 500, "only {count} functions of this workspace are in it");
    }
}
