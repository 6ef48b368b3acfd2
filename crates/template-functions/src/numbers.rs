//! sprig's arithmetic: integers as int64, floats by way of decimals.

use skeg_go_template::{CallError, Elem, Function, List, Machine, Param, Value};

use crate::args;
use crate::cast::{self, NotInteger, load_exponent, to_float64, to_int64};
use crate::decimal::Decimal;
use crate::strings::too_large;

use Param::{Any, Float64, Int, String};

type Outcome = Result<Value, CallError>;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("atoi", &[String], |_, a| Ok(Value::int(atoi(args::text(a, 0))))),
    Function::fixed("int64", &[Any], |_, a| Ok(Value::int64(to_int64(args::any(a, 0))))),
    Function::fixed("int", &[Any], |_, a| Ok(Value::int(to_int64(args::any(a, 0))))),
    Function::fixed("float64", &[Any], |_, a| Ok(to_float64(args::any(a, 0)).into())),
    Function::fixed("toDecimal", &[Any], to_decimal),
    Function::variadic("seq", &[], Int, seq),
    Function::fixed("until", &[Int], |m, a| {
        let count = args::int(a, 0);
        ints(until_step(m, 0, count, if count < 0 { -1 } else { 1 })?)
    }),
    Function::fixed("untilStep", &[Int, Int, Int], |m, a| {
        ints(until_step(m, args::int(a, 0), args::int(a, 1), args::int(a, 2))?)
    }),
    Function::fixed("add1", &[Any], |_, a| Ok(Value::int64(to_int64(args::any(a, 0)).wrapping_add(1)))),
    Function::variadic("add", &[], Any, |_, a| {
        Ok(Value::int64(a.iter().fold(0, |sum: i64, v| sum.wrapping_add(to_int64(v)))))
    }),
    Function::fixed("sub", &[Any, Any], |_, a| {
        Ok(Value::int64(to_int64(args::any(a, 0)).wrapping_sub(to_int64(args::any(a, 1)))))
    }),
    Function::fixed("div", &[Any, Any], |_, a| divide(a, i64::wrapping_div)),
    Function::fixed("mod", &[Any, Any], |_, a| divide(a, i64::wrapping_rem)),
    Function::variadic("mul", &[Any], Any, |_, a| {
        Ok(Value::int64(a.iter().fold(1, |product: i64, v| product.wrapping_mul(to_int64(v)))))
    }),
    Function::variadic("biggest", &[Any], Any, |_, a| Ok(Value::int64(a.iter().map(to_int64).max().unwrap_or(0)))),
    Function::variadic("max", &[Any], Any, |_, a| Ok(Value::int64(a.iter().map(to_int64).max().unwrap_or(0)))),
    Function::variadic("min", &[Any], Any, |_, a| Ok(Value::int64(a.iter().map(to_int64).min().unwrap_or(0)))),
    Function::variadic("maxf", &[Any], Any, |_, a| Ok(a.iter().map(to_float64).reduce(greater).unwrap_or(0.0).into())),
    Function::variadic("minf", &[Any], Any, |_, a| {
        Ok((-a.iter().map(|v| -to_float64(v)).reduce(greater).unwrap_or(0.0)).into())
    }),
    Function::fixed("ceil", &[Any], |_, a| Ok(to_float64(args::any(a, 0)).ceil().into())),
    Function::fixed("floor", &[Any], |_, a| Ok(to_float64(args::any(a, 0)).floor().into())),
    Function::variadic("round", &[Any, Int], Float64, round),
    Function::fixed("add1f", &[Any], |_, a| {
        let one = Decimal::from_float(1.0)?;
        decimal_of(args::any(a, 0))?.add(&one).to_float()
    }),
    Function::variadic("addf", &[], Any, |_, a| fold(Decimal::from_float(0.0)?, a, |x, y| Ok(x.add(y)))),
    Function::variadic("subf", &[Any], Any, |_, a| {
        fold(decimal_of(args::any(a, 0))?, args::rest(a, 1), |x, y| Ok(x.sub(y)))
    }),
    Function::variadic("mulf", &[Any], Any, |_, a| {
        fold(decimal_of(args::any(a, 0))?, args::rest(a, 1), |x, y| Ok(x.mul(y)))
    }),
    Function::variadic("divf", &[Any], Any, |_, a| fold(decimal_of(args::any(a, 0))?, args::rest(a, 1), Decimal::div)),
];

/// `strconv.Atoi` without its error: 0 for invalid text, the limit if out of range.
fn atoi(text: &[u8]) -> i64 {
    match cast::parse_integer(text, 10) {
        Ok(n) | Err(NotInteger::Range(n)) => n,
        Err(NotInteger::Syntax) => 0,
    }
}

fn to_decimal(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let text = crate::text::verb_v(args::any(args, 0));
    Ok(Value::int64(cast::parse_int(&text, 8).unwrap_or(0)))
}

fn until_step(machine: &Machine<'_>, start: i64, stop: i64, step: i64) -> Result<Vec<i64>, CallError> {
    let mut numbers = Vec::new();
    let (mut n, down) = (start, stop < start);
    if down && step >= 0 || !down && step <= 0 {
        return Ok(numbers);
    }
    let limit = machine.output_limit();
    while if down { n > stop } else { n < stop } {
        if numbers.len() >= limit / size_of::<Value>() {
            return Err(too_large(limit));
        }
        numbers.push(n);
        let Some(next) = n.checked_add(step) else { break };
        n = next;
    }
    Ok(numbers)
}

fn ints(numbers: Vec<i64>) -> Outcome {
    Ok(Value::List(List::new(Elem::Int, numbers.into_iter().map(Value::int).collect())))
}

fn seq(machine: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let at = |i| args::int(args, i);
    let numbers = match args.len() {
        1 => {
            let step = if at(0) < 1 { -1 } else { 1 };
            until_step(machine, 1, at(0).wrapping_add(step), step)
        }
        2 => {
            let step = if at(1) < at(0) { -1 } else { 1 };
            until_step(machine, at(0), at(1).wrapping_add(step), step)
        }
        3 => {
            let down = at(2) < at(0);
            if down && at(1) > 0 {
                return Ok(Value::str(""));
            }
            until_step(machine, at(0), at(2).wrapping_add(if down { -1 } else { 1 }), at(1))
        }
        _ => Ok(Vec::new()),
    }?;
    let mut out = std::string::String::new();
    for (i, n) in numbers.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        out.push_str(&n.to_string());
    }
    Ok(Value::str(out))
}

fn divide(args: &[Value], operation: fn(i64, i64) -> i64) -> Outcome {
    let divisor = to_int64(args::any(args, 1));
    if divisor == 0 {
        return Err(CallError::text("runtime error: integer divide by zero"));
    }
    Ok(Value::int64(operation(to_int64(args::any(args, 0)), divisor)))
}

/// `math.Max`: NaN wins, except for infinity; +0 is greater than -0.
fn greater(a: f64, b: f64) -> f64 {
    if a == f64::INFINITY || b == f64::INFINITY {
        f64::INFINITY
    } else if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a == 0.0 && a == b {
        if a.is_sign_negative() { b } else { a }
    } else if a > b {
        a
    } else {
        b
    }
}

fn round(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let limit = if args.len() > 2 { args::float(args, 2) } else { 0.5 };
    let scale = power_of_ten(args::int(args, 1));
    let scaled = scale * to_float64(args::any(args, 0));
    // Go's fraction has the sign of the number, so negative numbers are always rounded down.
    let fraction = if scaled.is_infinite() { f64::NAN } else { scaled - scaled.trunc() };
    let rounded = if fraction >= limit { scaled.ceil() } else { scaled.floor() };
    Ok((rounded / scale).into())
}

/// `math.Pow(10, n)` including the errors in its last digit: squares a mantissa, with powers of two kept separately.
fn power_of_ten(n: i64) -> f64 {
    if n == 0 || n == 1 {
        return if n == 0 { 1.0 } else { 10.0 };
    }
    let (mut mantissa, mut exponent) = (1.0f64, 0i32);
    let (mut square, mut square_exponent) = (0.625f64, 4i32);
    let mut bits = n.unsigned_abs();
    while bits != 0 {
        if square_exponent > 1 << 12 {
            exponent += square_exponent;
            break;
        }
        if bits & 1 == 1 {
            mantissa *= square;
            exponent += square_exponent;
        }
        square *= square;
        square_exponent <<= 1;
        if square < 0.5 {
            square += square;
            square_exponent -= 1;
        }
        bits >>= 1;
    }
    if n < 0 {
        mantissa = 1.0 / mantissa;
        exponent = -exponent;
    }
    load_exponent(mantissa, exponent)
}

fn decimal_of(value: &Value) -> Result<Decimal, CallError> {
    Decimal::from_float(to_float64(value))
}

fn fold(
    start: Decimal,
    rest: &[Value],
    operation: impl Fn(&Decimal, &Decimal) -> Result<Decimal, CallError>,
) -> Outcome {
    let mut result = start;
    for value in rest {
        result = operation(&result, &decimal_of(value)?)?;
    }
    result.to_float()
}
