use std::thread::scope;

use crate::processor::current;
use crate::spawn;

#[test]
fn a_thread_starts_on_another_processor() {
    scope(|scope| {
        // Whoever is moved about by the system in between proves nothing.
        let elsewhere = (0..100).any(|_| {
            let before = current();
            let there = spawn(scope, None, current).unwrap().join().unwrap();
            current() == before && (there != before || before.is_none())
        });
        assert!(elsewhere || crate::available() == 1);
    });
}

#[test]
fn it_may_run_everywhere_again() {
    let free = scope(|scope| spawn(scope, Some(1 << 20), std::thread::available_parallelism).unwrap().join().unwrap());
    assert_eq!(free.unwrap(), std::thread::available_parallelism().unwrap());
}
