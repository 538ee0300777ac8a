//! `/`: what this is, and how to sit down; `/r/CODE`: an invitation to a table. The page to play on comes later.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};

use chowk_protocol::RoomCode;

use super::House;

/// The page of the server.
pub(super) async fn page(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    let base = base_of(&house, &headers);
    let body = format!(
        r#"<p>This is a server for Chowka-bara, the race game with cowries. Every throw is drawn so that nobody can change it, and
anybody can check it afterwards.</p>
<h2>Play from a terminal</h2>
<pre>chowk play --server {base} --create
chowk play --server {base} CODE
chowk rooms --server {base}</pre>
<h2>For programs</h2>
<ul>
<li><a href="/api/v1/info">/api/v1/info</a>, <a href="/api/v1/presets">/api/v1/presets</a>,
<a href="/api/v1/rooms">/api/v1/rooms</a>, <a href="/api/v1/schema">/api/v1/schema</a></li>
<li>/api/v1/records/MATCH_ID: the record of a match, for <code>chowk verify</code></li>
<li><a href="/fair/log.ndjson">/fair/log.ndjson</a>: the log of seals</li>
<li>/ws: the socket; its first message is <code>hello</code></li>
</ul>"#
    );
    framed(&house, &body).into_response()
}

/// The page of an invitation. It looks for no room: whether there is one of this code is told at the door, where
/// guessing is counted.
pub(super) async fn invitation(
    State(house): State<Arc<House>>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Ok(code) = code.parse::<RoomCode>() else {
        let body = "<p>This is no room code: it has eight letters and digits, like 7Q4K-M2XD. Ask your friend for the \
                    link again, or open a table of your own.</p>";
        return (StatusCode::NOT_FOUND, framed(&house, body)).into_response();
    };
    let (base, (left, right)) = (base_of(&house, &headers), code.as_str().split_at(4));
    let body = format!(
        r#"<p>You are invited to a table of Chowka-bara.</p>
<p class="code">{left}-{right}</p>
<h2>Sit down, from a terminal</h2>
<pre>chowk join {base}/r/{code}</pre>
<h2>Only look on</h2>
<pre>chowk watch --server {base} {left}-{right}</pre>"#
    );
    framed(&house, &body).into_response()
}

/// The address of this server for those who read the page: as the operator says, or as they asked for it.
fn base_of(house: &House, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let asked = || format!("http://{}", host.unwrap_or("HOST:PORT"));
    escape(&house.front.now().public_url.clone().unwrap_or_else(asked))
}

/// A whole page around a body.
fn framed(house: &House, body: &str) -> impl IntoResponse + use<> {
    let front = house.front.now();
    let name = escape(&front.conduct.server.name);
    let version = &front.conduct.server.version;
    let html = format!(
        r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{name}</title>
<style>body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem }}
pre {{ background: #8882; padding: .75rem; overflow: auto }}
.code {{ font-size: 2rem; letter-spacing: .1em }}</style>
<h1>{name}</h1>
{body}
<p><small>chowk-server {version}</small></p>
</html>
"#
    );
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(html))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
