//! Starts the programs in order, each as soon as its dependencies are ready.

use crate::cluster::TestCluster;
use crate::folder::Folder;
use crate::guard::Guard;
use crate::kubeconfig::{self, ADMIN, AUDITOR, CONTROL_PLANE, KUBELET, LIMITED};
use crate::server::Server;
use crate::{Error, Options, ports, stages, supplies, tools};
use skeg_go_programs::{ETCD, KUBECTL, KWOK};
use std::net::{Ipv4Addr, TcpStream};
use std::process::Command;
use std::time::Instant;

/// The log has only metadata of requests, and none of the control plane's own.
const AUDIT_POLICY: &str = "\
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- {level: None, users: ['system:apiserver', 'control-plane', 'kubelet']}
- {level: Metadata}
";

/// Starts all parts that the options name. Another program may take a port before ours listens on it, hence several
/// attempts.
pub(crate) fn launch(options: &Options) -> Result<TestCluster, Error> {
    let mut attempts = 3;
    loop {
        attempts -= 1;
        match try_launch(options) {
            Err(Error::Died { log, .. }) if attempts > 0 && log.contains("address already in use") => {}
            outcome => return outcome,
        }
    }
}

fn try_launch(options: &Options) -> Result<TestCluster, Error> {
    let began = Instant::now();
    let folder = Folder::create()?;
    let mut control_plane =
        ControlPlane { guard: Guard::start(folder.root())?, port: ports::free()?, folder, servers: Vec::new() };
    let etcd = control_plane.start_etcd()?;
    control_plane.start_apiserver(options, etcd)?;
    if options.controllers {
        control_plane.start_controllers(options)?;
    }
    if options.scheduler {
        control_plane.start_scheduler(options)?;
    }
    if options.kwok {
        control_plane.start_kwok()?;
    }
    supplies::bring(&mut control_plane, options)?;
    let ControlPlane { guard, folder, servers, port } = control_plane;
    Ok(TestCluster::new(guard, servers, folder, server_url(port), began.elapsed(), options.clone()))
}

/// A cluster that is starting. The guard is the first field, so that it is dropped first.
pub(crate) struct ControlPlane {
    guard: Guard,
    servers: Vec<Server>,
    folder: Folder,
    /// The API server's port.
    port: u16,
}

impl ControlPlane {
    /// Returns etcd's address.
    fn start_etcd(&mut self) -> Result<String, Error> {
        let (port, peer) = (ports::free()?, format!("https://127.0.0.1:{}", ports::free()?));
        let client = format!("http://127.0.0.1:{port}");
        let flags = [
            format!("--data-dir={}", self.folder.path("etcd").display()),
            format!("--listen-client-urls={client}"),
            format!("--advertise-client-urls={client}"),
            format!("--listen-peer-urls={peer}"),
            format!("--initial-advertise-peer-urls={peer}"),
            format!("--initial-cluster=default={peer}"),
            "--peer-auto-tls".to_owned(),
            "--unsafe-no-fsync".to_owned(),
        ];
        self.start(&ETCD, &flags)?.wait_until("etcd to listen", || listens(port))?;
        Ok(client)
    }

    fn start_apiserver(&mut self, options: &Options, etcd: String) -> Result<(), Error> {
        let (folder, port) = (&self.folder, self.port);
        let key = folder.token_key();
        let mut flags = vec![
            format!("--etcd-servers={etcd}"),
            "--bind-address=127.0.0.1".to_owned(),
            format!("--secure-port={port}"),
            format!("--cert-dir={}", folder.path("certs").display()),
            "--service-account-issuer=https://kubernetes.default.svc".to_owned(),
            format!("--service-account-key-file={}", key.display()),
            format!("--service-account-signing-key-file={}", key.display()),
            "--authorization-mode=RBAC".to_owned(),
            format!("--token-auth-file={}", folder.write("tokens.csv", &kubeconfig::token_lines())?.display()),
            "--service-cluster-ip-range=10.96.0.0/16".to_owned(),
            "--allow-privileged".to_owned(),
            format!("--audit-log-path={}", folder.path("audit.log").display()),
            format!("--audit-policy-file={}", folder.write("audit.yaml", AUDIT_POLICY)?.display()),
            "--audit-log-maxsize=10000".to_owned(),
            format!("--disable-admission-plugins={}", left_out(options)),
        ];
        flags.extend_from_slice(&options.apiserver_flags);
        let url = server_url(port);
        kubeconfig::write(folder, "kubeconfig", &url, &[ADMIN, LIMITED])?;
        kubeconfig::write(folder, "control-plane.kubeconfig", &url, &[CONTROL_PLANE, AUDITOR])?;
        let mut ready = self.kubectl()?;
        ready.args(["get", "--raw", "/readyz"]);
        let server = self.start(options.kubernetes.apiserver(), &flags)?;
        server.wait_until("the API server to listen", || listens(port))?;
        server.wait_until("the API server to be ready", || tools::run(&mut ready).map_err(|why| why.to_string()))?;
        Ok(())
    }

    fn start_controllers(&mut self, options: &Options) -> Result<(), Error> {
        let mut flags = self.client_flags();
        flags.extend([
            format!("--service-account-private-key-file={}", self.folder.token_key().display()),
            format!("--root-ca-file={}", self.folder.certificate().display()),
            "--use-service-account-credentials=false".to_owned(),
            // On a machine that was busy or asleep for a minute, it would consider the node dead and evict all pods.
            "--controllers=*,-node-lifecycle-controller".to_owned(),
        ]);
        self.start(options.kubernetes.controller_manager(), &flags).map(drop)
    }

    fn start_scheduler(&mut self, options: &Options) -> Result<(), Error> {
        self.start(options.kubernetes.scheduler(), &self.client_flags()).map(drop)
    }

    fn start_kwok(&mut self) -> Result<(), Error> {
        let (folder, port) = (&self.folder, ports::free()?);
        let kubeconfig = kubeconfig::write(folder, "kubelet.kubeconfig", &server_url(self.port), &[KUBELET])?;
        let flags = [
            format!("--kubeconfig={}", kubeconfig.display()),
            format!("--config={}", folder.write("kwok.yaml", &stages::documents(folder)?)?.display()),
            "--manage-all-nodes=true".to_owned(),
            "--cidr=10.244.0.1/16".to_owned(),
            "--node-ip=127.0.0.1".to_owned(),
            format!("--node-port={port}"),
            format!("--server-address=127.0.0.1:{port}"),
            format!("--tls-cert-file={}", folder.certificate().display()),
            format!("--tls-private-key-file={}", folder.certificate_key().display()),
            // With leases, pods stayed pending.
            "--node-lease-duration-seconds=0".to_owned(),
        ];
        self.start(&KWOK, &flags).map(drop)
    }

    fn client_flags(&self) -> Vec<String> {
        let kubeconfig = self.folder.path("control-plane.kubeconfig");
        let mut flags = ["kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig"]
            .map(|flag| format!("--{flag}={}", kubeconfig.display()))
            .to_vec();
        flags.extend(
            ["--leader-elect=false", "--secure-port=0", "--kube-api-qps=500", "--kube-api-burst=1000"]
                .map(str::to_owned),
        );
        flags
    }

    fn start(&mut self, program: &skeg_go_programs::Program, flags: &[String]) -> Result<&mut Server, Error> {
        let server = Server::start(program, flags, &self.folder, &self.guard)?;
        self.servers.push(server);
        let last = self.servers.len() - 1;
        Ok(&mut self.servers[last])
    }

    /// kubectl as the control plane's user.
    pub(crate) fn kubectl(&self) -> Result<Command, Error> {
        let kubeconfig = self.folder.path("control-plane.kubeconfig");
        Ok(tools::secluded(&KUBECTL.installed()?, self.folder.root(), &kubeconfig))
    }

    /// Fails if any of the programs has ended.
    pub(crate) fn check(&mut self) -> Result<(), Error> {
        self.servers.iter_mut().try_for_each(Server::check)
    }
}

/// Admission plugins to disable: without the controllers, nothing would remove the taint of a new node, or create
/// service accounts.
fn left_out(options: &Options) -> &'static str {
    if options.controllers { "TaintNodesByCondition" } else { "TaintNodesByCondition,ServiceAccount" }
}

fn server_url(port: u16) -> String {
    format!("https://127.0.0.1:{port}")
}

fn listens(port: u16) -> Result<(), String> {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).map(drop).map_err(|why| why.to_string())
}
