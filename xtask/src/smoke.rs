//! `cargo xtask smoke [--skeg PROGRAM]`: a short test of the release build. Other tests use the debug build, so users
//! would be the first to see what only this profile does.

use crate::{oracle, process, workspace};
use skeg_test_cluster::TestCluster;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    let skeg = match words {
        [] => built()?,
        [flag, program] if flag == "--skeg" => PathBuf::from(program),
        _ => return Err("smoke has one option: --skeg PROGRAM".to_owned()),
    };
    let version = text(skeg_command(&skeg).arg("version"))?;
    expect("version", &version, env!("CARGO_PKG_VERSION"))?;
    let rendered = text(skeg_command(&skeg).args(["chart", "render", "examples/shop"]))?;
    expect("chart render", &rendered, "kind: Deployment")?;
    prints_what_helm_prints(&skeg)?;
    installs(&skeg)
}

fn built() -> Result<PathBuf, String> {
    process::run(process::cargo().args(["build", "--quiet", "--release", "--package", "skeg-cli"]))?;
    Ok(workspace::target()?.join("release/skeg"))
}

fn skeg_command(skeg: &Path) -> Command {
    let mut command = oracle::secluded(skeg);
    command.current_dir(workspace::root());
    command
}

fn text(command: &mut Command) -> Result<String, String> {
    Ok(String::from_utf8_lossy(&process::stdout_of(command)?).into_owned())
}

fn expect(what: &str, text: &str, part: &str) -> crate::Outcome {
    if text.contains(part) { Ok(()) } else { Err(format!("{what}: {part:?} is not in:\n{text}")) }
}

fn prints_what_helm_prints(skeg: &Path) -> crate::Outcome {
    let helm = oracle::V4.ready()?;
    let printed =
        |program: &Path| text(skeg_command(program).args(["template", "shop", "examples/shop", "--namespace", "ns"]));
    if printed(skeg)? == printed(&helm)? { Ok(()) } else { Err("template: Helm prints something else".to_owned()) }
}

/// Deploys a chart, checks it, and uninstalls it.
fn installs(skeg: &Path) -> crate::Outcome {
    let told = |why: skeg_test_cluster::Error| why.to_string();
    let cluster = TestCluster::start().map_err(told)?;
    let namespace = cluster.fresh_namespace("smoke").map_err(told)?;
    let release = |words: &[&str]| {
        let mut command = cluster.secluded(skeg);
        command.current_dir(workspace::root()).arg("release").args(words);
        text(command.args(["--namespace", &namespace, "--timeout", "3m"]))
    };
    release(&["install", "shop", "examples/shop"])?;
    let kept = cluster.kubectl_run(["--namespace", &namespace, "get", "deployments", "--output=name"]).map_err(told)?;
    expect("install", &kept, "deployment.apps/")?;
    release(&["uninstall", "shop"])?;
    let left = cluster.kubectl_run(["--namespace", &namespace, "get", "deployments", "--output=name"]).map_err(told)?;
    if left.is_empty() { Ok(()) } else { Err(format!("uninstall left {left}")) }
}
