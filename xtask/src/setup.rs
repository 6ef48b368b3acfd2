//! `cargo xtask setup`: has the reference Helms ready in the cache.

use crate::oracle;

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    if let Some(word) = words.first() {
        return Err(format!("setup takes no arguments, not {word:?}"));
    }
    for oracle in [oracle::V4, oracle::V3] {
        println!("Helm {} is ready: {}", oracle.generation, oracle.ready()?.display());
    }
    Ok(())
}
