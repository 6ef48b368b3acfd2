use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::ThreadId;

use crate::helpers::started;
use crate::processor::current;
use crate::{available, dismiss, scope, when_idle};

#[test]
fn helpers_do_what_is_offered_and_the_scope_waits_for_them() {
    let done = AtomicUsize::new(0);
    let work = || {
        done.fetch_add(1, Ordering::Relaxed);
    };
    scope(3, |helpers| helpers.offer(&work));
    assert_eq!(done.load(Ordering::Relaxed), 3.min(available() - 1));
}

#[test]
fn a_helper_starts_on_another_processor() {
    // Whoever is moved about by the system in between proves nothing.
    let elsewhere = (0..100).any(|_| {
        let before = current();
        let there = started(1).unwrap().install(current);
        current() == before && (there != before || before.is_none())
    });
    assert!(elsewhere || available() == 1);
}

#[test]
fn without_helpers_nothing_is_offered() {
    let work = || panic!("nobody is here to do it");
    assert_eq!(
        scope(0, |helpers| {
            helpers.offer(&work);
            7
        }),
        7
    );
}

#[test]
fn a_scope_inside_a_scope_ends_while_the_helpers_are_busy() {
    let gate = Mutex::new(());
    let outer = || drop(gate.lock());
    let inner = || {};
    scope(1, |helpers| {
        helpers.offer(&outer);
        scope(1, |helpers| helpers.offer(&inner));
    });
}

#[test]
fn helpers_may_run_everywhere() {
    let seen = Mutex::new(Vec::new());
    let work = || seen.lock().unwrap().push(std::thread::available_parallelism().unwrap());
    scope(1, |helpers| helpers.offer(&work));
    let here = std::thread::available_parallelism().unwrap();
    // One helper where there is a processor for it.
    assert_eq!(seen.into_inner().unwrap(), vec![here; 1.min(available() - 1)]);
}

/// In one, since only one may send them home.
#[test]
fn helpers_stay_until_they_are_dismissed() {
    let seen = Mutex::new(HashSet::<ThreadId>::new());
    let work = || {
        seen.lock().unwrap().insert(std::thread::current().id());
    };
    for _ in 0..100 {
        scope(8, |helpers| helpers.offer(&work));
    }
    let first = std::mem::take(&mut *seen.lock().unwrap());
    assert!(first.len() < available() && first.is_empty() == (available() == 1), "{first:?}");
    assert!(!first.contains(&std::thread::current().id()));

    let (done, when) = channel();
    when_idle(move || done.send(std::thread::current().id()).unwrap());
    match when.recv() {
        Ok(there) => assert_ne!(there, std::thread::current().id()),
        // Nobody is there to do it.
        Err(_) => assert_eq!(available(), 1),
    }

    dismiss();
    scope(8, |helpers| helpers.offer(&work));
    let second = seen.into_inner().unwrap();
    assert!(second.is_empty() == (available() == 1) && second.is_disjoint(&first), "{second:?}");
}
