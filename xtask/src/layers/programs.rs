//! Only one crate starts other programs, and keeps secret keys from them.

use std::path::Path;

use crate::workspace;

/// Crates that may start programs, or are not part of the product.
const ROOMS: [&str; 3] = ["child-process", "go-programs", "test-cluster"];

/// All other places that start programs.
pub(super) fn breaches() -> Result<Vec<String>, String> {
    let root = workspace::root();
    let mut found = Vec::new();
    for room in workspace::entries(&root.join("crates"))? {
        let is_allowed = ROOMS.iter().any(|allowed| room.ends_with(allowed));
        if !is_allowed && room.join("src").is_dir() {
            visit(&room.join("src"), &root, &mut found)?;
        }
    }
    Ok(found)
}

fn visit(folder: &Path, root: &Path, found: &mut Vec<String>) -> Result<(), String> {
    for path in workspace::entries(folder)? {
        if path.is_dir() {
            visit(&path, root, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = String::from_utf8_lossy(&workspace::read(&path)?).into_owned();
            found.extend(breach(path.strip_prefix(root).unwrap_or(&path), &text));
        }
    }
    Ok(())
}

/// Tests may start any program.
fn breach(path: &Path, text: &str) -> Option<String> {
    let product = text.split("#[cfg(test)]").next().unwrap_or_default();
    let line = product.lines().position(|line| line.contains("Command::new("))?;
    let place = format!("{}:{}", path.display(), line + 1);
    Some(format!("{place} starts a program by itself: skeg_child_process::command keeps secret keys from it"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn programs_are_started_in_one_place() {
        let breach = |text: &str| super::breach(Path::new("a.rs"), text);
        assert!(breach("\nlet a = Command::new(name);\n").unwrap().starts_with("a.rs:2 starts a program by itself"));
        assert_eq!(breach("skeg_child_process::command(name)\n#[cfg(test)]\nmod tests { Command::new(name) }"), None);
    }
}
