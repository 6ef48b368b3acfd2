//! sprig's `urlParse` and `urlJoin`, based on Go's parsing and printing of URLs.

mod escape;
mod parse;
#[cfg(test)]
mod tests;

use skeg_go_template::{CallError, Function, Machine, Map, Param, Value};

use crate::args;
use escape::{Mode, escape};

/// The functions of this family.
pub(crate) static FUNCTIONS: &[Function] =
    &[Function::fixed("urlParse", &[Param::String], url_parse), Function::fixed("urlJoin", &[Param::Map], url_join)];

/// A URL in parts, unescaped except for the query and the opaque part.
#[derive(Default, Debug)]
struct Url {
    scheme: Vec<u8>,
    opaque: Vec<u8>,
    user: Option<User>,
    host: Vec<u8>,
    path: Vec<u8>,
    query: Vec<u8>,
    fragment: Vec<u8>,
}

#[derive(Debug)]
struct User {
    name: Vec<u8>,
    password: Option<Vec<u8>>,
}

impl User {
    fn text(&self) -> Vec<u8> {
        let mut out = escape(&self.name, Mode::User);
        if let Some(password) = &self.password {
            out.push(b':');
            out.extend(escape(password, Mode::User));
        }
        out
    }
}

fn url_parse(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let url = Url::parse(args::text(args, 0)).map_err(|error| format!("unable to parse url: {error}"))?;
    let hostname = url.hostname().to_vec();
    let userinfo = url.user.as_ref().map(User::text).unwrap_or_default();
    let entries = [
        ("scheme", url.scheme),
        ("host", url.host),
        ("hostname", hostname),
        ("path", url.path),
        ("query", url.query),
        ("opaque", url.opaque),
        ("fragment", url.fragment),
        ("userinfo", userinfo),
    ];
    Ok(Value::Map(entries.into_iter().map(|(key, text)| (key, Value::str(text))).collect::<Map>()))
}

fn url_join(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let entry = |key: &str| text_entry(args::map(args, 0), key);
    let mut url = Url {
        scheme: entry("scheme")?,
        host: entry("host")?,
        path: entry("path")?,
        query: entry("query")?,
        opaque: entry("opaque")?,
        fragment: entry("fragment")?,
        user: None,
    };
    let userinfo = entry("userinfo")?;
    if !userinfo.is_empty() {
        let carrier = [b"proto://", &userinfo[..], b"@host"].concat();
        let parsed = Url::parse(&carrier).map_err(|error| format!("unable to parse userinfo in dict: {error}"))?;
        url.user = parsed.user;
    }
    Ok(Value::str(url.text()))
}

fn text_entry(dict: Option<&Map>, key: &str) -> Result<Vec<u8>, CallError> {
    match dict.and_then(|dict| dict.get(key.as_bytes())) {
        None => Ok(Vec::new()),
        Some(Value::Str(text)) => Ok(text.to_vec()),
        Some(Value::Nil) => Err("runtime error: invalid memory address or nil pointer dereference".into()),
        Some(other) => Err(CallError::text(format!(
            "unable to parse {key} key, must be of type string, but {} found",
            other.kind()
        ))),
    }
}

impl Url {
    /// The host without port and brackets.
    fn hostname(&self) -> &[u8] {
        let host = match self.host.iter().rposition(|b| *b == b':') {
            Some(colon) if parse::is_optional_port(&self.host[colon..]) => &self.host[..colon],
            _ => &self.host,
        };
        host.strip_prefix(b"[").and_then(|host| host.strip_suffix(b"]")).unwrap_or(host)
    }

    /// `URL.String`, for a URL built from parts.
    fn text(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if !self.scheme.is_empty() {
            out.extend_from_slice(&self.scheme);
            out.push(b':');
        }
        if !self.opaque.is_empty() {
            out.extend_from_slice(&self.opaque);
        } else {
            self.write_hierarchy(&mut out);
        }
        if !self.query.is_empty() {
            out.push(b'?');
            out.extend_from_slice(&self.query);
        }
        if !self.fragment.is_empty() {
            out.push(b'#');
            out.extend(escape(&self.fragment, Mode::Fragment));
        }
        out
    }

    fn write_hierarchy(&self, out: &mut Vec<u8>) {
        let authority = !self.host.is_empty() || self.user.is_some();
        if authority || (!self.scheme.is_empty() && !self.path.is_empty()) {
            out.extend_from_slice(b"//");
        }
        if let Some(user) = &self.user {
            out.extend(user.text());
            out.push(b'@');
        }
        out.extend(escape(&self.host, Mode::Host));
        let path = if self.path == b"*" { self.path.clone() } else { escape(&self.path, Mode::Path) };
        if !path.is_empty() && path[0] != b'/' && !self.host.is_empty() {
            out.push(b'/');
        }
        // Otherwise the first segment would be parsed as a scheme.
        if out.is_empty() && path.split(|b| *b == b'/').next().is_some_and(|segment| segment.contains(&b':')) {
            out.extend_from_slice(b"./");
        }
        out.extend(path);
    }
}
