//! docs/getting-started.md shows the real output of commands: its `console` blocks are run in order.
//!
//! `...` alone on a line matches any lines, `[..]` within a line any text. `SKEG_WRITE_PAGES=1` writes the real output
//! into the page, to be shortened by hand.

use super::site::Site;
use crate::pages::root;

/// Whether the lines match the pattern's, with `...` for any lines.
fn lines_match(pattern: &[&str], lines: &[&str]) -> bool {
    match pattern {
        [] => lines.is_empty(),
        ["...", rest @ ..] => (0..=lines.len()).any(|skipped| lines_match(rest, &lines[skipped..])),
        [first, rest @ ..] => {
            lines.first().is_some_and(|line| line_matches(first, line)) && lines_match(rest, &lines[1..])
        }
    }
}

/// Whether a line matches, with `[..]` for any text.
fn line_matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("[..]");
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = Some(part);
    }
    rest.is_empty() || last.is_some_and(|part| part.is_empty() || line.ends_with(part))
}

#[test]
fn getting_started_prints_what_the_page_says() {
    let site = Site::new("getting-started");
    let page = root().join("docs/getting-started.md");
    let text = std::fs::read_to_string(&page).unwrap();
    std::os::unix::fs::symlink(root().join("examples"), site.folder().join("examples")).unwrap();
    let mut written = String::new();
    let mut wrong = Vec::new();
    let mut lines = text.lines().peekable();
    let mut is_console = false;
    while let Some(line) = lines.next() {
        written += &format!("{line}\n");
        is_console = if line.starts_with("```") { line == "```console" } else { is_console };
        let Some(words) = line.strip_prefix("$ skeg ").filter(|_| is_console) else { continue };
        let mut expected = Vec::new();
        while let Some(next) = lines.next_if(|next| !next.starts_with("```") && !next.starts_with("$ ")) {
            expected.push(next);
        }
        let ran = site.skeg(words.split(' ')).ended(0);
        let said = format!("{}{}", ran.stderr, ran.stdout);
        let said: Vec<&str> = said.lines().map(str::trim_end).collect();
        written += &said.iter().map(|line| format!("{line}\n")).collect::<String>();
        if !lines_match(&expected, &said) {
            wrong.push(format!("$ skeg {words}\n{}", said.join("\n")));
        }
    }
    if std::env::var_os("SKEG_WRITE_PAGES").is_some() {
        std::fs::write(&page, written).unwrap();
    }
    assert!(wrong.is_empty(), "docs/getting-started.md shows something else than these print:\n{}", wrong.join("\n\n"));
}
