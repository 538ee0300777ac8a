//! The published values of chowk-fair/1, made by a separate implementation, and the laws of its draws.

use chowk_rules::Fate;
use proptest::prelude::*;
use serde_json::Value;

use super::*;

fn vectors() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/fair-1.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn digest(value: &Value) -> Digest {
    text(value).parse().unwrap()
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
}

/// The key of the vectors' match, with its two seats.
fn vector_key() -> Key {
    let v = vectors();
    let reveals: Vec<Option<Digest>> = v["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| Some(digest(&seat["reveal"])))
        .collect();
    key(
        &text(&v["server_seed"]).parse().unwrap(),
        text(&v["match_id"]),
        &digest(&v["rules_hash"]),
        &reveals,
    )
}

#[test]
fn seal_and_rules_hash() {
    let v = vectors();
    assert_eq!(v["scheme"], SCHEME);
    let seed: Seed = text(&v["server_seed"]).parse().unwrap();
    assert_eq!(server_commit(text(&v["match_id"]), &seed), digest(&v["server_commit"]));
    assert_eq!(rules_hash(text(&v["rules"])), digest(&v["rules_hash"]));
    assert_eq!(seed.open().to_string(), text(&v["server_seed"]));
    assert!(is_match_id(text(&v["match_id"])));
}

#[test]
fn tokens_and_chains() {
    let v = vectors();
    for seat in v["seats"].as_array().unwrap() {
        let sk = *digest(&seat["sk"]).as_bytes();
        assert_eq!(token(&sk), digest(&seat["token"]));
        let c0 = chain_start(&sk, text(&v["match_id"]));
        assert_eq!(c0, digest(&seat["c0"]));
        let links = seat["links"].as_u64().unwrap();
        let mut chain = Chain::new(c0, u32::try_from(links).unwrap());
        assert_eq!(chain.tip(), digest(&seat["tip"]));
        assert_eq!(chain.reveal(), digest(&seat["reveal"]));
        assert_eq!(chain.after(&chain.reveal()), Some(digest(&seat["next"])));
    }
}

#[test]
fn keys() {
    let v = vectors();
    assert_eq!(Digest::from_bytes(*vector_key().as_bytes()), digest(&v["key"]));
    let mut reveals: Vec<Option<Digest>> = v["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| Some(digest(&seat["reveal"])))
        .collect();
    reveals.push(None);
    let with_house = key(
        &text(&v["server_seed"]).parse().unwrap(),
        text(&v["match_id"]),
        &digest(&v["rules_hash"]),
        &reveals,
    );
    assert_eq!(
        Digest::from_bytes(*with_house.as_bytes()),
        digest(&v["key_with_a_house_bot_third"])
    );
}

#[test]
fn throws() {
    let v = vectors();
    let mut fate = FairFate::new(&vector_key(), 0, None);
    let with_link = &v["throw_with_link"];
    for throw in v["throws_4_shells"].as_array().unwrap().iter().chain([with_link]) {
        if throw == with_link {
            fate = FairFate::new(&vector_key(), fate.next_t(), Some(digest(&throw["link"])));
        }
        let drawn = fate.cast(4, 128);
        assert_eq!(drawn.t, throw["t"].as_u64().unwrap());
        assert_eq!(
            drawn.value.faces().map(u64::from).collect::<Vec<_>>(),
            numbers(&throw["shells"])
        );
    }
    let values = |shells: u8, mouth_up_256: u8, none_up: u64| -> Vec<u64> {
        let mut fate = FairFate::new(&vector_key(), 0, None);
        let value = |mouths: u8| if mouths == 0 { none_up } else { u64::from(mouths) };
        (0..12)
            .map(|_| value(fate.cast(shells, mouth_up_256).value.mouths_up()))
            .collect()
    };
    assert_eq!(values(6, 128, 12), numbers(&v["throws_6_shells"]));
    assert_eq!(values(4, 154, 8), numbers(&v["throws_4_shells_mouth_up_154"]));
}

#[test]
fn picks_and_shuffle() {
    let v = vectors();
    for (of, name) in [(5, "picks_of_5"), (3, "picks_of_3")] {
        let mut fate = FairFate::new(&vector_key(), 0, None);
        let picks: Vec<u64> = (0..12).map(|_| u64::from(fate.pick(of).value)).collect();
        assert_eq!(picks, numbers(&v[name]));
    }
    let (order, next_t) = lots(&vector_key(), 4);
    assert_eq!(
        order.iter().map(|&n| n as u64).collect::<Vec<_>>(),
        numbers(&v["shuffle_of_4_from_t_0"]["order"])
    );
    assert_eq!(next_t, v["shuffle_of_4_from_t_0"]["next_t"].as_u64().unwrap());
}

#[test]
fn hex_is_lower_case_and_whole() {
    let good = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    assert_eq!(good.parse::<Digest>().unwrap().to_string(), good);
    assert_eq!(
        serde_json::to_string(&good.parse::<Digest>().unwrap()).unwrap(),
        format!("{good:?}")
    );
    for bad in [
        "",
        &good[2..],
        &good.to_uppercase(),
        &format!("{good}00"),
        &good.replace('f', "g"),
        &good.replace('0', "é"),
    ] {
        assert!(bad.parse::<Digest>().is_err(), "{bad}");
        assert!(bad.parse::<Seed>().is_err(), "{bad}");
        assert!(serde_json::from_value::<Digest>(Value::from(bad)).is_err(), "{bad}");
    }
}

#[test]
fn secrets_do_not_print() {
    let seed: Seed = text(&vectors()["server_seed"]).parse().unwrap();
    assert_eq!(format!("{seed:?} {:?}", vector_key()), "Seed(..) Key(..)");
    let chain = Chain::new(Digest::from_bytes([7; 32]), 3);
    assert_eq!(
        format!("{chain:?}"),
        format!("Chain {{ tip: {}, left: 3, .. }}", chain.tip())
    );
}

#[test]
fn a_chain_and_its_watchers_agree_to_the_last_link() {
    let mut chain = Chain::new(Digest::from_bytes([9; 32]), 5);
    let mut shown = Shown::tip(chain.tip(), 5);
    let mut count = 0;
    while let Some(link) = chain.after(&shown.last) {
        assert_eq!(
            shown.then(&shown.last),
            Err(LinkRefusal::Wrong),
            "the same link again is wrong"
        );
        shown = shown.then(&link).unwrap();
        count += 1;
        // A refused throw is sent again with the same link: asking with the older one gives it again.
        let before = next_link(&link);
        assert_eq!(chain.clone().after(&before), Some(link));
    }
    assert_eq!((count, shown.left), (5, 0));
    assert_eq!(shown.then(&Digest::from_bytes([9; 32])), Err(LinkRefusal::UsedUp));
    assert_eq!(chain.after(&Digest::from_bytes([1; 32])), None);
}

#[test]
fn a_long_run_is_as_even_as_chance_is() {
    let mut fate = FairFate::new(&vector_key(), 0, None);
    let mut by_value = [0u32; 5];
    for _ in 0..20_000 {
        by_value[usize::from(fate.cast(4, 128).value.mouths_up())] += 1;
    }
    // Expected 1250, 5000, 7500, 5000, 1250 of 20,000; four standard deviations are at most 274.
    for (seen, expected) in by_value.into_iter().zip([1250u32, 5000, 7500, 5000, 1250]) {
        let deviation = (f64::from(expected) * (1.0 - f64::from(expected) / 20_000.0)).sqrt();
        assert!(
            (f64::from(seen) - f64::from(expected)).abs() < 4.0 * deviation,
            "{by_value:?}"
        );
    }
    let mut by_pick = [0u32; 3];
    for _ in 0..9_000 {
        by_pick[fate.pick(3).value as usize] += 1;
    }
    // Standard deviation 44.7.
    assert!(by_pick.into_iter().all(|seen| seen.abs_diff(3000) < 180), "{by_pick:?}");
}

proptest! {
    #[test]
    fn a_draw_depends_on_its_number_alone(seed: [u8; 32], first in 0u64..1000, of in 1u32.., link: Option<[u8; 32]>) {
        let key = key(&Seed::from_bytes(seed), "000102030405060708090a0b0c0d0e0f", &Digest::from_bytes([0; 32]), &[None, None]);
        let link = link.map(Digest::from_bytes);
        let mut walking = FairFate::new(&key, first, link);
        let _ = walking.cast(4, 128);
        let walked = walking.pick(of);
        let direct = FairFate::new(&key, first + 1, link).pick(of);
        prop_assert_eq!(walked, direct);
        prop_assert!(direct.value < of);
        prop_assert_eq!(walking.next_t(), first + 2);
    }

    #[test]
    fn a_shuffle_is_a_permutation_and_counts_its_draws(seed: [u8; 32], n in 0usize..12) {
        let key = key(&Seed::from_bytes(seed), "000102030405060708090a0b0c0d0e0f", &Digest::from_bytes([0; 32]), &[None]);
        let (places, next_t) = lots(&key, n);
        let mut sorted = places.clone();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (0..n).collect::<Vec<_>>());
        prop_assert_eq!(next_t, n.saturating_sub(1) as u64);
    }
}
