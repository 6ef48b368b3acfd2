//! Paths without detours, as Go's `path.Clean` has them.

/// Removes `.`, `..` and doubled slashes where that needs no look at the disk, as Go's `path/filepath` does.
pub fn clean_path(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if rooted => {}
            part => parts.push(part),
        }
    }
    match (rooted, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_string(),
        (false, false) => parts.join("/"),
    }
}

#[cfg(test)]
mod tests {
    use super::clean_path;

    #[test]
    fn cleans_as_go() {
        for (path, want) in
            [("", "."), ("a//b/./c/..", "a/b"), ("/../a", "/a"), ("../../a", "../../a"), ("/", "/"), ("a/..", ".")]
        {
            assert_eq!(clean_path(path), want, "{path}");
        }
    }
}
