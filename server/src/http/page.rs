//! The page that people play on, and its files below a path that names their content: whoever has them never asks again.

mod files;

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use chowk_protocol::RoomCode;

pub(super) use self::files::PATH;
use self::files::{Packed, page as packed_page};
use super::House;

/// The page itself; what to show it reads from its address.
pub(super) async fn page(headers: HeaderMap) -> Response {
    tell(StatusCode::OK, Depth::Top, &headers)
}

/// The page of a replay. It looks for no record; the page asks for it.
pub(super) async fn replay(headers: HeaderMap) -> Response {
    tell(StatusCode::OK, Depth::Below, &headers)
}

/// The page of an invitation. It looks for no room: whether there is one of this code is told at the door, where
/// guessing is counted.
pub(super) async fn invitation(Path(code): Path<String>, headers: HeaderMap) -> Response {
    let status = match code.parse::<RoomCode>() {
        Ok(_) => StatusCode::OK,
        // The page says what a code looks like.
        Err(_) => StatusCode::NOT_FOUND,
    };
    tell(status, Depth::Below, &headers)
}

/// How far below the server's own address a page is.
#[derive(Debug, Clone, Copy)]
enum Depth {
    Top,
    Below,
}

/// One of the page's files. Those of another version are not there: a page never mixes two.
pub(super) async fn file(
    State(_): State<Arc<House>>,
    Path((content, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let page = packed_page();
    match page.files.get(name.as_str()).filter(|_| content == page.content) {
        Some(file) => {
            let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
            ([(header::CACHE_CONTROL, forever)], body(file, &headers)).into_response()
        }
        None => (StatusCode::NOT_FOUND, "This is no file of the page. Load it again.\n").into_response(),
    }
}

fn tell(status: StatusCode, depth: Depth, headers: &HeaderMap) -> Response {
    let page = packed_page();
    let [top, below] = &page.index;
    let index = match depth {
        Depth::Top => top,
        Depth::Below => below,
    };
    let always_ask = (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let tag = (header::ETAG, page.tag.clone());
    let policy = (header::CONTENT_SECURITY_POLICY, policy(headers));
    if status == StatusCode::OK && headers.get(header::IF_NONE_MATCH) == Some(&page.tag) {
        return (StatusCode::NOT_MODIFIED, [always_ask, tag]).into_response();
    }
    (status, [always_ask, tag, policy], body(index, headers)).into_response()
}

/// Nothing from elsewhere, nothing inside the page's text, and no frame around it.
fn policy(headers: &HeaderMap) -> HeaderValue {
    // For some browsers 'self' is no socket. What a host cannot be called would end the policy or add to it.
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_host = |host: &&str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        !host.is_empty() && host.bytes().all(plain)
    };
    let sockets = host
        .filter(is_host)
        .map(|host| format!(" ws://{host} wss://{host}"))
        .unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'{sockets}; \
         form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

/// A file as the reader takes it.
fn body(file: &Packed, headers: &HeaderMap) -> Response {
    let told: [(HeaderName, HeaderValue); 2] = [
        (header::CONTENT_TYPE, HeaderValue::from_static(file.kind)),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if super::api::takes_gzip(headers) {
        let packed = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
        return (told, packed, file.gzip.clone()).into_response();
    }
    (told, file.plain.clone()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_takes_no_words_from_a_strange_host() {
        for (host, socket) in [
            (
                "play.example:8080",
                Some("ws://play.example:8080 wss://play.example:8080;"),
            ),
            ("[::1]:8080", Some("ws://[::1]:8080 wss://[::1]:8080;")),
            ("x; script-src *", None),
            ("x 'unsafe-inline'", None),
            ("", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            let policy = policy(&headers).to_str().unwrap().to_owned();
            match socket {
                Some(socket) => assert!(policy.contains(socket), "{policy}"),
                None => assert!(policy.contains("connect-src 'self'; form-action"), "{policy}"),
            }
            assert_eq!(policy.matches("script-src").count(), 1, "{policy}");
        }
    }
}
