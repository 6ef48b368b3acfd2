//! Runs commands inside the test, and makes charts for them.

use std::fs;
use std::path::{Path, PathBuf};

use skeg_cli::{Environment, Invocation, run};

/// The result of a command.
pub(crate) struct Outcome {
    pub(crate) status: u8,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Outcome {
    /// Stdout of a command that must have succeeded.
    pub(crate) fn printed(&self) -> &str {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""), "stdout: {}", String::from_utf8_lossy(&self.stdout));
        std::str::from_utf8(&self.stdout).expect("UTF-8")
    }

    /// Stderr of a command that must have failed without output.
    pub(crate) fn refused(&self) -> &str {
        assert_eq!((self.status, self.stdout.as_slice()), (1, b"".as_slice()), "stderr: {}", self.stderr);
        &self.stderr
    }
}

/// Runs a command in a folder, with additional variables and this stdin.
pub(crate) fn skeg_with(directory: &Path, words: &[&str], variables: &[(&str, &str)], mut input: &[u8]) -> Outcome {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let usual = [("KUBECONFIG", "/dev/null"), ("TZ", "UTC")];
    let usual = usual.into_iter().filter(|(name, _)| variables.iter().all(|(other, _)| name != other));
    let status = run(Invocation {
        arguments: words.iter().map(|word| word.to_string()).collect(),
        environment: usual.chain(variables.iter().copied()).collect::<Environment>(),
        directory: directory.to_path_buf(),
        input: &mut input,
        output: &mut stdout,
        errors: &mut stderr,
        colour: false,
        colour_on_output: false,
        output_is_terminal: false,
        terminal: None,
        is_last: false,
        stack: 0,
    });
    Outcome { status, stdout, stderr: String::from_utf8_lossy(&stderr).into_owned() }
}

/// Runs a command in a folder.
pub(crate) fn skeg(directory: &Path, words: &[&str]) -> Outcome {
    skeg_with(directory, words, &[], b"")
}

/// Creates a new folder with files; paths are relative to it.
pub(crate) fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if root.exists() {
        fs::remove_dir_all(&root).expect("an old folder goes");
    }
    fs::create_dir_all(&root).expect("a folder");
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    root
}

/// Creates a folder with a small chart `shop` inside.
pub(crate) fn shop(name: &str) -> PathBuf {
    folder(name, SHOP)
}

/// A chart with a template, a hook, a test, a CRD and notes.
pub(crate) const SHOP: &[(&str, &str)] = &[
    ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.2.3\n"),
    ("shop/values.yaml", "images:\n  repository: nginx\n  tag: one\nname: web\n"),
    (
        "shop/templates/web.yaml",
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.name }}\nspec:\n  image: {{ .Values.images.repository }}:{{ .Values.images.tag }}\n  release: {{ .Release.Name }}.{{ .Release.Namespace }}\n",
    ),
    (
        "shop/templates/hooks.yaml",
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: pre\n  annotations:\n    helm.sh/hook: pre-install\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: try\n  annotations:\n    helm.sh/hook: test\n",
    ),
    ("shop/templates/NOTES.txt", "Visit {{ .Values.name }}.\n"),
    ("shop/crds/crd.yaml", "kind: CustomResourceDefinition\n"),
];
