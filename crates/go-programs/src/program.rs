//! One program: the module that pins it, how it is linked, where its binary is kept.

use crate::Error;
use crate::cache::{cache, fingerprint};
use std::path::{Path, PathBuf};

/// A command in one of the Go modules under `xtask`.
#[derive(Debug)]
pub struct Program {
    /// What the binary is called.
    pub name: &'static str,
    /// The path of its package, as Go imports it.
    pub package: &'static str,
    /// The folder of its module, under `xtask`.
    pub(crate) module: &'static str,
    /// Variables the linker sets (`-X`), mostly the version that the program says it has.
    pub(crate) settings: &'static [&'static str],
}

impl Program {
    /// The folder with the `go.mod` to build it from.
    pub fn module_folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../xtask").join(self.module)
    }

    /// The value of `-ldflags` for `go build`.
    pub fn linker_flags(&self) -> String {
        self.settings.iter().fold("-s -w".to_owned(), |flags, setting| format!("{flags} -X {setting}"))
    }

    /// Where the binary is kept, whether it is there or not. The pins and the flags are part of the name, so a change
    /// of either builds anew.
    pub fn binary(&self) -> Result<PathBuf, Error> {
        let folder = self.module_folder();
        let pins = [read(folder.join("go.mod"))?, read(folder.join("go.sum"))?];
        let key = fingerprint(&[&pins[0], &pins[1], self.linker_flags().as_bytes()]);
        let module = self.module.rsplit('/').next().unwrap_or(self.module);
        Ok(cache()?.join("programs").join(format!("{module}-{key}")).join(self.name))
    }

    /// The binary, which has to be there.
    pub fn installed(&self) -> Result<PathBuf, Error> {
        let binary = self.binary()?;
        if binary.exists() { Ok(binary) } else { Err(Error::Missing { name: self.name, binary }) }
    }
}

fn read(path: PathBuf) -> Result<Vec<u8>, Error> {
    std::fs::read(&path).map_err(|source| Error::Read { path, source })
}
