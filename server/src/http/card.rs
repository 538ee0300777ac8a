//! `/api/v1/rooms/CODE`: what somebody who is invited may know before he sits down. The code is the secret of a room, so
//! this is a door: wrong codes count as they do on a socket, and pages of others may not try them in a visitor's name.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Json, Response},
};
use chowk_protocol::{Refusal, RefusalCode, RoomCode};

use super::{Address, House, Whose, upgrade::is_welcome};
use crate::tally;

/// Where a browser says which page asks, also where it sends no `Origin`.
const FETCH_SITE: &str = "sec-fetch-site";

/// The room of this code.
pub(super) async fn card(
    State(house): State<Arc<House>>,
    Whose(from): Whose,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Response {
    if !may_ask(&headers, &house.front.now().origins) {
        tally::refused("http_origin");
        let words = "This page may not ask for you here (see --origins).\n";
        return (StatusCode::FORBIDDEN, words).into_response();
    }
    if house.bans.hold(from, house.lobby.world().clock.now().wall) {
        return refuse(&Refusal::new(RefusalCode::Banned));
    }
    let Ok(code) = code.parse::<RoomCode>() else {
        let words = "A room's code has eight letters and digits, such as 7Q4K-M2XD.\n";
        return (StatusCode::BAD_REQUEST, words).into_response();
    };
    match house.lobby.card(code, Address::of(from)).await {
        Ok(card) => Json(card).into_response(),
        Err(refusal) => refuse(&refusal),
    }
}

/// The sentence of a refusal, and when to ask again, where that helps.
fn refuse(refusal: &Refusal) -> Response {
    tally::refused(refusal.code.code());
    let words = format!("{}\n", refusal.text);
    match refusal.retry_ms {
        Some(ms) => {
            let seconds = ms.div_ceil(1_000).to_string();
            (status_of(refusal.code), [(header::RETRY_AFTER, seconds)], words).into_response()
        }
        None => (status_of(refusal.code), words).into_response(),
    }
}

fn status_of(code: RefusalCode) -> StatusCode {
    if code == RefusalCode::NoSuchRoom {
        StatusCode::NOT_FOUND
    } else if code == RefusalCode::TooManyTries {
        StatusCode::TOO_MANY_REQUESTS
    } else if code == RefusalCode::Banned {
        StatusCode::FORBIDDEN
    } else {
        // The room has failed, or cannot be read at present.
        StatusCode::SERVICE_UNAVAILABLE
    }
}

/// Browsers let any page ask, even where it may not read the answer; a page of a stranger could so spend a visitor's tries. Whose
/// pages may open a socket, may ask.
fn may_ask(headers: &HeaderMap, origins: &[String]) -> bool {
    if headers.contains_key(header::ORIGIN) {
        return is_welcome(headers, origins);
    }
    // Of a page of one's own, of an address that was typed, or of a program that is no browser.
    let site = headers.get(FETCH_SITE).map(|site| site.as_bytes());
    site.is_none_or(|site| site == b"same-origin" || site == b"none")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Case H15, for the door that needs no socket.
    #[test]
    fn pages_of_others_may_not_try_codes_in_a_visitors_name_case_h15() {
        let listed = ["https://play.example".to_owned()];
        for (origin, site, expected) in [
            (None, None, true),
            (None, Some("same-origin"), true),
            (None, Some("none"), true),
            (None, Some("cross-site"), false),
            (None, Some("same-site"), false),
            (Some("http://here"), Some("same-origin"), true),
            (Some("https://play.example"), Some("cross-site"), true),
            (Some("https://evil.example"), Some("cross-site"), false),
            (Some("https://evil.example"), None, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "here".parse().unwrap());
            origin.map(|origin| headers.insert(header::ORIGIN, origin.parse().unwrap()));
            site.map(|site| headers.insert(FETCH_SITE, site.parse().unwrap()));
            assert_eq!(may_ask(&headers, &listed), expected, "{origin:?} {site:?}");
        }
    }
}
