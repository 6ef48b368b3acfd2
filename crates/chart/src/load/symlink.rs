//! Resolves a path through symbolic links the way Go does, for the sake of its limits and its words.
//! The system resolves at most 40 links at once and names the whole path; Go takes 255, one lookup each, and names
//! the place where it got stuck.

use std::path::{Path, PathBuf};

use crate::error::go_io_text;

const MAX_LINKS: usize = 255;

/// The path without links in it, or the reason there is none.
pub(super) fn resolve(path: &Path) -> Result<PathBuf, String> {
    let Some(text) = path.to_str() else {
        return std::fs::canonicalize(path).map_err(|error| stuck(&path.display().to_string(), &error));
    };
    let mut way = Way { reached: root_of(text).to_string(), rooted: text.starts_with('/') };
    let mut rest = text.to_string();
    let mut links = 0;
    loop {
        let trimmed = rest.trim_start_matches('/');
        let Some(name) = trimmed.split('/').next().filter(|name| !name.is_empty()) else { break };
        let after = trimmed[name.len()..].to_string();
        match name {
            "." => rest = after,
            ".." => {
                way.climb();
                rest = after;
            }
            name => {
                way.push(name);
                let Some(target) = way.link(!after.is_empty())? else {
                    rest = after;
                    continue;
                };
                links += 1;
                if links > MAX_LINKS {
                    return Err("EvalSymlinks: too many links".to_string());
                }
                way.turn(&target);
                rest = target + &after;
            }
        }
    }
    Ok(PathBuf::from(way.reached))
}

/// What has been walked so far. Names are dropped by text alone: Go keeps a `..` that has nothing before it to undo,
/// the first name below the root included.
struct Way {
    reached: String,
    rooted: bool,
}

impl Way {
    fn push(&mut self, name: &str) {
        if !self.reached.is_empty() && !self.reached.ends_with('/') {
            self.reached.push('/');
        }
        self.reached.push_str(name);
    }

    fn last_slash(&self) -> Option<usize> {
        self.reached.rfind('/').filter(|&at| at >= usize::from(self.rooted))
    }

    fn climb(&mut self) {
        match self.last_slash() {
            Some(at) if &self.reached[at + 1..] != ".." => self.reached.truncate(at),
            _ => {
                if self.reached.len() > usize::from(self.rooted) {
                    self.reached.push('/');
                }
                self.reached.push_str("..");
            }
        }
    }

    /// What the place points to, if it is a link.
    fn link(&self, more: bool) -> Result<Option<String>, String> {
        let about = std::fs::symlink_metadata(&self.reached).map_err(|error| stuck(&self.reached, &error))?;
        if about.is_symlink() {
            let target = std::fs::read_link(&self.reached)
                .map_err(|error| format!("readlink {}: {}", self.reached, go_io_text(&error)))?;
            return Ok(Some(target.to_string_lossy().into_owned()));
        }
        if more && !about.is_dir() {
            return Err("not a directory".to_string());
        }
        Ok(None)
    }

    /// Goes back to where a link leads from: its own folder, or the root.
    fn turn(&mut self, target: &str) {
        if target.starts_with('/') {
            self.reached = "/".to_string();
            self.rooted = true;
        } else if let Some(at) = self.last_slash() {
            self.reached.truncate(at);
        } else {
            self.reached.truncate(usize::from(self.rooted));
        }
    }
}

fn root_of(text: &str) -> &str {
    if text.starts_with('/') { "/" } else { "" }
}

fn stuck(place: &str, error: &std::io::Error) -> String {
    format!("lstat {place}: {}", go_io_text(error))
}
