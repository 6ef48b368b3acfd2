//! A preview on its way into a file, and back.

use jiff::Timestamp;
use serde_json::{Value, json};
use skeg_cluster::Cluster;
use skeg_plan::artifact::{
    API_VERSION, Choices, ClusterIdentity, Frozen, Head, LastRevision, ReleaseRevision, Storage, Tool,
};
use skeg_release_store::{Driver, Info, Release, Time, decode, encode};
use skeg_resources::managed_fields::ManualChanges;
use skeg_resources::{KnownSecrets, ResourceId};

use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::preview::Preview;
use crate::world::World;

/// What a file with the plan of a preview says, and what it holds. `delete_namespace` is for uninstalls.
pub async fn freeze(
    preview: &Preview,
    options: &DeployOptions,
    delete_namespace: bool,
    tool: Tool,
    world: &World,
) -> Result<(Head, Frozen), Error> {
    let plan = preview.plan.clone();
    let head = Head {
        api_version: API_VERSION.to_string(),
        timestamp: Timestamp::now().to_string(),
        release: ReleaseRevision {
            name: plan.release.name.clone(),
            namespace: plan.release.namespace.clone(),
            version: plan.revision,
        },
        deploy_type: plan.deploy_type,
        default_delete_propagation: options.policy.propagation,
        encrypted: false,
        tool,
        cluster: identify(&world.cluster).await?,
    };
    let frozen = Frozen {
        plan,
        record: preview.record.as_ref().map(encode).transpose()?.map(Value::String),
        record_labels: preview.record.as_ref().map(|record| record.labels.clone()).unwrap_or_default(),
        is_idle: preview.is_idle,
        last: preview.last.as_ref().map(last_revision),
        back_to: preview.back_to,
        choices: Choices {
            storage: storage(world.driver),
            keep_manual_changes: options.policy.manual_changes == ManualChanges::Keep,
            create_namespace: preview.creates_namespace,
            delete_namespace,
        },
        warnings: preview.warnings.clone(),
    };
    Ok((head, frozen))
}

/// The preview that was frozen. Of the last revision it has no more than is shown.
pub fn thaw(frozen: Frozen) -> Result<Preview, Error> {
    let record = record(&frozen)?;
    let last = |last: LastRevision| Release {
        revision: last.revision,
        info: Info {
            status: last.status,
            last_deployed: Time::parse(&last.deployed).unwrap_or(Time::NEVER),
            ..Info::default()
        },
        chart: json!({ "metadata": { "name": last.chart, "version": last.chart_version } }),
        ..Release::default()
    };
    Ok(Preview {
        release: frozen.plan.release.clone(),
        record,
        is_idle: frozen.is_idle,
        last: frozen.last.map(last),
        back_to: frozen.back_to,
        creates_namespace: frozen.choices.create_namespace,
        warnings: frozen.warnings,
        plan: frozen.plan,
    })
}

/// Makes known what is secret in a frozen plan, and that its names are not.
pub fn tell_secrets(frozen: &Frozen, secrets: &KnownSecrets) -> Result<(), Error> {
    secrets.add_all(&skeg_plan::secrets(&frozen.plan));
    frozen.plan.targets.iter().for_each(|target| secrets.publish(&target.id));
    record(frozen)?.iter().for_each(|record| record.tell(secrets));
    Ok(())
}

/// The record of the revision that the plan makes.
pub(super) fn record(frozen: &Frozen) -> Result<Option<Release>, Error> {
    let Some(Value::String(text)) = &frozen.record else { return Ok(None) };
    let mut record = decode("in the plan", text.as_bytes())?;
    record.labels = frozen.record_labels.clone();
    Ok(Some(record))
}

/// Which cluster this is.
pub(super) async fn identify(cluster: &Cluster) -> Result<ClusterIdentity, Error> {
    let id = ResourceId::new("", "Namespace", None, "kube-system");
    let uid = match cluster.get(&id, "v1").await {
        Ok(namespace) => namespace.and_then(|namespace| namespace.uid().map(str::to_string)).unwrap_or_default(),
        // Who may not look at it still may deploy; then the cluster is not told apart from others.
        Err(error) if error.is_forbidden() => String::new(),
        Err(error) => return Err(error.into()),
    };
    Ok(ClusterIdentity { id: uid, version: cluster.version().await?.git_version })
}

fn last_revision(last: &Release) -> LastRevision {
    LastRevision {
        revision: last.revision,
        status: last.info.status,
        chart: last.chart_name().to_string(),
        chart_version: last.chart_version().to_string(),
        deployed: last.info.last_deployed.to_string(),
    }
}

fn storage(driver: Driver) -> Storage {
    match driver {
        Driver::Secret => Storage::Secret,
        Driver::ConfigMap => Storage::ConfigMap,
    }
}

/// How the records of a frozen plan's release are kept.
pub fn frozen_driver(frozen: &Frozen) -> Driver {
    match frozen.choices.storage {
        Storage::Secret => Driver::Secret,
        Storage::ConfigMap => Driver::ConfigMap,
    }
}
