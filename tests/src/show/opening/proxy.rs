//! nginx in front, with the snippet that operators are given: a ban hits one player (story O7), and a silence of 90 s
//! cuts nobody.

use std::{
    net::IpAddr,
    path::Path,
    process::{Command, Output},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use tokio::time::{Instant, timeout, timeout_at};

use super::super::{Part, Setting};
use crate::{
    house::{House, Plan},
    proxy::{Proxy, snippet},
    seat::{Seat, all_ended, play_on, room},
    wire::{Heard, Wire, hello},
};

const ASHA: &str = "127.0.0.2";
const RAVI: &str = "127.0.0.3";
const SILENCE: Duration = Duration::from_secs(90);
/// The close code of who is not wanted.
const POLICY: u16 = 1008;

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut house = Plan::new(setting.programs.server(), &folder.join("data"))
        .with(&["--trusted-proxies", "127.0.0.1", "--pace", "0ms"])
        .open()?;
    let proxy = Proxy::nginx(&snippet("nginx.conf")?, house.at(), folder)?;
    let mut part = Part::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        silence(&proxy, &mut part).await?;
        bans(setting, &house, &proxy, &mut part).await
    })?;
    house.stop()?;
    Ok(part)
}

/// Two players say nothing for 90 s; then they play their match to its end.
async fn silence(proxy: &Proxy, part: &mut Part) -> anyhow::Result<()> {
    let mut seats = Seat::playing(proxy.at(), room(2)).await?;
    let until = Instant::now() + SILENCE;
    let mut lived = true;
    while Instant::now() < until && lived {
        for seat in &mut seats {
            let turn = Instant::now() + Duration::from_secs(1);
            if let Ok(heard) = timeout_at(turn, seat.hear()).await {
                heard?;
            }
            lived &= seat.closed.is_none();
        }
    }
    part.demand(
        "two players silent for 90 s behind nginx, whose limit is 60 s",
        "not cut",
        if lived { "not cut" } else { "cut" },
        lived,
    );
    let came: usize = seats.iter().map(|seat| seat.came("welcome").count()).sum();
    play_on(&mut seats, "the end of the match", all_ended).await?;
    part.demand(
        "the match after the silence",
        "to its end, on the same sockets",
        format!("ended, {came} welcomes for two"),
        came == 2,
    );
    Ok(())
}

/// A ban of an address behind the proxy.
async fn bans(setting: &Setting, house: &House, proxy: &Proxy, part: &mut Part) -> anyhow::Result<()> {
    let mut asha = come(proxy, ASHA, None).await?;
    let mut ravi = come(proxy, RAVI, Some(ASHA)).await?;
    let own = admin(setting, house, &["ban", "127.0.0.1"])?;
    part.demand(
        "O7: a ban of the proxy's own address",
        "refused, with a reason",
        String::from_utf8_lossy(&own.stderr).trim(),
        !own.status.success() && !own.stderr.is_empty(),
    );
    // Here even players come from this machine, which is not banned by a slip.
    let banned = admin(
        setting,
        house,
        &["ban", ASHA, "--for", "1h", "--reason", "a show", "--force"],
    )?;
    ensure!(banned.status.success(), "{}", String::from_utf8_lossy(&banned.stderr));
    let closed = asha.closed().await?;
    part.demand(
        "who is banned",
        format!("closed with {POLICY}"),
        format!("{closed:?}"),
        closed == Some(POLICY),
    );
    let mut again = Vec::new();
    for claims in [None, Some(RAVI)] {
        again.push(match come(proxy, ASHA, claims).await {
            Ok(mut wire) => wire.closed().await? == Some(POLICY),
            Err(_) => true,
        });
    }
    part.demand(
        "he again, and again with a header that claims another's address",
        "shut out both times",
        format!("{again:?}"),
        again == [true, true],
    );
    ravi.say(&serde_json::json!({ "t": "ping", "c": 1 })).await?;
    let answered = ravi.wait_for("pong").await.is_ok();
    part.demand(
        "another player behind the same proxy, who claims to be the banned one",
        "goes on",
        if answered { "goes on" } else { "does not" },
        answered,
    );
    Ok(())
}

/// Somebody comes from an address of his own, and is greeted.
async fn come(proxy: &Proxy, from: &str, claims: Option<&str>) -> anyhow::Result<Wire> {
    let from: IpAddr = from.parse()?;
    let headers: Vec<_> = claims.map(|claims| ("x-forwarded-for", claims)).into_iter().collect();
    let mut wire = Wire::open_from(proxy.at(), Some(from), "/ws", &headers).await?;
    wire.say(&hello("0123456789abcdef")).await?;
    match timeout(Duration::from_secs(10), wire.next())
        .await
        .context("no greeting")??
    {
        Heard::Text(_) => Ok(wire),
        Heard::Closed(code) => anyhow::bail!("closed with {code:?}"),
    }
}

fn admin(setting: &Setting, house: &House, words: &[&str]) -> anyhow::Result<Output> {
    let mut command = Command::new(setting.programs.server());
    command.args(["admin", "--data"]).arg(house.data()).args(words);
    Ok(command.output()?)
}
