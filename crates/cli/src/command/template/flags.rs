//! The flags of `skeg template`: all that `helm template` has.

use crate::flags::{Flag, Group};

pub(super) static RENDERING: Group = Group {
    title: "Rendering",
    flags: &[
        Flag::switch("generate-name", "generate a name if none is given").short('g'),
        Flag::text("name-template", "a template for the release's name").value("TEMPLATE"),
        Flag::text("kube-version", "the Kubernetes version that templates see").value("VERSION"),
        Flag::list("api-versions", "additional API versions that templates see").value("VERSION").short('a'),
        Flag::switch("is-upgrade", "render as for an upgrade, not an install"),
        Flag::switch("enable-dns", "let the template function getHostByName resolve names"),
    ],
};

pub(super) static OUTPUT: Group = Group {
    title: "Output",
    flags: &[
        Flag::array("show-only", "only the output of these templates: paths in the chart, with * and ?")
            .value("PATH")
            .short('s'),
        Flag::switch("include-crds", "include crds/"),
        Flag::switch("no-hooks", "omit hooks"),
        Flag::switch("skip-tests", "omit test hooks"),
        Flag::text("output-dir", "write one file per template below this folder").value("FOLDER"),
        Flag::switch("release-name", "with --output-dir: put them into a folder named after the release"),
    ],
};

const OF_A_RELEASE: &str = "nothing is installed, so it changes nothing here";
const WAIT: &[&str] = &["watcher", "hookOnly", "legacy", "true", "false"];

/// Taken and without effect, as with Helm: they are about installing.
pub(super) static INSTALLING: Group = Group {
    title: "About installing (accepted, without effect)",
    flags: &[
        Flag::switch("create-namespace", OF_A_RELEASE).hidden(),
        Flag::text("description", OF_A_RELEASE).hidden(),
        Flag::switch("disable-openapi-validation", OF_A_RELEASE).hidden(),
        Flag::switch("force-conflicts", OF_A_RELEASE).hidden(),
        Flag::switch("force-replace", OF_A_RELEASE).hidden(),
        Flag::switch("force", OF_A_RELEASE).deprecated("use --force-replace instead"),
        Flag::map("labels", OF_A_RELEASE).short('l').hidden(),
        Flag::switch("replace", OF_A_RELEASE).hidden(),
        Flag::switch("rollback-on-failure", OF_A_RELEASE).hidden(),
        Flag::switch("atomic", OF_A_RELEASE).deprecated("use --rollback-on-failure instead"),
        Flag::switch("server-side", OF_A_RELEASE).hidden(),
        Flag::switch("skip-crds", OF_A_RELEASE).hidden(),
        Flag::switch("take-ownership", OF_A_RELEASE).hidden(),
        Flag::duration("timeout", OF_A_RELEASE).hidden(),
        Flag::choice("wait", WAIT, OF_A_RELEASE).bare("watcher").hidden(),
        Flag::switch("wait-for-jobs", OF_A_RELEASE).hidden(),
        Flag::switch("hide-notes", OF_A_RELEASE)
            .deprecated("this flag has no effect for 'helm template' and will be removed in Helm 5"),
        Flag::switch("render-subchart-notes", OF_A_RELEASE)
            .deprecated("this flag has no effect for 'helm template' and will be removed in Helm 5"),
    ],
};

pub(super) static CLUSTER: Group = Group {
    title: "Cluster and repositories (repositories are not supported yet)",
    flags: &[
        Flag::text("dry-run", "client (the default), or server: templates see a cluster, which must know all kinds")
            .value("client|server")
            .bare("unset"),
        Flag::switch("validate", "ask a cluster").deprecated("use '--dry-run=server' instead"),
        Flag::text("post-renderer", "a program that changes the manifests").value("PROGRAM"),
        Flag::array("post-renderer-args", "arguments of that program").value("ARGUMENT"),
        Flag::text("repo", "URL of the repository that has the chart").value("URL"),
        Flag::text("version", "the chart's version in the repository").value("VERSION"),
        Flag::switch("devel", "include development versions"),
        Flag::switch("verify", "check the signature of a packaged chart"),
        Flag::text("keyring", "keys for --verify").value("FILE"),
        Flag::switch("dependency-update", "download charts that are missing in charts/"),
        Flag::text("username", "for the repository").hidden(),
        Flag::text("password", "for the repository").hidden(),
        Flag::text("ca-file", "for the repository").hidden(),
        Flag::text("cert-file", "for the repository").hidden(),
        Flag::text("key-file", "for the repository").hidden(),
        Flag::switch("insecure-skip-tls-verify", "for the repository").hidden(),
        Flag::switch("pass-credentials", "for the repository").hidden(),
        Flag::switch("plain-http", "for the repository").hidden(),
    ],
};

const FOR_THE_CLUSTER: &str = "nothing is fetched, so it changes nothing here";
const COLOUR: &[&str] = &["never", "auto", "always"];

/// Helm's global flags; they may stand before the command too.
pub(super) static GLOBAL: Group = Group {
    title: "Global",
    flags: &[
        Flag::text("namespace", "the release's namespace (default: that of the kubeconfig's context)")
            .value("NAME")
            .short('n')
            .or_variable("HELM_NAMESPACE"),
        Flag::switch("debug", "show invalid output too").or_variable("HELM_DEBUG"),
        Flag::text("kubeconfig", "the kubeconfig to use").value("FILE"),
        Flag::text("kube-context", "the context to use").value("NAME").or_variable("HELM_KUBECONTEXT"),
        Flag::text("repository-config", "the file with names of repositories")
            .value("FILE")
            .or_variable("HELM_REPOSITORY_CONFIG"),
        Flag::int("burst-limit", FOR_THE_CLUSTER).hidden(),
        Flag::choice("color", COLOUR, "nothing is coloured here").hidden(),
        Flag::choice("colour", COLOUR, "nothing is coloured here").hidden(),
        Flag::text("content-cache", FOR_THE_CLUSTER).hidden(),
        Flag::text("kube-apiserver", "the address of the API server").value("URL").or_variable("HELM_KUBEAPISERVER"),
        Flag::list("kube-as-group", "act as a member of this group").value("NAME").or_variable("HELM_KUBEASGROUPS"),
        Flag::text("kube-as-user", "act as this user").value("NAME").or_variable("HELM_KUBEASUSER"),
        Flag::text("kube-ca-file", "file with the certificate authority").value("FILE").or_variable("HELM_KUBECAFILE"),
        Flag::switch("kube-insecure-skip-tls-verify", "do not verify the API server's certificate")
            .or_variable("HELM_KUBEINSECURE_SKIP_TLS_VERIFY"),
        Flag::text("kube-tls-server-name", "the name its certificate must have")
            .value("NAME")
            .or_variable("HELM_KUBETLS_SERVER_NAME"),
        Flag::text("kube-token", "a bearer token").value("TOKEN").or_variable("HELM_KUBETOKEN"),
        Flag::float("qps", FOR_THE_CLUSTER).hidden(),
        Flag::text("registry-config", FOR_THE_CLUSTER).hidden(),
        Flag::text("repository-cache", FOR_THE_CLUSTER).hidden(),
        Flag::text("v", "how much Kubernetes' client logs").short('v').hidden(),
    ],
};
