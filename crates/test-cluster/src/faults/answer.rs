//! Responses that the proxy sends instead of the server.

use bytes::Bytes;
use http::{Response, StatusCode, header};
use serde_json::{Value, json};

pub(super) fn error(code: u16, retry_after: Option<u32>, plain: bool) -> Response<Bytes> {
    let code = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let (content_type, body) = if plain {
        let name = code.canonical_reason().unwrap_or_default();
        ("text/plain; charset=utf-8", format!("{} {name}: a fault on purpose\n", code.as_u16()))
    } else {
        ("application/json", status(code.as_u16(), retry_after).to_string())
    };
    let mut answer = Response::new(Bytes::from(body));
    *answer.status_mut() = code;
    answer.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(content_type));
    if let Some(seconds) = retry_after {
        answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    answer
}

/// The last event of a watch that cannot continue.
pub(super) fn expired() -> Bytes {
    Bytes::from(format!("{}\n", json!({"type": "ERROR", "object": status(410, None)})))
}

fn status(code: u16, retry_after: Option<u32>) -> Value {
    let mut status = json!({
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": format!("{code}: a fault on purpose"),
        "reason": reason(code),
        "code": code,
    });
    if let Some(seconds) = retry_after {
        status["details"] = json!({"retryAfterSeconds": seconds});
    }
    status
}

/// The reason in an API server's words.
fn reason(code: u16) -> &'static str {
    match code {
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "NotFound",
        409 => "Conflict",
        410 => "Expired",
        429 => "TooManyRequests",
        500 => "InternalError",
        503 => "ServiceUnavailable",
        504 => "Timeout",
        _ => "",
    }
}
