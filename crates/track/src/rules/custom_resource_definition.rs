//! CustomResourceDefinition: its names are accepted and it is served.

use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::condition;

pub(super) fn assess(object: &Object) -> Assessment {
    if let Some(names) = condition(object, "NamesAccepted")
        && names.is_false()
    {
        return Assessment::failed(format!("its names are taken: {}", names.explanation()));
    }
    match condition(object, "Established") {
        Some(established) if established.is_true() => Assessment::Ready,
        _ => Assessment::waits("it to be established"),
    }
}
