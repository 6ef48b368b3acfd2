//! Users of the API server, and their kubeconfig files.

use crate::Error;
use crate::folder::Folder;
use std::path::PathBuf;

/// A user identified by a token.
pub(crate) struct User {
    pub(crate) name: &'static str,
    pub(crate) token: &'static str,
    group: &'static str,
}

/// Has all rights.
pub(crate) const ADMIN: User = User { name: "admin", token: "admin-token", group: "system:masters" };
/// Has no rights until a test grants some.
pub(crate) const LIMITED: User = User { name: "limited", token: "limited-token", group: "testers" };
/// The programs of the control plane, and the set-up of the cluster. Not in the audit log.
pub(crate) const CONTROL_PLANE: User =
    User { name: "control-plane", token: "control-plane-token", group: "system:masters" };
/// Plays the kubelet. Not in the audit log either; it may delete only objects that are already being deleted.
pub(crate) const KUBELET: User = User { name: "kubelet", token: "kubelet-token", group: "system:masters" };
/// Sends the requests that mark positions in the audit log.
pub(crate) const AUDITOR: User = User { name: "auditor", token: "auditor-token", group: "system:masters" };

/// The lines of `--token-auth-file`.
pub(crate) fn token_lines() -> String {
    let line = |user: &User| format!("{},{},{},{}\n", user.token, user.name, user.name, user.group);
    [ADMIN, LIMITED, CONTROL_PLANE, KUBELET, AUDITOR].iter().map(line).collect()
}

/// Writes a kubeconfig with a context for each user; the first one is the current.
pub(crate) fn write(folder: &Folder, name: &str, server: &str, users: &[User]) -> Result<PathBuf, Error> {
    let entries = |entry: fn(&User) -> String| users.iter().map(entry).collect::<String>();
    let text = format!(
        "apiVersion: v1\n\
         kind: Config\n\
         clusters:\n\
         - {{name: test, cluster: {{server: {server}, certificate-authority: {authority}}}}}\n\
         users:\n{logins}\
         contexts:\n{contexts}\
         current-context: {current}\n",
        authority = serde_json::Value::from(folder.certificate().to_string_lossy()),
        logins = entries(|user| format!("- {{name: {}, user: {{token: {}}}}}\n", user.name, user.token)),
        contexts = entries(|user| format!("- {{name: {0}, context: {{cluster: test, user: {0}}}}}\n", user.name)),
        current = users.first().map_or("", |user| user.name),
    );
    folder.write(name, &text)
}
