//! Random text and numbers from the system's generator.

use skeg_go_template::{CallError, Function, Machine, Param, Value};

use crate::args;
use crate::runes::{self, Runes};
use crate::strings::too_large;

use Param::{Int, String};

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("randAlphaNum", &[Int], |m, a| characters(m, args::int(a, 0), |b| b.is_ascii_alphanumeric())),
    Function::fixed("randAlpha", &[Int], |m, a| characters(m, args::int(a, 0), |b| b.is_ascii_alphabetic())),
    Function::fixed("randNumeric", &[Int], |m, a| characters(m, args::int(a, 0), |b| b.is_ascii_digit())),
    Function::fixed("randAscii", &[Int], |m, a| characters(m, args::int(a, 0), |b| (32..127).contains(b))),
    Function::fixed("randInt", &[Int, Int], rand_int),
    Function::fixed("shuffle", &[String], shuffle),
    Function::fixed("uuidv4", &[], uuid_v4),
];

/// Random bytes from the system, fetched in batches.
struct Source {
    buffer: [u8; 256],
    used: usize,
}

impl Source {
    fn new() -> Source {
        Source { buffer: [0; 256], used: 256 }
    }

    fn byte(&mut self) -> Result<u8, CallError> {
        if self.used == self.buffer.len() {
            fill(&mut self.buffer)?;
            self.used = 0;
        }
        let byte = self.buffer[self.used];
        self.used += 1;
        Ok(byte)
    }

    /// A uniform choice from `0..limit`.
    fn below(&mut self, limit: u64) -> Result<u64, CallError> {
        let unbiased = u64::MAX - u64::MAX % limit;
        loop {
            let mut n = 0;
            for _ in 0..8 {
                n = n << 8 | u64::from(self.byte()?);
            }
            if n < unbiased {
                return Ok(n % limit);
            }
        }
    }
}

fn fill(bytes: &mut [u8]) -> Result<(), CallError> {
    getrandom::fill(bytes).map_err(|e| CallError::text(format!("random source: {e}")))
}

fn characters(machine: &Machine<'_>, count: i64, wanted: fn(&u8) -> bool) -> Result<Value, CallError> {
    let count = usize::try_from(count).unwrap_or(0);
    if count > machine.output_limit() {
        return Err(too_large(machine.output_limit()));
    }
    let mut out = Vec::with_capacity(count);
    let mut source = Source::new();
    while out.len() < count {
        // Seven bits cover ASCII, and rejecting the others keeps the choice uniform.
        let byte = source.byte()? & 0x7f;
        if wanted(&byte) {
            out.push(byte);
        }
    }
    Ok(Value::str(out))
}

fn rand_int(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let (min, max) = (args::int(args, 0), args::int(args, 1));
    let span = max.wrapping_sub(min);
    if span <= 0 {
        return Err(CallError::text("invalid argument to Intn"));
    }
    let n = Source::new().below(span as u64)?;
    Ok(Value::int(min.wrapping_add(n as i64)))
}

fn shuffle(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let mut letters: Vec<char> = Runes(args::text(args, 0)).map(|(rune, _)| rune).collect();
    let mut source = Source::new();
    for i in (1..letters.len()).rev() {
        letters.swap(i, source.below(i as u64 + 1)? as usize);
    }
    let mut out = Vec::with_capacity(letters.len());
    letters.into_iter().for_each(|rune| runes::push(&mut out, rune));
    Ok(Value::str(out))
}

fn uuid_v4(_: &mut Machine<'_>, _: &mut [Value]) -> Result<Value, CallError> {
    let mut bytes = [0u8; 16];
    fill(&mut bytes)?;
    Ok(Value::str(uuid::Builder::from_random_bytes(bytes).into_uuid().to_string()))
}
