//! The queue for a lock: first come, first served.
//!
//! Each waiter has an annotation of its own with a number one above those it found. Waiters that arrive at the same
//! moment get the same number, and their ids decide. The queue is only a courtesy: the lock's own record decides who
//! gets it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use skeg_resources::Object;

use super::holder::Holder;
use super::record::Place;

/// How long each waiter ahead may take to acquire a free lock before it counts as gone.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// A waiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Waiter {
    /// Lower numbers go first.
    pub(super) number: u64,
    #[serde(flatten)]
    pub(super) who: Holder,
    #[serde(skip)]
    pub(super) key: String,
}

impl Waiter {
    /// A new waiter at the end of the queue.
    pub(super) fn behind(queue: &[Waiter], place: &Place, who: Holder) -> Waiter {
        let number = queue.iter().map(|waiter| waiter.number).max().map_or(1, |last| last.saturating_add(1));
        Waiter { number, key: place.waiter_key(&who.uuid), who }
    }

    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    fn order(&self) -> (u64, &str) {
        (self.number, &self.key)
    }
}

/// All waiters in order.
pub(super) fn waiters(place: &Place, board: Option<&Object>) -> Vec<Waiter> {
    let prefix = place.waiter_prefix();
    let annotations = board.into_iter().flat_map(Object::annotations).filter(|(key, _)| key.starts_with(&prefix));
    let waiters = annotations.filter_map(|(key, text)| {
        let waiter: Waiter = serde_json::from_str(text).ok()?;
        Some(Waiter { key: key.to_string(), ..waiter })
    });
    let mut queue: Vec<Waiter> = waiters.collect();
    queue.sort_by(|one, other| one.order().cmp(&other.order()));
    queue
}

/// The waiters ahead of one; all of them if it is not in the queue. Waiters known to be dead are skipped.
pub(super) fn ahead<'a>(queue: &'a [Waiter], own_key: &str) -> Vec<&'a Waiter> {
    let before = queue.iter().take_while(|waiter| waiter.key != own_key);
    before.filter(|waiter| !waiter.who.is_gone()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use skeg_resources::Object;

    use super::{Holder, Place, Waiter, ahead, waiters};

    fn names(waiters: &[&Waiter]) -> Vec<String> {
        waiters.iter().map(|waiter| waiter.who.user.clone()).collect()
    }

    #[test]
    fn who_came_first_goes_first() {
        let place = Place::of("test");
        let mut board: Object = Object::try_from(
            json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x", "annotations": {"other": "1"}}}),
        )
        .unwrap();
        let who = |uuid: &str, user: &str| {
            let mut who = Holder::unknown(uuid);
            who.user = user.to_string();
            who
        };
        // Ids in the opposite order, and one of another release.
        for (uuid, user) in [("c", "ann"), ("b", "bob"), ("a", "cleo")] {
            let waiter = Waiter::behind(&waiters(&place, Some(&board)), &place, who(uuid, user));
            board.set_annotation(&waiter.key, &waiter.text());
        }
        let other = Waiter::behind(&[], &Place::of("other"), who("0", "dan"));
        board.set_annotation(&other.key, &other.text());
        let found = waiters(&place, Some(&board));
        assert_eq!(names(&found.iter().collect::<Vec<_>>()), ["ann", "bob", "cleo"]);
        assert_eq!(names(&ahead(&found, &place.waiter_key("a"))), ["ann", "bob"]);
        assert_eq!(names(&ahead(&found, &place.waiter_key("new"))), ["ann", "bob", "cleo"]);
        assert!(ahead(&found, &place.waiter_key("c")).is_empty());
        assert_eq!(waiters(&place, None), []);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_dead_of_this_machine_go_nowhere() {
        let place = Place::of("test");
        let alive = Waiter::behind(&[], &place, Holder::this("b", "bob", "here", String::new()));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let text = alive.text().replace(&format!("\"pid\":{}", std::process::id()), &format!("\"pid\":{}", child.id()));
        child.wait().unwrap();
        let dead = Waiter { key: "k".to_string(), ..serde_json::from_str(&text).unwrap() };
        assert_ne!(dead.who.pid, alive.who.pid);
        assert_eq!(names(&ahead(&[dead, alive], "own")), ["bob"]);
    }
}
