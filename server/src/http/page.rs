//! `/`: what this is, and how to sit down. The page to play on comes later.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{Html, IntoResponse, Response},
};

use super::House;

/// The page.
pub(super) async fn page(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or("HOST:PORT");
    let (name, host) = (escape(&house.conduct.server.name), escape(host));
    let version = &house.conduct.server.version;
    let html = format!(
        r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{name}</title>
<style>body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem }}
pre {{ background: #8882; padding: .75rem; overflow: auto }}</style>
<h1>{name}</h1>
<p>This is a server for Chowka-bara, the race game with cowries. Every throw is drawn so that nobody can change it, and
anybody can check it afterwards.</p>
<h2>Play from a terminal</h2>
<pre>chowk play --server http://{host} --create
chowk play --server http://{host} CODE
chowk rooms --server http://{host}</pre>
<h2>For programs</h2>
<ul>
<li><a href="/api/v1/info">/api/v1/info</a>, <a href="/api/v1/presets">/api/v1/presets</a>,
<a href="/api/v1/rooms">/api/v1/rooms</a>, <a href="/api/v1/schema">/api/v1/schema</a></li>
<li>/api/v1/records/MATCH_ID: the record of a match, for <code>chowk verify</code></li>
<li><a href="/fair/log.ndjson">/fair/log.ndjson</a>: the log of seals</li>
<li>/ws: the socket; its first message is <code>hello</code></li>
</ul>
<p><small>chowk-server {version}</small></p>
</html>
"#
    );
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(html)).into_response()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
