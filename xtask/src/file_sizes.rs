//! A limit for the length of source files: longer ones should be split by meaning.

use crate::workspace;
use std::path::Path;

const MOST_LINES: usize = 600;

/// Each Rust file that exceeds the limit.
pub(crate) fn breaches() -> Result<Vec<String>, String> {
    let root = workspace::root();
    let mut found = Vec::new();
    for folder in ["crates", "fuzz", "xtask"] {
        visit(&root.join(folder), &mut |path| {
            let lines = workspace::read(path)?.iter().filter(|byte| **byte == b'\n').count();
            found.extend(breach(path.strip_prefix(&root).unwrap_or(path), lines));
            Ok(())
        })?;
    }
    Ok(found)
}

fn breach(path: &Path, lines: usize) -> Option<String> {
    (lines > MOST_LINES).then(|| format!("{} has {lines} lines; the cap is {MOST_LINES}", path.display()))
}

fn visit(folder: &Path, each: &mut impl FnMut(&Path) -> Result<(), String>) -> Result<(), String> {
    for path in workspace::entries(folder)? {
        if path.is_dir() && !path.ends_with("target") {
            visit(&path, each)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            each(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn only_what_is_over_the_cap() {
        assert_eq!(super::breach(Path::new("a.rs"), 600), None);
        assert_eq!(super::breach(Path::new("a.rs"), 601), Some("a.rs has 601 lines; the cap is 600".to_owned()));
    }
}
