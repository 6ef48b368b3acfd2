//! Quantities such as `500m` and `1Gi`, which the server normalizes.

use serde_json::Value;

/// Whether a field of this name in a map of that name is a quantity, in a built-in kind.
pub(super) fn is_quantity(parent: &str, key: &str) -> bool {
    match parent {
        "limits" | "requests" | "hard" | "capacity" | "default" | "defaultRequest" | "max" | "min" | "podFixed" => true,
        "emptyDir" => key == "sizeLimit",
        "resourceFieldRef" => key == "divisor",
        "target" => matches!(key, "averageValue" | "value"),
        _ => false,
    }
}

/// Whether both are quantities, and equal.
pub(super) fn equal(one: &Value, other: &Value) -> bool {
    match (amount(one), amount(other)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}

/// A quantity in billionths.
fn amount(value: &Value) -> Option<i128> {
    match value {
        Value::Number(number) => parse(&number.to_string()),
        Value::String(text) => parse(text),
        _ => None,
    }
}

/// In billionths; `None` if it is finer than that, too large, or no quantity.
fn parse(text: &str) -> Option<i128> {
    let end = text.find(|c: char| !matches!(c, '0'..='9' | '.' | '+' | '-')).unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    let (multiplier, shift) = match suffix {
        "" => (1, 0),
        "n" => (1, -9),
        "u" => (1, -6),
        "m" => (1, -3),
        "k" => (1, 3),
        "M" => (1, 6),
        "G" => (1, 9),
        "T" => (1, 12),
        "P" => (1, 15),
        "E" => (1, 18),
        "Ki" => (1i128 << 10, 0),
        "Mi" => (1 << 20, 0),
        "Gi" => (1 << 30, 0),
        "Ti" => (1 << 40, 0),
        "Pi" => (1 << 50, 0),
        "Ei" => (1 << 60, 0),
        exponent => (1, exponent.strip_prefix(['e', 'E'])?.parse::<i32>().ok()?),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
    let power = 9 + shift - i32::try_from(fraction.len()).ok()?;
    let scaled = digits.checked_mul(multiplier)?;
    if power >= 0 {
        return scaled.checked_mul(10i128.checked_pow(power.unsigned_abs())?);
    }
    let divisor = 10i128.checked_pow(power.unsigned_abs())?;
    (scaled % divisor == 0).then(|| scaled / divisor)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::equal;

    #[test]
    fn amounts() {
        for (one, other) in [
            (json!("1000m"), json!("1")),
            (json!(2), json!("2")),
            (json!(0.5), json!("500m")),
            (json!("0.5"), json!("500m")),
            (json!("1024Mi"), json!("1Gi")),
            (json!("1.5Gi"), json!("1536Mi")),
            (json!("1e3"), json!("1k")),
            (json!("100000k"), json!("100M")),
        ] {
            assert!(equal(&one, &other), "{one} {other}");
        }
        for (one, other) in [
            (json!("1000m"), json!("2")),
            (json!("1G"), json!("1Gi")),
            (json!("a"), json!("a")),
            (json!(""), json!("0")),
            (json!("1x"), json!("1")),
            (json!(true), json!("1")),
            (json!("0.0000000001"), json!("0")),
        ] {
            assert!(!equal(&one, &other), "{one} {other}");
        }
    }
}
