//! APIService: its backend answers.

use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::condition;

pub(super) fn assess(object: &Object) -> Assessment {
    match condition(object, "Available") {
        Some(available) if available.is_true() => Assessment::Ready,
        Some(available) => Assessment::waits(format!("the API to answer: {}", available.explanation())),
        None => Assessment::waits("the API to answer"),
    }
}
