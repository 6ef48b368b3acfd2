//! The fuzz targets: one file per target.

mod archive;
mod conditions;
mod dates;
mod execute;
mod frozen;
mod functions;
mod json;
mod kubeconfig;
mod records;
mod regex;
mod schema;
mod secret;
mod semver;
mod set;
mod template;
mod toml;
mod yaml;

/// A parser and its inputs.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// Words that mutations insert.
    pub(crate) dictionary: &'static [&'static str],
    pub(crate) seeds: fn() -> Vec<Vec<u8>>,
    /// Panics if the code under test breaks a guarantee.
    pub(crate) run: fn(&[u8]),
}

pub(crate) const ALL: &[Target] = &[
    template::TARGET,
    execute::TARGET,
    yaml::TARGET,
    json::TARGET,
    set::TARGET,
    semver::TARGET,
    archive::TARGET,
    secret::TARGET,
    frozen::TARGET,
    schema::TARGET,
    regex::TARGET,
    toml::TARGET,
    dates::TARGET,
    records::TARGET,
    kubeconfig::TARGET,
    conditions::TARGET,
];

/// The target with this name.
pub(crate) fn find(name: &str) -> Result<&'static Target, String> {
    let names = || ALL.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
    ALL.iter().find(|target| target.name == name).ok_or_else(|| format!("no target {name:?}; there are: {}", names()))
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn every_target_has_seeds_that_run() {
        for target in ALL {
            let seeds = (target.seeds)();
            assert!(seeds.len() >= 5, "{} has {} seeds", target.name, seeds.len());
            seeds.iter().for_each(|seed| (target.run)(seed));
        }
    }
}
