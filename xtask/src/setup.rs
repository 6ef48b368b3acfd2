//! `cargo xtask setup`: has the reference Helms and the control plane of the test clusters ready in the cache.

use crate::go_build;
use skeg_go_programs::ALL;

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    if let Some(word) = words.first() {
        return Err(format!("setup takes no arguments, not {word:?}"));
    }
    let missing = ALL.iter().filter(|program| program.installed().is_err()).count();
    if missing > 0 {
        println!(
            "{missing} of {} programs are to be built from source: about 12 minutes on two cores for all, and 6 GB of \
             Go's caches; only this time",
            ALL.len()
        );
    }
    for program in ALL {
        println!("ready: {}", go_build::ready(program)?.display());
    }
    Ok(())
}
