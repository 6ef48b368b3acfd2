//! Runs credential plugins (`client.authentication.k8s.io`).

use std::io::IsTerminal;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use jiff::Timestamp;
use kube::config::{ExecConfig, ExecInteractiveMode};
use secrecy::SecretString;
use serde_json::{Value, json};
use tokio::process::Command;

use super::{Granted, Login};
use crate::config::{Place, refuse};
use crate::error::Error;

/// Time limit: long enough to log in with a browser.
pub(crate) const LIMIT: Duration = Duration::from_secs(300);

const VERSIONS: [&str; 2] = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"];

/// Runs a plugin. If no user is present, it gets no terminal, and its messages are discarded.
pub(crate) async fn run(
    exec: &ExecConfig,
    place: &Place,
    limit: Duration,
    is_unattended: bool,
) -> Result<Granted, Error> {
    let name = exec.command.as_deref().unwrap_or_default();
    let failed = |why: String| refuse(format!("running the credential plugin {name:?} of {place}: {why}"));
    if name.is_empty() {
        return Err(refuse(format!("the credential plugin of {place} has no command (users[].user.exec.command)")));
    }
    let version = exec.api_version.as_deref().unwrap_or_default();
    if !VERSIONS.contains(&version) {
        let known = VERSIONS.join(" or ");
        return Err(failed(format!("its apiVersion is {version:?}, but has to be {known}: update the kubeconfig")));
    }
    let output =
        tokio::time::timeout(limit, command(exec, name, version, is_unattended).map_err(failed)?.output()).await;
    let output = output.map_err(|_| failed(format!("it did not end within {} s", limit.as_secs_f32())))?;
    let output = output.map_err(|error| failed(not_started(exec, &error)))?;
    if !output.status.success() {
        return Err(failed(ended_badly(output.status, &output.stderr)));
    }
    read(&output.stdout, version, name).map_err(failed)
}

fn command(exec: &ExecConfig, name: &str, version: &str, is_unattended: bool) -> Result<Command, String> {
    let mode = exec.interactive_mode.as_ref();
    let is_terminal = !is_unattended && std::io::stdin().is_terminal();
    if mode == Some(&ExecInteractiveMode::Always) && !is_terminal {
        return Err("it needs a terminal (interactiveMode: Always), and there is none".to_string());
    }
    let asks = is_terminal && mode != Some(&ExecInteractiveMode::Never);
    let mut command = Command::from(skeg_child_process::command(name));
    command.args(exec.args.iter().flatten()).kill_on_drop(true);
    for variable in exec.env.iter().flatten() {
        if let (Some(name), Some(value)) = (variable.get("name"), variable.get("value")) {
            command.env(name, value);
        }
    }
    let mut spec = json!({"interactive": asks});
    if let Some(cluster) = &exec.cluster {
        spec["cluster"] = serde_json::to_value(cluster).map_err(|error| error.to_string())?;
    }
    let info = json!({"apiVersion": version, "kind": "ExecCredential", "spec": spec});
    command.env("KUBERNETES_EXEC_INFO", info.to_string());
    command.stdin(if asks { Stdio::inherit() } else { Stdio::null() });
    command.stdout(Stdio::piped());
    // stderr may show a login URL; for a plugin that never asks, it says why it failed.
    let is_quiet = is_unattended || mode == Some(&ExecInteractiveMode::Never);
    command.stderr(if is_quiet { Stdio::piped() } else { Stdio::inherit() });
    Ok(command)
}

fn not_started(exec: &ExecConfig, error: &std::io::Error) -> String {
    match exec.install_hint.as_deref().map(str::trim).filter(|hint| !hint.is_empty()) {
        Some(hint) if error.kind() == std::io::ErrorKind::NotFound => format!("{error}\n{hint}"),
        _ if error.kind() == std::io::ErrorKind::NotFound => format!("{error}: install it, or put it into PATH"),
        _ => error.to_string(),
    }
}

/// Its stdout is not shown: it may be a token.
fn ended_badly(status: ExitStatus, stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.trim().lines().collect();
    let last = lines[lines.len().saturating_sub(5)..].join("\n");
    if last.is_empty() { status.to_string() } else { format!("{status}: {last}") }
}

fn read(output: &[u8], version: &str, name: &str) -> Result<Granted, String> {
    let credential: Value =
        serde_json::from_slice(output).map_err(|_| "its output is not an ExecCredential in JSON".to_string())?;
    if credential["kind"] != "ExecCredential" {
        return Err("its output is not an ExecCredential".to_string());
    }
    if credential["apiVersion"] != version {
        let found = &credential["apiVersion"];
        return Err(format!("it speaks {found}, but the kubeconfig asks for {version}"));
    }
    let text = |key: &str| credential["status"][key].as_str().filter(|text| !text.is_empty()).map(str::to_string);
    let certificate = match (text("clientCertificateData"), text("clientKeyData")) {
        (Some(certificate), Some(key)) => Some((certificate, SecretString::from(key))),
        (None, None) => None,
        _ => return Err("it returned a certificate without a key, or a key without a certificate".to_string()),
    };
    let token = text("token").map(SecretString::from);
    if token.is_none() && certificate.is_none() {
        return Err("it returned neither a token nor a certificate".to_string());
    }
    let expires = text("expirationTimestamp").map(|time| time.parse::<Timestamp>()).transpose();
    let expires = expires.map_err(|error| format!("its expirationTimestamp is not a time: {error}"))?;
    let login = Login { shown: format!("the credentials of the plugin {name:?}"), expires, warning: None };
    Ok(Granted { token, certificate, login })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kube::config::{ExecConfig, ExecInteractiveMode};

    use super::{read, run};
    use crate::config::Place;

    async fn refused(args: &str, change: impl Fn(&mut ExecConfig)) -> String {
        let mut exec = ExecConfig {
            api_version: Some("client.authentication.k8s.io/v1".to_string()),
            command: Some("sh".to_string()),
            args: Some(vec!["-c".to_string(), args.to_string()]),
            interactive_mode: Some(ExecInteractiveMode::Never),
            ..ExecConfig::default()
        };
        change(&mut exec);
        // A shell may be slow under load; only what never ends should be cut off.
        let patience = if args.contains("sleep") { Duration::from_millis(300) } else { Duration::from_secs(60) };
        match run(&exec, &Place::default(), patience, false).await {
            Ok(_) => "nothing".to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[tokio::test]
    #[cfg(unix)]
    async fn plugins_that_fail() {
        let begin = "running the credential plugin \"sh\" of the given flags: ";
        let said = refused("echo secret; echo no luck >&2; exit 3", |_| {}).await;
        assert_eq!(said, format!("{begin}exit status: 3: no luck"));
        assert_eq!(refused("exec sleep 60", |_| {}).await, format!("{begin}it did not end within 0.3 s"));
        assert_eq!(refused("echo secret", |_| {}).await, format!("{begin}its output is not an ExecCredential in JSON"));
        let said = refused("", |exec| exec.command = Some("not-there".to_string())).await;
        assert!(said.contains("\"not-there\"") && said.ends_with("install it, or put it into PATH"), "{said}");
        let hinted = |exec: &mut ExecConfig| {
            exec.command = Some("not-there".to_string());
            exec.install_hint = Some("brew install it\n".to_string());
        };
        assert!(refused("", hinted).await.ends_with("\nbrew install it"));
        let said = refused("", |exec| exec.command = None).await;
        assert!(said.contains("has no command"), "{said}");
        let said = refused("", |exec| exec.api_version = Some("v1alpha1".to_string())).await;
        assert!(said.contains("its apiVersion is \"v1alpha1\""), "{said}");
        let said = refused("true", |exec| exec.interactive_mode = Some(ExecInteractiveMode::Always)).await;
        assert!(std::io::IsTerminal::is_terminal(&std::io::stdin()) || said.contains("there is none"), "{said}");
    }

    #[test]
    fn what_plugins_print() {
        const V1: &str = "client.authentication.k8s.io/v1";
        let table = [
            (r#"{"kind":"Pod"}"#, "its output is not an ExecCredential"),
            (
                r#"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1"}"#,
                "it speaks \"client.authentication.k8s.io/v1beta1\", but the kubeconfig asks for client.authentication.k8s.io/v1",
            ),
            (
                r#"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{}}"#,
                "it returned neither a token nor a certificate",
            ),
            (
                r#"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"clientKeyData":"a"}}"#,
                "it returned a certificate without a key, or a key without a certificate",
            ),
        ];
        for (printed, expected) in table {
            assert_eq!(read(printed.as_bytes(), V1, "a").err().as_deref(), Some(expected));
        }
        let bad = r#"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"a","expirationTimestamp":"soon"}}"#;
        assert!(read(bad.as_bytes(), V1, "a").err().unwrap().starts_with("its expirationTimestamp is not a time"));
    }
}
