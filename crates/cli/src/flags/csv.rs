//! One record of comma-separated values, parsed like Go's `encoding/csv`: pflag's slices are such records.

/// The fields of the first record.
pub(super) fn record(text: &str) -> Result<Vec<String>, String> {
    // Empty lines before the record are skipped, but count as lines.
    let skipped = text.len() - text.trim_start_matches(['\n']).len();
    let mut rest = &text[skipped..];
    if rest.is_empty() {
        return Err("EOF".to_string());
    }
    let mut fields = Vec::new();
    let mut position = Position { first: skipped + 1, line: skipped + 1, column: 1 };
    loop {
        let (field, behind) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_field(quoted, &mut position)?,
            None => bare_field(rest, &mut position)?,
        };
        fields.push(field);
        match behind.strip_prefix(',') {
            Some(more) => rest = more,
            None => return Ok(fields),
        }
        position.column += 1;
    }
}

/// `key=value` texts, as in pflag's maps.
pub(super) fn pairs(text: &str) -> Result<Vec<String>, String> {
    let wrong = |pair: &str| format!("{pair} must be formatted as key=value");
    let pairs = match text.matches('=').count() {
        0 => return Err(wrong(text)),
        1 => vec![text.trim_matches('"').to_string()],
        _ => record(text)?,
    };
    match pairs.iter().find(|pair| !pair.contains('=')) {
        Some(pair) => Err(wrong(pair)),
        None => Ok(pairs),
    }
}

/// The reader's position, counted from 1.
struct Position {
    /// The line where the record begins.
    first: usize,
    line: usize,
    column: usize,
}

impl Position {
    fn error(&self, what: &str) -> String {
        let record = if self.line == self.first { String::new() } else { format!("record on line {}; ", self.first) };
        format!("{record}parse error on line {}, column {}: {what}", self.line, self.column)
    }
}

fn bare_field<'a>(text: &'a str, position: &mut Position) -> Result<(String, &'a str), String> {
    let end = text.find([',', '\n']).unwrap_or(text.len());
    let field = &text[..end];
    if let Some(at) = field.find('"') {
        position.column += at;
        return Err(position.error("bare \" in non-quoted-field"));
    }
    position.column += end;
    let ends_record = !text[end..].starts_with(',');
    let field = if ends_record { field.strip_suffix('\r').unwrap_or(field) } else { field };
    Ok((field.to_string(), &text[end..]))
}

fn quoted_field<'a>(text: &'a str, position: &mut Position) -> Result<(String, &'a str), String> {
    let mut field = String::new();
    let mut rest = text;
    position.column += 1;
    loop {
        let Some(at) = rest.find('"') else {
            let last = rest.rsplit('\n').next().unwrap_or(rest);
            position.line += rest.matches('\n').count();
            position.column = last.len() + if rest.contains('\n') { 1 } else { position.column };
            return Err(position.error("extraneous or missing \" in quoted-field"));
        };
        field.push_str(&rest[..at].replace("\r\n", "\n"));
        if let Some(newline) = rest[..at].rfind('\n') {
            position.line += rest[..at].matches('\n').count();
            position.column = at - newline;
        } else {
            position.column += at;
        }
        rest = &rest[at + 1..];
        position.column += 1;
        if let Some(more) = rest.strip_prefix('"') {
            field.push('"');
            rest = more;
            position.column += 1;
        } else if rest.is_empty() || rest.starts_with([',', '\n']) || rest.starts_with("\r\n") {
            return Ok((field, rest));
        } else {
            position.column -= 1;
            return Err(position.error("extraneous or missing \" in quoted-field"));
        }
    }
}
