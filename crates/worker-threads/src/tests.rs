use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::ThreadId;

use crate::{available, scope, stop, when_idle};

#[test]
fn workers_do_what_is_offered_and_the_scope_waits_for_them() {
    let done = AtomicUsize::new(0);
    let work = || {
        done.fetch_add(1, Ordering::Relaxed);
    };
    scope(3, |workers| workers.offer(&work));
    assert_eq!(done.load(Ordering::Relaxed), 3.min(available() - 1));
}

#[test]
fn without_workers_nothing_is_offered() {
    let work = || panic!("nobody is here to do it");
    assert_eq!(
        scope(0, |workers| {
            workers.offer(&work);
            7
        }),
        7
    );
}

#[test]
fn a_scope_inside_a_scope_ends_while_the_workers_are_busy() {
    let gate = Mutex::new(());
    let outer = || drop(gate.lock());
    let inner = || {};
    scope(1, |workers| {
        workers.offer(&outer);
        scope(1, |workers| workers.offer(&inner));
    });
}

/// One test for both, since only one may stop the workers.
#[test]
fn workers_stay_until_they_are_stopped() {
    let seen = Mutex::new(HashSet::<ThreadId>::new());
    let work = || {
        seen.lock().unwrap().insert(std::thread::current().id());
    };
    for _ in 0..100 {
        scope(8, |workers| workers.offer(&work));
    }
    let first = std::mem::take(&mut *seen.lock().unwrap());
    assert!(first.len() < available() && first.is_empty() == (available() == 1), "{first:?}");
    assert!(!first.contains(&std::thread::current().id()));

    let (done, when) = channel();
    when_idle(move || done.send(std::thread::current().id()).unwrap());
    match when.recv() {
        Ok(there) => assert_ne!(there, std::thread::current().id()),
        // There is no worker to do it.
        Err(_) => assert_eq!(available(), 1),
    }

    stop();
    scope(8, |workers| workers.offer(&work));
    let second = seen.into_inner().unwrap();
    assert!(second.is_empty() == (available() == 1) && second.is_disjoint(&first), "{second:?}");
}
