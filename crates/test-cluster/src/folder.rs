//! The folder of a cluster, and the paths in it.

use crate::{Error, ports};
use std::path::{Path, PathBuf};

/// Created here, removed by the guard.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(crate) fn create() -> Result<Self, Error> {
        let name = format!("skeg-test-cluster-{}-{:016x}", std::process::id(), ports::random());
        let folder = Self { root: std::env::temp_dir().join(name) };
        for path in [folder.root.clone(), folder.root.join("logs"), folder.root.join("home")] {
            std::fs::create_dir(&path).map_err(|source| Error::File { action: "making", path, source })?;
        }
        Ok(folder)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// The file with the output of a program of the control plane.
    pub(crate) fn log(&self, program: &str) -> PathBuf {
        self.root.join("logs").join(format!("{program}.log"))
    }

    /// The certificate that the API server creates for itself, together with its authority.
    pub(crate) fn certificate(&self) -> PathBuf {
        self.root.join("certs/apiserver.crt")
    }

    pub(crate) fn certificate_key(&self) -> PathBuf {
        self.root.join("certs/apiserver.key")
    }

    /// The key that signs the tokens of service accounts: etcd's peer key is reused.
    pub(crate) fn token_key(&self) -> PathBuf {
        self.root.join("etcd/fixtures/peer/key.pem")
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf, Error> {
        let path = self.path(name);
        match std::fs::write(&path, text) {
            Ok(()) => Ok(path),
            Err(source) => Err(Error::File { action: "writing", path, source }),
        }
    }
}
