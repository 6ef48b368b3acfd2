//! Times, durations, months, weekdays and locations as objects with methods.

use std::any::Any;
use std::borrow::Cow;

use skeg_go_template::{CallError, Object, Param, Signature, Value};

use super::duration::{self, HOUR, MINUTE, SECOND};
use super::format::RFC3339_NANO;
use super::layout::{MONTHS, WEEKDAYS};
use super::time::Time;
use super::zone::Zone;
use crate::args;

pub(super) const TIME: Param = Param::Named("time.Time");
const DURATION: Param = Param::Named("time.Duration");

const NONE: &Signature = &Signature { params: &[], rest: None };
const ONE_TIME: &Signature = &Signature { params: &[TIME], rest: None };
const ONE_DURATION: &Signature = &Signature { params: &[DURATION], rest: None };
const TEXT: &Signature = &Signature { params: &[Param::String], rest: None };
const DATE: &Signature = &Signature { params: &[Param::Int, Param::Int, Param::Int], rest: None };
const LOCATION: &Signature = &Signature { params: &[Param::Named("*time.Location")], rest: None };

impl Object for Time {
    fn type_name(&self) -> Cow<'static, str> {
        "time.Time".into()
    }

    fn kind(&self) -> &'static str {
        "struct"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn method(&self, name: &str) -> Option<&'static Signature> {
        match name {
            "Day" | "Hour" | "IsDST" | "IsZero" | "Local" | "Location" | "Minute" | "Month" | "Nanosecond"
            | "Second" | "String" | "UTC" | "Unix" | "UnixMicro" | "UnixMilli" | "UnixNano" | "Weekday" | "Year"
            | "YearDay" | "MarshalJSON" | "MarshalText" => Some(NONE),
            "After" | "Before" | "Compare" | "Equal" | "Sub" => Some(ONE_TIME),
            "Add" | "Round" | "Truncate" => Some(ONE_DURATION),
            "AddDate" => Some(DATE),
            "Format" => Some(TEXT),
            "In" => Some(LOCATION),
            _ => None,
        }
    }

    fn invoke(&self, name: &str, args: &[Value]) -> Result<Value, CallError> {
        let time = |time: Time| Ok(Value::object(time));
        match name {
            "Add" => time(self.add(nanos(args))),
            "AddDate" => time(self.add_date(args::int(args, 0), args::int(args, 1), args::int(args, 2))),
            "Round" => time(self.round(nanos(args))),
            "Truncate" => time(self.truncate(nanos(args))),
            "UTC" => time(self.clone().in_zone(Zone::Utc)),
            "Local" => time(self.clone().in_zone(Zone::Local)),
            "In" => match args.first().and_then(Value::downcast::<Location>) {
                Some(location) => time(self.clone().in_zone(location.0.clone())),
                None => Err("time: missing Location in call to Time.In".into()),
            },
            "Location" => Ok(Value::object(Location(self.zone().clone()))),
            "Format" => Ok(Value::str(self.format(args::text(args, 0)))),
            "String" => Ok(Value::str(self.text())),
            "MarshalText" => Ok(Value::Bytes(self.rfc3339("MarshalText")?.into())),
            "MarshalJSON" => {
                Ok(Value::Bytes(format!("\"{}\"", String::from_utf8_lossy(&self.rfc3339("MarshalJSON")?)).into()))
            }
            "IsZero" => Ok(Value::Bool(self.is_zero())),
            "IsDST" => Ok(Value::Bool(self.zone().is_dst(self.seconds()))),
            "Unix" => Ok(Value::int64(self.seconds())),
            "UnixMilli" => Ok(Value::int64((self.total_nanos().div_euclid(1_000_000)) as i64)),
            "UnixMicro" => Ok(Value::int64((self.total_nanos().div_euclid(1000)) as i64)),
            "UnixNano" => Ok(Value::int64(self.total_nanos() as i64)),
            "After" | "Before" | "Compare" | "Equal" | "Sub" => self.compared(name, args),
            _ => self.part(name),
        }
    }

    fn string(&self) -> Option<Vec<u8>> {
        Some(self.text())
    }

    fn json(&self) -> Result<Value, CallError> {
        Ok(Value::str(self.rfc3339("MarshalJSON")?))
    }

    fn deep_equal(&self, other: &dyn Object) -> bool {
        let other = other.as_any().downcast_ref::<Time>();
        other.is_some_and(|o| self.compare(o).is_eq() && self.zone().name() == o.zone().name())
    }
}

impl Time {
    fn compared(&self, name: &str, args: &[Value]) -> Result<Value, CallError> {
        let zero = Time::zero();
        let other = args.first().and_then(Value::downcast::<Time>).unwrap_or(&zero);
        let order = self.compare(other);
        Ok(match name {
            "After" => Value::Bool(order.is_gt()),
            "Before" => Value::Bool(order.is_lt()),
            "Equal" => Value::Bool(order.is_eq()),
            "Compare" => Value::int(order as i64),
            _ => Value::object(Duration(self.sub(other))),
        })
    }

    fn part(&self, name: &str) -> Result<Value, CallError> {
        let civil = self.civil();
        Ok(Value::int(match name {
            "Year" => civil.year,
            "YearDay" => civil.year_day,
            "Day" => civil.day,
            "Hour" => civil.hour,
            "Minute" => civil.minute,
            "Second" => civil.second,
            "Nanosecond" => self.nanos().into(),
            "Month" => return Ok(Value::object(Named { kind: "time.Month", number: civil.month })),
            "Weekday" => return Ok(Value::object(Named { kind: "time.Weekday", number: civil.weekday })),
            _ => return Err(CallError::text(format!("no method {name}"))),
        }))
    }

    /// The strict format of Go's marshalling.
    fn rfc3339(&self, method: &str) -> Result<Vec<u8>, CallError> {
        if !(0..=9999).contains(&self.civil().year) {
            return Err(CallError::text(format!("Time.{method}: year outside of range [0,9999]")));
        }
        Ok(self.format(RFC3339_NANO))
    }
}

fn nanos(args: &[Value]) -> i64 {
    match args.first() {
        Some(Value::Int(_, nanos)) => *nanos,
        Some(value) => value.downcast::<Duration>().map_or(0, |duration| duration.0),
        None => 0,
    }
}

/// A `time.Duration`.
pub(super) struct Duration(i64);

impl Object for Duration {
    fn type_name(&self) -> Cow<'static, str> {
        "time.Duration".into()
    }

    fn kind(&self) -> &'static str {
        "int64"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn method(&self, name: &str) -> Option<&'static Signature> {
        match name {
            "Abs" | "Hours" | "Microseconds" | "Milliseconds" | "Minutes" | "Nanoseconds" | "Seconds" | "String" => {
                Some(NONE)
            }
            "Round" | "Truncate" => Some(ONE_DURATION),
            _ => None,
        }
    }

    fn invoke(&self, name: &str, args: &[Value]) -> Result<Value, CallError> {
        let n = self.0;
        let float = |unit: i64| Value::Float((n / unit) as f64 + (n % unit) as f64 / unit as f64);
        Ok(match name {
            "Abs" => Value::object(Duration(n.saturating_abs())),
            "Hours" => float(HOUR),
            "Minutes" => float(MINUTE),
            "Seconds" => float(SECOND),
            "Milliseconds" => Value::int64(n / 1_000_000),
            "Microseconds" => Value::int64(n / 1000),
            "Nanoseconds" => Value::int64(n),
            "String" => Value::str(duration::to_text(n)),
            "Round" => Value::object(Duration(duration::round(n, nanos(args)))),
            "Truncate" => Value::object(Duration(duration::truncate(n, nanos(args)))),
            _ => return Err(CallError::text(format!("no method {name}"))),
        })
    }

    fn truth(&self) -> bool {
        self.0 != 0
    }

    fn string(&self) -> Option<Vec<u8>> {
        Some(duration::to_text(self.0).into_bytes())
    }

    fn native(&self) -> Option<Value> {
        Some(Value::int64(self.0))
    }
}

/// A `time.Month` or a `time.Weekday`.
struct Named {
    kind: &'static str,
    number: i64,
}

impl Named {
    fn text(&self) -> &'static str {
        let name = match self.kind {
            "time.Month" => MONTHS.get(self.number as usize - 1),
            _ => WEEKDAYS.get(self.number as usize),
        };
        name.copied().unwrap_or_default()
    }
}

impl Object for Named {
    fn type_name(&self) -> Cow<'static, str> {
        self.kind.into()
    }

    fn kind(&self) -> &'static str {
        "int"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn method(&self, name: &str) -> Option<&'static Signature> {
        (name == "String").then_some(NONE)
    }

    fn invoke(&self, _: &str, _: &[Value]) -> Result<Value, CallError> {
        Ok(Value::str(self.text()))
    }

    fn truth(&self) -> bool {
        self.number != 0
    }

    fn string(&self) -> Option<Vec<u8>> {
        Some(self.text().as_bytes().to_vec())
    }

    fn native(&self) -> Option<Value> {
        Some(Value::int(self.number))
    }
}

/// A `*time.Location`.
struct Location(Zone);

impl Object for Location {
    fn type_name(&self) -> Cow<'static, str> {
        "*time.Location".into()
    }

    fn kind(&self) -> &'static str {
        "ptr"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn method(&self, name: &str) -> Option<&'static Signature> {
        (name == "String").then_some(NONE)
    }

    fn invoke(&self, _: &str, _: &[Value]) -> Result<Value, CallError> {
        Ok(Value::str(self.0.name()))
    }

    fn string(&self) -> Option<Vec<u8>> {
        Some(self.0.name().as_bytes().to_vec())
    }
}
