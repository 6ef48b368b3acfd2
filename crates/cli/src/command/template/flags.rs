//! The flags of `skeg template`: all of `helm template`'s.

use std::collections::BTreeMap;

use crate::flags::shared::{COMMON, SkegFlags, ValuesFlags};
use crate::flags::{Flag, Flags, Group, Offer, Verbatim, Words, command_settings, flag, flag_settings, words};

flag_settings! {
    pub(super) struct RenderingFlags: "Rendering" {
        generate_name: bool = flag("generate-name", "generate a name if none is given").short('g'),
        name_template: Option<String> =
            flag("name-template", "a template for the release's name").value("TEMPLATE"),
        kube_version: Option<String> =
            flag("kube-version", "the Kubernetes version that templates see").value("VERSION"),
        api_versions: Vec<String> = flag("api-versions", "additional API versions that templates see")
            .comma_separated()
            .value("VERSION")
            .short('a'),
        is_upgrade: bool = flag("is-upgrade", "render as for an upgrade, not an install"),
        allow_dns: bool = flag("enable-dns", "let the template function getHostByName resolve names"),
    }
}

flag_settings! {
    pub(super) struct OutputFlags: "Output" {
        show_only: Vec<String> =
            flag("show-only", "only the output of these templates: paths in the chart, with * and ?")
                .value("PATH")
                .short('s'),
        crds: bool = flag("include-crds", "include crds/"),
        no_hooks: bool = flag("no-hooks", "omit hooks"),
        skip_tests: bool = flag("skip-tests", "omit test hooks"),
        folder: Option<String> = flag("output-dir", "write one file per template below this folder").folder(),
        in_folder_of_release: bool =
            flag("release-name", "with --output-dir: put them into a folder named after the release"),
    }
}

const OF_A_RELEASE: &str = "nothing is installed, so it changes nothing here";

flag_settings! {
    /// About installing, but Helm validates them.
    pub(super) struct InstallingFlags: "" {
        force_conflicts: Option<bool> = flag("force-conflicts", OF_A_RELEASE).hidden(),
        force_replace: Option<bool> = flag("force-replace", OF_A_RELEASE).hidden(),
        force: Option<bool> = flag("force", OF_A_RELEASE).deprecated("use --force-replace instead"),
        labels: BTreeMap<String, String> = flag("labels", OF_A_RELEASE).short('l').hidden(),
        take_ownership: bool = flag("take-ownership", OF_A_RELEASE).hidden(),
    }
}

/// Helm's words for waiting; only one has an effect here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waiting {
    Ordered,
    Other,
}

words! {
    Waiting {
        "ordered" => Waiting::Ordered,
        "watcher" | "hookOnly" | "legacy" | "true" | "false" => Waiting::Other,
    }
}

/// Accepted without effect, as in Helm: they are about installing.
const INSTALLING: Flags = &[&Group {
    title: "",
    flags: &[
        Flag::switch("create-namespace", OF_A_RELEASE).without_effect(),
        Flag::text("description", OF_A_RELEASE).without_effect(),
        Flag::switch("disable-openapi-validation", OF_A_RELEASE).without_effect(),
        Flag::switch("replace", OF_A_RELEASE).without_effect(),
        Flag::switch("rollback-on-failure", OF_A_RELEASE).without_effect(),
        Flag::switch("atomic", OF_A_RELEASE).without_effect().deprecated("use --rollback-on-failure instead"),
        Flag::switch("server-side", OF_A_RELEASE).without_effect(),
        Flag::switch("skip-crds", OF_A_RELEASE).without_effect(),
        Flag::duration("timeout", OF_A_RELEASE).without_effect(),
        Flag::switch("wait-for-jobs", OF_A_RELEASE).without_effect(),
        Flag::switch("hide-notes", OF_A_RELEASE)
            .without_effect()
            .deprecated("this flag has no effect for 'helm template' and will be removed in Helm 5"),
        Flag::switch("render-subchart-notes", OF_A_RELEASE)
            .without_effect()
            .deprecated("this flag has no effect for 'helm template' and will be removed in Helm 5"),
    ],
}];

flag_settings! {
    pub(super) struct ClusterFlags: "Cluster and repositories (repositories are not supported yet)" {
        wait: Option<Waiting> = flag("wait", "ordered: print resources in the order in which they are deployed")
            .bare("watcher"),
        dry_run: Option<Verbatim> =
            flag("dry-run", "client (the default), or server: templates see a cluster, which must know all kinds")
                .value("client|server")
                .bare("unset"),
        validate: Option<bool> = flag("validate", "ask a cluster").deprecated("use '--dry-run=server' instead"),
        post_renderer: Option<String> =
            flag("post-renderer", "a program that changes the manifests").value("PROGRAM"),
        post_renderer_arguments: Vec<String> =
            flag("post-renderer-args", "arguments of that program").value("ARGUMENT"),
        repository: Option<String> = flag("repo", "URL of the repository that has the chart").value("URL"),
        verify: bool = flag("verify", "check the signature of a packaged chart"),
        update_dependencies: bool = flag("dependency-update", "download charts that are missing in charts/"),
    }
}

const FOR_REPOSITORIES: &str = "for repositories, which are not supported yet";

const REPOSITORIES: Flags = &[&Group {
    title: "",
    flags: &[
        Flag::text("version", FOR_REPOSITORIES).without_effect(),
        Flag::switch("devel", FOR_REPOSITORIES).without_effect(),
        Flag::text("keyring", FOR_REPOSITORIES).without_effect(),
        Flag::text("username", FOR_REPOSITORIES).without_effect(),
        Flag::text("password", FOR_REPOSITORIES).without_effect(),
        Flag::text("ca-file", FOR_REPOSITORIES).without_effect(),
        Flag::text("cert-file", FOR_REPOSITORIES).without_effect(),
        Flag::text("key-file", FOR_REPOSITORIES).without_effect(),
        Flag::switch("insecure-skip-tls-verify", FOR_REPOSITORIES).without_effect(),
        Flag::switch("pass-credentials", FOR_REPOSITORIES).without_effect(),
        Flag::switch("plain-http", FOR_REPOSITORIES).without_effect(),
    ],
}];

flag_settings! {
    /// Helm's global flags.
    pub(super) struct GlobalFlags: "Global" {
        namespace: Option<String> =
            flag("namespace", "the release's namespace (default: that of the kubeconfig's context)")
                .name_of(Offer::Namespaces)
                .short('n')
                .or_variable("HELM_NAMESPACE"),
        debug: bool = flag("debug", "show invalid output too").or_variable("HELM_DEBUG"),
        repository_config: Option<String> =
            flag("repository-config", "the file with names of repositories").file().or_variable("HELM_REPOSITORY_CONFIG"),
    }
}

flag_settings! {
    /// How to reach the cluster, as Helm names it.
    pub(crate) struct HelmConnectionFlags: "Connection" {
        config: Option<String> = flag("kubeconfig", "the kubeconfig to use").file(),
        context: Option<String> =
            flag("kube-context", "the context to use").name_of(Offer::Contexts).or_variable("HELM_KUBECONTEXT"),
        api_server: Option<String> =
            flag("kube-apiserver", "the address of the API server").value("URL").or_variable("HELM_KUBEAPISERVER"),
        impersonate_groups: Vec<String> = flag("kube-as-group", "act as a member of this group")
            .comma_separated()
            .value("NAME")
            .or_variable("HELM_KUBEASGROUPS"),
        impersonate_user: Option<String> =
            flag("kube-as-user", "act as this user").value("NAME").or_variable("HELM_KUBEASUSER"),
        ca: Option<String> =
            flag("kube-ca-file", "file with the certificate authority").file().or_variable("HELM_KUBECAFILE"),
        insecure: bool = flag("kube-insecure-skip-tls-verify", "do not verify the API server's certificate")
            .or_variable("HELM_KUBEINSECURE_SKIP_TLS_VERIFY"),
        tls_name: Option<String> = flag("kube-tls-server-name", "the name its certificate must have")
            .value("NAME")
            .or_variable("HELM_KUBETLS_SERVER_NAME"),
        token: Option<String> = flag("kube-token", "a bearer token").value("TOKEN").or_variable("HELM_KUBETOKEN"),
    }
}

const FOR_THE_CLUSTER: &str = "nothing is fetched, so it changes nothing here";
const COLOUR: &[&str] = &["never", "auto", "always"];

const GLOBAL: Flags = &[&Group {
    title: "",
    flags: &[
        Flag::int("burst-limit", FOR_THE_CLUSTER).without_effect(),
        Flag::word("color", Words { all: COLOUR, shown: COLOUR }, "nothing is coloured here").without_effect(),
        Flag::word("colour", Words { all: COLOUR, shown: COLOUR }, "nothing is coloured here").without_effect(),
        Flag::text("content-cache", FOR_THE_CLUSTER).without_effect(),
        Flag::float("qps", FOR_THE_CLUSTER).without_effect(),
        Flag::text("registry-config", FOR_THE_CLUSTER).without_effect(),
        Flag::text("repository-cache", FOR_THE_CLUSTER).without_effect(),
        Flag::text("v", "how much Kubernetes' client logs").short('v').without_effect(),
    ],
}];

command_settings! {
    /// Flags that may precede the command.
    pub(in crate::command) struct GlobalSettings {
        flags: GlobalFlags,
        connection: HelmConnectionFlags,
    }
    also [GLOBAL]
}

command_settings! {
    pub(super) struct TemplateSettings {
        values: ValuesFlags,
        rendering: RenderingFlags,
        output: OutputFlags,
        skeg: SkegFlags,
        installing: InstallingFlags,
        cluster: ClusterFlags,
        global: GlobalSettings,
    }
    also [INSTALLING, REPOSITORIES, COMMON]
}
