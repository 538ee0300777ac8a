//! Seeds from the vectors of the repository, from presets, and by hand.

use chowk_record::rules::{Game, Rules};
use chowk_rules::chowka;
use serde_json::Value;

use super::Seeds;

const PERFT: &str = include_str!("../../../vectors/perft.json");
const SEALS: &str = include_str!("../../../vectors/records/seals.ndjson");

/// Whole records of vectors, and each cut short where its form shows already.
pub(super) fn records() -> Seeds {
    let whole = [
        &include_bytes!("../../../vectors/records/pagdi-2.chowk.ndjson")[..],
        include_bytes!("../../../vectors/records/collect-all-3.chowk.ndjson"),
        include_bytes!("../../../vectors/records/dead-end.chowk.ndjson"),
        include_bytes!("../../../vectors/records/karnataka-3-void.chowk.ndjson"),
        include_bytes!("../../../vectors/records/pagdi-4-house-and-clock.chowk.ndjson"),
        include_bytes!("../../../vectors/records/quick-3-abandoned.chowk.ndjson"),
        include_bytes!("../../../vectors/records/random-rules-3.chowk.ndjson"),
        include_bytes!("../../../vectors/records/unknown-fields.chowk.ndjson"),
        include_bytes!("../../../vectors/records/ashte-kashte-4-left.chowk.ndjson"),
        GOLDEN_STONES,
    ];
    let mut seeds = Vec::new();
    for record in whole {
        let lines: Vec<&[u8]> = record
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .collect();
        for most in [2, 5, 12, 40] {
            let last = lines.last().copied().unwrap_or_default();
            let mut text = lines[..lines.len().min(most)].join(&b'\n');
            text.push(b'\n');
            seeds.push(text.clone());
            text.extend_from_slice(last);
            text.push(b'\n');
            seeds.push(text);
        }
        if record.len() < 24_000 {
            seeds.push(record.to_vec());
        }
    }
    seeds.push(chowk_server::journal::gzip(&seeds[0].clone()).to_vec());
    let mut with_log = seeds[0].clone();
    with_log.push(b'\n');
    with_log.extend_from_slice(SEALS.as_bytes());
    seeds.push(with_log);
    seeds
}

pub(super) fn seals() -> Seeds {
    let lines: Vec<&str> = SEALS.lines().collect();
    let mut seeds: Seeds = lines.iter().take(12).map(|line| line.as_bytes().to_vec()).collect();
    seeds.extend([2, 4, 8].map(|most| lines[..lines.len().min(most)].join("\n").into_bytes()));
    seeds.push(SEALS.as_bytes().to_vec());
    seeds
}

pub(super) fn positions() -> Seeds {
    let perft: Value = serde_json::from_str(PERFT).unwrap_or_default();
    let rows = perft["rows"].as_array().cloned().unwrap_or_default();
    let mut seeds = Vec::new();
    for (no, row) in (0_u8..).zip(rows.iter()) {
        let word = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let head = format!(
            "C{} {} {}\n{}\n",
            row["players"],
            word("to_throw"),
            word("preset"),
            word("position")
        );
        let mut seed = head.into_bytes();
        seed.extend((0..60_u8).map(|byte| byte.wrapping_mul(no | 1)));
        seeds.push(seed);
    }
    for preset in chowka::presets().iter().take(4) {
        let rules = Rules::Chowka(preset.rules()).canonical();
        seeds.push(format!("C2 S {rules}\nS{{15,1,1,1}} h, N{{16,2,1,1}} H\nabcdefgh").into_bytes());
    }
    for phase in 0..6_u8 {
        for hz in 0..4_u8 {
            let mut seed = vec![b'S', hz, 1, 2, 0, 1, phase, 1, 0];
            seed.extend([0; 10]);
            seed.push(0x10 + phase);
            seed.extend((0..120_u8).map(|byte| byte.wrapping_mul(7 + 2 * phase)));
            seeds.push(seed);
        }
    }
    seeds
}

pub(super) fn rules() -> Seeds {
    let mut seeds: Seeds = chowka::presets()
        .iter()
        .map(|preset| Rules::Chowka(preset.rules()).canonical().into_bytes())
        .collect();
    let stones = Rules::of_preset(Game::Stones, "four-stones").map(|rules| rules.canonical());
    seeds.extend(stones.map(String::into_bytes));
    seeds.extend([&b"{}"[..], b"[]", b"{\"board\":5}", b"{\"hz\":30}"].map(<[u8]>::to_vec));
    seeds
}

pub(super) fn settings() -> Seeds {
    blocks(include_str!("settings.txt"))
}

pub(super) fn requests() -> Seeds {
    blocks(include_str!("requests.txt"))
}

/// Blocks of a file, with a line `---` between them.
fn blocks(text: &str) -> Seeds {
    text.split("\n---\n")
        .map(|text| text.trim_end().as_bytes().to_vec())
        .collect()
}

pub(super) fn edits() -> Seeds {
    let mut seeds: Seeds = vec![
        b"j".to_vec(),
        b"b".to_vec(),
        b"w".to_vec(),
        b"wSQLite format 3\0".to_vec(),
    ];
    for at in 0..40_u8 {
        seeds.push(vec![b'j', at * 3, at.wrapping_mul(29), at % 8, b'{']);
        seeds.push(vec![b'b', at * 3, at.wrapping_mul(31), 5, at]);
    }
    seeds.push(vec![b'j', 0x20, 0, 0, 0]);
    seeds
}

const GOLDEN_STONES: &[u8] = include_bytes!("../../../../record/tests/golden/stones-short.chowk.ndjson");
