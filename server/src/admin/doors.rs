//! `ban`, `unban` and `bans`: whom the door is closed to. By address and nothing else: names can be had by anybody.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use chowk_protocol::{CloseCode, RefusalCode};
use serde_json::json;

use super::{Steward, Told, people::Whom, put, request::No, rooms::REASON_CHARS_MAX};
use crate::{
    bans::Ban,
    http::Range,
    room::{End, Post},
};

impl Steward {
    pub(super) async fn ban(&self, whom: &str, for_s: Option<u64>, reason: String, force: bool) -> Result<Told, No> {
        if reason.chars().count() > REASON_CHARS_MAX || reason.chars().any(char::is_control) {
            let words = format!("A reason is one line of at most {REASON_CHARS_MAX} letters.");
            return Err(No::new("bad_request", words));
        }
        let address = match whom.split_once(':') {
            // No IPv6 address begins with eight letters before its first colon.
            Some((code, who)) if code.replace('-', "").len() == 8 => self.range_of(code, who).await?,
            Some(_) | None => read_range(whom)?,
        };
        if !force {
            self.check_harmless(&address)?;
        }
        let now = self.wall();
        let until = for_s.map(|seconds| now.saturating_add(seconds.saturating_mul(1_000)));
        let ban = Ban {
            address,
            since: now,
            until,
            reason,
        };
        let told = ban.clone();
        self.change_bans(move |house| house.bans.add(ban, now)).await?;
        let outboxes = &self.house.lobby.world().outboxes;
        let those = self.house.sockets.present().from(&address);
        for session in &those {
            let end = End::because(CloseCode::Policy, RefusalCode::Banned);
            outboxes.tell(*session, Post::Close(end));
        }
        tracing::info!(closed = those.len(), for_s, "the operator has banned an address");
        let mut answer = Told::new();
        put(&mut answer, "ban", json!(told));
        put(&mut answer, "closed", those.len());
        Ok(answer)
    }

    pub(super) async fn unban(&self, address: &str) -> Result<Told, No> {
        let range = read_range(address)?;
        let now = self.wall();
        let lifted = self.change_bans(move |house| house.bans.lift(&range, now)).await?;
        if lifted.is_empty() {
            let held = self
                .house
                .bans
                .list(now)
                .into_iter()
                .find(|ban| ban.address.meets(&range));
            let words = held.map_or_else(
                || format!("{range} is not banned."),
                |ban| {
                    format!(
                        "{range} is not banned by itself, it lies in {}: lift that one.",
                        ban.address
                    )
                },
            );
            return Err(No::new("not_banned", words));
        }
        tracing::info!(lifted = lifted.len(), "the operator has lifted a ban");
        let mut answer = Told::new();
        put(&mut answer, "lifted", json!(lifted));
        Ok(answer)
    }

    pub(super) fn bans(&self) -> Told {
        let mut answer = Told::new();
        put(&mut answer, "bans", json!(self.house.bans.list(self.wall())));
        answer
    }

    /// The household of whoever sits there.
    async fn range_of(&self, code: &str, who: &str) -> Result<Range, No> {
        let whom = Whom::read(who)?;
        let report = self.look(&self.find(code)?).await?;
        let session = whom.session(&report).map(|session| session.id);
        let address = session.and_then(|session| self.house.sockets.present().address(session));
        address.map(Range::household).ok_or_else(|| {
            let words = "Nobody is connected there, so there is no address to close the door to; see `room`.";
            No::new("nobody_there", words)
        })
    }

    /// A ban that would hit everybody, or the operator.
    fn check_harmless(&self, range: &Range) -> Result<(), No> {
        for own in [IpAddr::from(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()] {
            if range.holds(own) {
                let words = format!(
                    "{range} is this machine itself, or holds it: whoever comes through a proxy that does not say for \
                     whom it speaks, and your own health checks, would be shut out. If you mean it: --force."
                );
                return Err(No::new("own_address", words));
            }
        }
        if let Some(proxy) = self
            .house
            .front
            .now()
            .trusted_proxies
            .iter()
            .find(|proxy| range.meets(proxy))
        {
            let words = format!(
                "{range} is a trusted proxy, or holds one ({proxy}): everybody behind it would be shut out as soon as it \
                 does not say for whom it speaks. If you mean it: --force."
            );
            return Err(No::new("proxy", words));
        }
        if let Some(proxy) = self.house.stranger.met_in(range) {
            let words = format!(
                "{proxy} speaks for others and is no trusted proxy, so that all of them count as it: to ban it is to ban \
                 them all. Name it first (trusted_proxies, then `reload`). If you mean it: --force."
            );
            return Err(No::new("proxy", words));
        }
        let gateway = self.house.sockets.present().gateway();
        if let Some(gateway) = gateway.filter(|gateway| range.holds(*gateway)) {
            let words = format!(
                "all sockets that are open come from {gateway}, of a private network: it may be a gateway, as the bridge \
                 of Docker is, and everybody would be shut out. If you mean it: --force."
            );
            return Err(No::new("gateway", words));
        }
        Ok(())
    }

    pub(super) async fn change_bans<T: Send + 'static>(
        &self,
        change: impl FnOnce(&crate::http::House) -> std::io::Result<T> + Send + 'static,
    ) -> Result<T, No> {
        let house = std::sync::Arc::clone(&self.house);
        let changed = tokio::task::spawn_blocking(move || change(&house)).await;
        match changed {
            Ok(Ok(changed)) => Ok(changed),
            Ok(Err(error)) => Err(No::new(
                "not_written",
                format!("The bans could not be written: {error}"),
            )),
            Err(_) => Err(No::new("failed", "A bug: the bans are as they were.")),
        }
    }
}

/// A single IPv6 address is widened to what one household is given: it can choose any other of it.
fn read_range(text: &str) -> Result<Range, No> {
    let range: Range = text.parse().map_err(|_| {
        let words =
            format!("`{text}` is no address (203.0.113.7), no range (10.0.0.0/8), and no seat (CODE:2, CODE:s17).");
        No::new("bad_request", words)
    })?;
    match range.first() {
        address @ IpAddr::V6(_) if range.is_one_of_six() => Ok(Range::household(address)),
        IpAddr::V4(_) | IpAddr::V6(_) => Ok(range),
    }
}
