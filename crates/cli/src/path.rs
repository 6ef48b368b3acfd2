//! Paths as Go's `path/filepath` cleans them.

/// Removes `.`, `..` and doubled slashes where that needs no look at the disk.
pub(crate) fn clean(path: &str) -> String {
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
    use super::clean;

    #[test]
    fn cleans_as_go() {
        for (path, want) in
            [("", "."), ("a//b/./c/..", "a/b"), ("/../a", "/a"), ("../../a", "../../a"), ("/", "/"), ("a/..", ".")]
        {
            assert_eq!(clean(path), want, "{path}");
        }
    }
}
