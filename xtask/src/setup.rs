//! `cargo xtask setup [--other-kubernetes]`: builds the reference Helms and the control plane of the test clusters into
//! the cache.

use crate::go_build;
use skeg_go_programs::{ALL, OTHER_KUBERNETES, Program};

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    let other = match words {
        [] => &[][..],
        [word] if word == "--other-kubernetes" => OTHER_KUBERNETES,
        _ => return Err(format!("setup has one option, --other-kubernetes, not {words:?}")),
    };
    let programs: Vec<&Program> = ALL.iter().chain(other).collect();
    let missing = programs.iter().filter(|program| program.installed().is_err()).count();
    if missing > 0 {
        println!(
            "{missing} of {} programs are to be built from source: about 12 minutes on two cores for all, and 6 GB of \
             Go's caches; only this time",
            programs.len()
        );
    }
    for program in programs {
        println!("ready: {}", go_build::ready(program)?.display());
    }
    Ok(())
}
