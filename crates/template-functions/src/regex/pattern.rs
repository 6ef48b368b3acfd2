//! A compiled pattern, and Go's ways of applying it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};

use skeg_go_template::{CallError, FastBuild, Machine, Str};

use super::effort::Effort;
use super::engine::{Engine, Places};
use super::expand::expand;
use super::translate::{Error, translate};

/// How many compiled patterns are cached.
const KEPT: usize = 256;

/// The most bytes of a pattern, and the most classes such as `\p{L}`, each of which takes long to compile.
const LONGEST: usize = 1 << 20;
const MOST_CLASSES: usize = 2000;
/// The limit for groups times bytes, with which the cost of matching grows.
const MOST_PLACES: usize = 4 << 20;
/// The cost of compiling a pattern, in steps of templates.
const WORK: u64 = 40_000;

/// How many states per byte of text count as one step: an automaton without a cache of its own checks each state for
/// each byte.
const PLACES_A_STEP: u64 = 32;

const TOO_LARGE: &str = "the result of the replacement is too large";

type Kept = HashMap<Str, Result<Pattern, Error>, FastBuild>;

thread_local! {
    /// The patterns that this thread has used.
    static OWN: RefCell<Kept> = RefCell::default();
}

/// The patterns compiled by any thread, which takes long and much memory.
static ALL: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// A compiled pattern, cheap to clone.
#[derive(Clone)]
pub(super) struct Pattern(Arc<Compiled>);

struct Compiled {
    engine: Engine,
    /// The names of the groups, from group 1.
    names: Vec<Option<String>>,
    /// The approximate number of states of a search.
    places: u64,
}

fn all() -> MutexGuard<'static, Kept> {
    ALL.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn keep(kept: &mut Kept, pattern: &[u8], compiled: &Result<Pattern, Error>) {
    if kept.len() >= KEPT {
        kept.clear();
    }
    kept.insert(Str::from(pattern), compiled.clone());
}

impl Pattern {
    /// Compiles a pattern, or takes it from the cache; counts one search in a text.
    pub(super) fn for_text(
        machine: &mut Machine<'_>,
        pattern: &[u8],
        text: &[u8],
    ) -> Result<Result<Pattern, Error>, CallError> {
        if !OWN.with_borrow(|own| own.contains_key(pattern)) {
            machine.spend(WORK + pattern.len() as u64)?;
        }
        let compiled = Pattern::kept(pattern);
        if let Ok(Pattern(compiled)) = &compiled {
            machine.spend(compiled.places.saturating_mul(text.len() as u64) / PLACES_A_STEP)?;
        }
        Ok(compiled)
    }

    fn kept(pattern: &[u8]) -> Result<Pattern, Error> {
        OWN.with_borrow_mut(|own| {
            if let Some(compiled) = own.get(pattern) {
                return compiled.clone();
            }
            let found = all().get(pattern).cloned();
            let compiled = found.unwrap_or_else(|| {
                let compiled = Pattern::compile(pattern);
                keep(&mut all(), pattern, &compiled);
                compiled
            });
            keep(own, pattern, &compiled);
            compiled
        })
    }

    fn compile(pattern: &[u8]) -> Result<Pattern, Error> {
        let too_large = || Error::new("expression too large", pattern);
        let classes = memchr::memmem::find_iter(pattern, b"\\p").chain(memchr::memmem::find_iter(pattern, b"\\P"));
        if pattern.len() > LONGEST || classes.count() > MOST_CLASSES {
            return Err(too_large());
        }
        let translated = translate(pattern)?;
        if translated.names.len().saturating_mul(pattern.len()) > MOST_PLACES {
            return Err(too_large());
        }
        let engine = Engine::new(translated.text).ok_or_else(too_large)?;
        Ok(Pattern(Arc::new(Compiled { engine, names: translated.names, places: places(pattern) })))
    }

    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        self.0.engine.is_match(&Subject::new(text).text)
    }

    pub(super) fn find(&self, text: &[u8]) -> Option<Range<usize>> {
        let subject = Subject::new(text);
        self.0.engine.find(&subject.text).map(|found| subject.original(found))
    }

    /// All matches that do not overlap; at most `limit` of them unless it is negative.
    pub(super) fn find_all(
        &self,
        machine: &mut Machine<'_>,
        text: &[u8],
        limit: i64,
    ) -> Result<Vec<Range<usize>>, CallError> {
        let subject = Subject::new(text);
        let find_at = self.0.engine.finder(&subject.text);
        let mut effort = Effort::new(&self.0.engine, &subject.text);
        let mut found = Vec::new();
        let (mut at, mut previous_end) = (0, None);
        while at <= subject.text.len() && (limit < 0 || (found.len() as i64) < limit) {
            effort.spend(machine, at)?;
            let Some(hit) = find_at(at) else { break };
            // An empty match right after another match does not count.
            let mut accept = true;
            if hit.end == at {
                accept = previous_end != Some(hit.start);
                at = subject.after(at);
            } else {
                at = hit.end;
            }
            previous_end = Some(hit.end);
            if accept {
                found.push(subject.original(hit));
            }
        }
        Ok(found)
    }

    /// Replaces all matches by a template with `$` in it.
    pub(super) fn replace_all(
        &self,
        machine: &mut Machine<'_>,
        text: &[u8],
        template: &[u8],
    ) -> Result<Vec<u8>, CallError> {
        if !template.contains(&b'$') {
            return self.replace_all_literal(machine, text, template);
        }
        let Compiled { engine, names, .. } = &*self.0;
        let subject = Subject::new(text);
        let mut places = engine.places(&subject.text).ok_or(TOO_LARGE)?;
        let locate = |at: usize, places: &mut Places| engine.captures_at(places, &subject.text, at);
        let effort = Effort::new(engine, &subject.text);
        replace(machine, text, &subject, effort, &mut places, locate, |out, places| {
            let group = |number| places.get(number).map(|(start, end)| subject.original(start..end));
            expand(out, template, names, text, group);
        })
    }

    /// Replaces all matches by a text.
    pub(super) fn replace_all_literal(
        &self,
        machine: &mut Machine<'_>,
        text: &[u8],
        replacement: &[u8],
    ) -> Result<Vec<u8>, CallError> {
        let subject = Subject::new(text);
        let find_at = self.0.engine.finder(&subject.text);
        let effort = Effort::new(&self.0.engine, &subject.text);
        let write = |out: &mut Vec<u8>, _: &()| out.extend_from_slice(replacement);
        replace(machine, text, &subject, effort, &mut (), |at, _| find_at(at), write)
    }
}

/// An upper limit for the states of a pattern once its counted repetitions are expanded. Go limits the product of
/// nested ones to a thousand.
fn places(pattern: &[u8]) -> u64 {
    let counts = pattern.split(|byte| *byte == b'{').skip(1).filter_map(|rest| {
        let end = rest.iter().position(|byte| *byte == b'}')?;
        let last = rest[..end].rsplit(|byte| *byte == b',').find(|digits| !digits.is_empty())?;
        std::str::from_utf8(last).ok()?.parse::<u64>().ok()
    });
    let mut greatest = 1;
    let mut all: u64 = 1;
    for count in counts.map(|count| count.clamp(1, 1000)) {
        greatest = greatest.max(count);
        all = all.saturating_mul(count).min(1000);
    }
    pattern.len() as u64 * if is_nested(pattern) { all } else { greatest }
}

/// Whether counted repetitions may be nested: something in parentheses is repeated.
fn is_nested(pattern: &[u8]) -> bool {
    memchr::memmem::find(pattern, b"){").is_some()
}

/// Replaces each match in a text.
fn replace<P>(
    machine: &mut Machine<'_>,
    text: &[u8],
    subject: &Subject<'_>,
    mut effort: Effort<'_>,
    places: &mut P,
    locate: impl Fn(usize, &mut P) -> Option<Range<usize>>,
    mut write: impl FnMut(&mut Vec<u8>, &P),
) -> Result<Vec<u8>, CallError> {
    let mut out = Vec::with_capacity(text.len());
    let (mut last_end, mut at) = (0, 0);
    while at <= subject.text.len() {
        effort.spend(machine, at)?;
        let Some(hit) = locate(at, places) else { break };
        out.extend_from_slice(&text[subject.original(last_end..hit.start)]);
        // Not for an empty match right after another match.
        if hit.end > last_end || hit.start == 0 {
            write(&mut out, places);
        }
        if out.len() > machine.output_limit() {
            return Err(TOO_LARGE.into());
        }
        last_end = hit.end;
        at = hit.end.max(subject.after(at));
    }
    out.extend_from_slice(&text[subject.original(last_end..subject.text.len())]);
    Ok(out)
}

/// A text to match: as it is, or with each byte of invalid UTF-8 replaced, as Go reads it.
struct Subject<'t> {
    text: Cow<'t, str>,
    /// For a replaced text: the original position of each byte, and of the end.
    places: Vec<usize>,
}

impl<'t> Subject<'t> {
    fn new(bytes: &'t [u8]) -> Subject<'t> {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Subject { text: Cow::Borrowed(text), places: Vec::new() };
        }
        let (mut text, mut places, mut at) = (String::new(), Vec::new(), 0);
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            places.extend(at..at + chunk.valid().len());
            at += chunk.valid().len();
            for _ in chunk.invalid() {
                text.push(char::REPLACEMENT_CHARACTER);
                places.extend([at; 3]);
                at += 1;
            }
        }
        places.push(at);
        Subject { text: Cow::Owned(text), places }
    }

    /// The same range in the original bytes.
    fn original(&self, range: Range<usize>) -> Range<usize> {
        let place = |at: usize| self.places.get(at).copied().unwrap_or(at);
        place(range.start)..place(range.end)
    }

    /// The position after the character at `at`; beyond the end if there is none.
    fn after(&self, at: usize) -> usize {
        at + self.text[at..].chars().next().map_or(1, char::len_utf8)
    }
}
