//! Builds missing programs of `skeg_go_programs` into the cache.

use skeg_go_programs::Program;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The path of the binary, which is built if it is missing.
pub(crate) fn ready(program: &Program) -> Result<PathBuf, String> {
    let binary = program.binary().map_err(|why| why.to_string())?;
    if !binary.exists() {
        build(program, &binary)?;
    }
    Ok(binary)
}

fn build(program: &Program, binary: &Path) -> Result<(), String> {
    let go = crate::go_toolchain::find()?;
    println!("building {} from source, once (minutes on a machine that has no Go packages yet)", program.package);
    let folder = binary.parent().unwrap_or(binary);
    std::fs::create_dir_all(folder).map_err(|why| format!("making {}: {why}", folder.display()))?;
    let unfinished = binary.with_extension(format!("{}.part", std::process::id()));
    let mut build = Command::new(go);
    build.current_dir(program.module_folder()).env("CGO_ENABLED", "0").env("GOFLAGS", "-mod=readonly -buildvcs=false");
    build.args(["build", "-trimpath", "-ldflags", &program.linker_flags(), "-o"]).arg(&unfinished).arg(program.package);
    crate::process::run(&mut build)?;
    std::fs::rename(&unfinished, binary).map_err(|why| format!("placing {}: {why}", binary.display()))
}
