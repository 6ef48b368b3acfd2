//! How the command is linked.

use crate::skipping::skipped;

/// The program header of a file that wants a loader for its libraries.
const INTERPRETER: u32 = 3;

#[test]
fn the_command_needs_no_libraries() {
    if option_env!("SKEG_LINKED").is_none() {
        skipped("there are no static libraries to link with");
        return;
    }
    let file = std::fs::read(env!("CARGO_BIN_EXE_skeg")).unwrap();
    let short = |at: usize| usize::from(u16::from_le_bytes(file[at..at + 2].try_into().unwrap()));
    let headers = usize::try_from(u64::from_le_bytes(file[32..40].try_into().unwrap())).unwrap();
    let (size, count) = (short(54), short(56));
    let kinds = (0..count).map(|number| headers + number * size).map(|at| &file[at..at + 4]);
    let kinds: Vec<u32> = kinds.map(|kind| u32::from_le_bytes(kind.try_into().unwrap())).collect();
    assert!(!kinds.is_empty() && !kinds.contains(&INTERPRETER), "{kinds:?}");
}
