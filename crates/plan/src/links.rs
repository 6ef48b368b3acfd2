//! Which turns of wanted resources wait for which others, by annotations and by fields that refer to other resources.

use std::fmt::Write as _;

use skeg_resources::{Dependency, Matcher, Resource, State, Why};

use crate::catalogue::Catalogue;
use crate::install::Install;
use crate::reason::Reason;
use crate::request::Request;
use crate::sequence::Sequence;

/// One turn waits for another of the same stage. If the other is in a later stage, this makes a cycle.
pub(crate) struct Link {
    pub(crate) waiter: usize,
    pub(crate) on: usize,
    pub(crate) state: State,
    pub(crate) why: Reason,
}

/// All links, and the warnings found on the way.
#[derive(Default)]
pub(crate) struct Links {
    pub(crate) links: Vec<Link>,
    /// Annotations that match nothing.
    pub(crate) unmatched: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

/// Links the turns, and marks those that others need ready as awaited.
pub(crate) fn links(request: &Request, installs: &mut [Install], order: Option<&Sequence<'_>>) -> Links {
    let catalogue = Catalogue::new(&request.desired);
    let mut turns: Vec<Vec<usize>> = vec![Vec::new(); request.desired.len()];
    for (index, install) in installs.iter().enumerate() {
        turns[install.resource].push(index);
    }
    let mut result = Links::default();
    for waiter in 0..installs.len() {
        let resource = &request.desired[installs[waiter].resource];
        for dependency in &resource.rules.deploy_dependencies {
            let mut found = catalogue.find(&dependency.on);
            found.retain(|other| request.desired[*other].id != resource.id);
            if found.is_empty() && turns[installs[waiter].resource][0] == waiter {
                result.unmatched.extend(unmatched(resource, dependency, &catalogue));
            }
            if installs[waiter].decision.change().is_none() {
                continue;
            }
            for other in found {
                link(request, installs, waiter, dependency, &turns[other], order, &mut result);
            }
        }
    }
    result
}

/// Links one turn with those of a resource that it depends on.
fn link(
    request: &Request,
    installs: &mut [Install],
    waiter: usize,
    dependency: &Dependency,
    turns: &[usize],
    order: Option<&Sequence<'_>>,
    result: &mut Links,
) {
    let stage = installs[waiter].stage;
    let same = turns.iter().find(|turn| installs[**turn].stage == stage);
    let earlier = turns.iter().rev().find(|turn| installs[**turn].stage < stage);
    let Some(&on) = same.or(earlier).or(turns.first()) else { return };
    let is_manual = matches!(dependency.why, Why::Annotation(_));
    if !is_manual && comes_too_late(&installs[waiter], &installs[on], order) {
        // Charts may rely on an object of an earlier revision; warn only if none exists yet.
        if !installs[on].exists {
            result.warnings.push(too_late_warning(request, &installs[waiter], dependency, &installs[on]));
        }
        return;
    }
    let target = &mut installs[on];
    if dependency.state == State::Ready && (target.exists || target.decision.change().is_some()) {
        target.is_tracked = true;
        target.is_awaited = true;
    }
    if target.stage >= stage {
        result.links.push(Link { waiter, on, state: dependency.state, why: reason(dependency) });
    }
}

/// Whether stages, weights or the order of charts deploy the other after the resource that refers to it.
fn comes_too_late(waiter: &Install, on: &Install, order: Option<&Sequence<'_>>) -> bool {
    let is_same_stage = on.stage == waiter.stage;
    if is_same_stage && order.is_some_and(|order| order.is_after(on.resource, waiter.resource)) {
        return true;
    }
    let is_heavier = matches!((waiter.weight, on.weight), (Some(waiter), Some(on)) if on > waiter);
    on.stage > waiter.stage || (is_same_stage && is_heavier)
}

/// The reason of an edge for this dependency.
pub(crate) fn reason(dependency: &Dependency) -> Reason {
    let state = dependency.state;
    match &dependency.why {
        Why::Annotation(annotation) => Reason::Annotation { annotation: annotation.clone(), state },
        Why::Detected(field) => Reason::Detected { field: field.clone(), state },
    }
}

/// The warning about a reference to a resource that is created only later.
fn too_late_warning(request: &Request, waiter: &Install, dependency: &Dependency, on: &Install) -> String {
    let (user, used) = (&request.desired[waiter.resource], &request.desired[on.resource]);
    let place = |install: &Install| match install.weight {
        Some(weight) if on.stage == waiter.stage && waiter.weight != on.weight => format!("weight {weight}"),
        _ if on.stage == waiter.stage => request.desired[install.resource].origin.to_string(),
        _ => format!("stage {}", install.stage.name()),
    };
    format!(
        "{} ({}) needs {} ({}), which is created only after it ({})",
        user.id,
        place(waiter),
        used.id,
        reason(dependency),
        place(on)
    )
}

/// The message for a dependency by annotation that matches nothing.
fn unmatched(resource: &Resource, dependency: &Dependency, catalogue: &Catalogue<'_>) -> Option<String> {
    let Why::Annotation(annotation) = &dependency.why else { return None };
    let mut text = format!("{}: annotation {annotation} matches no resource of the release", resource.id);
    let _ = write!(text, " ({})", described(&dependency.on));
    if let Some(near) = catalogue.nearest(&dependency.on).filter(|near| near.id != resource.id) {
        let _ = write!(text, "; did you mean {}?", near.id);
    } else {
        text.push_str("; for one outside of the release: <name>.external-dependency.werf.io");
    }
    Some(text)
}

fn described(matcher: &Matcher) -> String {
    let parts = [
        ("group", &matcher.group),
        ("version", &matcher.version),
        ("kind", &matcher.kind),
        ("namespace", &matcher.namespace),
        ("name", &matcher.name),
    ];
    let given = parts.iter().filter_map(|(key, value)| Some(format!("{key}={}", value.as_ref()?)));
    given.collect::<Vec<_>>().join(",")
}
