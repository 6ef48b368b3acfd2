//! Links the command so that it starts quickly.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |variable: &str, value: &str| variable_of(variable) == value;
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        // Tens of thousands of addresses need not be filled in at every start.
        println!("cargo:rustc-link-arg-bins=-no-pie");
        let is_native = variable_of("TARGET") == variable_of("HOST");
        if is_native && is("CARGO_CFG_TARGET_ARCH", "x86_64") {
            link_statically();
            if variable_of("PROFILE") == "release" {
                lay_out();
            }
        }
    }
}

/// Libraries need not be found, mapped and bound at every start, and the file runs wherever Linux does. rustc asks for shared
/// ones unless it is told otherwise for every crate, macros included; so these names lead to the static ones. Where one of
/// them is not installed, all stays as it is.
fn link_statically() {
    let [Some(c), Some(m), Some(gcc)] = ["libc.a", "libm.a", "libgcc_eh.a"].map(installed) else { return };
    let folder = PathBuf::from(variable_of("OUT_DIR"));
    for (name, library) in [("libc.so", c), ("libm.so", m), ("libgcc_s.so", gcc)] {
        let text = format!("INPUT(\"{}\")\n", library.display());
        if let Err(error) = std::fs::write(folder.join(name), text) {
            println!("cargo:warning=writing {name}: {error}");
            return;
        }
    }
    println!("cargo:rustc-link-arg-bins=-static");
    println!("cargo:rustc-link-arg-bins=-L{}", folder.display());
    println!("cargo:rustc-env=SKEG_LINKED=statically");
}

/// What renderings execute lies side by side, in a quarter of the pages it would otherwise be strewn over. Not every linker
/// takes such scripts: one that does not is left alone.
fn lay_out() {
    println!("cargo:rerun-if-changed=first.ld");
    let script = PathBuf::from(variable_of("CARGO_MANIFEST_DIR")).join("first.ld");
    let argument = format!("-Wl,-T,{}", script.display());
    if links_with(&argument) {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
}

/// Whether a program of one line can be linked so.
fn links_with(argument: &str) -> bool {
    let folder = PathBuf::from(variable_of("OUT_DIR"));
    let source = folder.join("one_line.rs");
    if std::fs::write(&source, "fn main() {}\n").is_err() {
        return false;
    }
    let mut rustc = Command::new(variable_of("RUSTC"));
    rustc.arg(source).arg("-o").arg(folder.join("one_line"));
    rustc.args(variable_of("CARGO_ENCODED_RUSTFLAGS").split('\x1f').filter(|flag| !flag.is_empty()));
    if let Some(linker) = std::env::var_os("RUSTC_LINKER") {
        rustc.arg("-C").arg(format!("linker={}", linker.display()));
    }
    rustc.arg("-C").arg(format!("link-arg={argument}"));
    rustc.output().is_ok_and(|output| output.status.success())
}

/// Where the linker would find a library.
fn installed(library: &str) -> Option<PathBuf> {
    let linker = std::env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let output = Command::new(linker).arg(format!("-print-file-name={library}")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    let path = Path::new(path.trim());
    // What is not found is printed as it was asked for.
    path.is_absolute().then(|| path.to_path_buf())
}

fn variable_of(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}
