//! Section 7: each preset a row, and the ways to find it.

use super::*;

#[test]
fn each_preset_plays_as_it_says() {
    check("pagdi 4", "S{15,1,1,1} h", "S throws 3", "may move: 1");
    let corner = "S{36,1,1,1} H, N{29,1,1,1} H";
    check("ashte-kashte 2", corner, "S throws 12, S moves 36 by 12", "S{48,1,1,1} H; to throw: S");
    check("ashte-kashte 2", corner, "S throws 1, S moves 36 by 1", "hits: none; to throw: N");
    check("ashte-kashte-4 2", "S{36,1,1,1} H, N{29,1,1,1}", "S throws 1, S moves 36 by 1", "hits: N29#0; to throw: S");
    check("karnataka 4", "", "S throws 8, S throws 2", "to move: S; hand: 8 2");
    check("ashta-chamma 4", "", "S throws 4, S moves 0 by 4", "S{1,0,0,0} h; to throw: S");
    check("ashta-chamma 2", "S{24,25,25,25} H", "S throws 1, S moves 24 by 1", "over: finished S N");
    check("thaayam 4", "", "S throws 4", "lost: 4 no_move; to throw: E");
    check("thaayam 4", "", "S throws 1, S moves 0 by 1", "S{1,0,0,0} h; to throw: S");
    check("thaayam 2", "S{15,15}, N{10,10}", "S throws 2, S moves 15 by 2", "S{17,15,0,0} h; to throw: N");
    check("thaayam 2", "S{1,1}, N{10,10}", "S throws 1, S moves 1 by 1", "hits: N10#0 N10#1; S{2,1,0,0} H");
    check("quick 2", "", "S throws 2, S moves 1 by 2", "S{3,1} h");
}

#[test]
fn presets_can_be_played_and_are_told_apart() {
    let names: Vec<&str> = presets().iter().map(|preset| preset.name).collect();
    let page = [
        "pagdi",
        "ashte-kashte",
        "ashte-kashte-4",
        "karnataka",
        "ashta-chamma",
        "thaayam",
        "quick",
    ];
    assert_eq!(names, page);
    for preset in presets() {
        assert_eq!(preset.rules().check(), Ok(()), "{}", preset.name);
        assert_eq!(preset_of(&preset.rules()).unwrap().name, preset.name);
        assert!(
            preset.summary.ends_with('.') && !preset.summary.contains('\n'),
            "{}",
            preset.summary
        );
    }
    assert_eq!(preset_of(&RuleSet::default()).unwrap().name, "pagdi");
    assert!(
        preset_of(&RuleSet {
            pawns: 3,
            ..RuleSet::default()
        })
        .is_none()
    );
    assert!(preset("Pagdi").is_none());
}

#[test]
fn regional_names_lead_to_a_preset() {
    for name in [
        "Chauka Bara",
        "Katte Mane",
        "Gatta Mane",
        "Chakaara",
        "Pakidakali",
        "Kavidi Kali",
        "Champul",
        "Kach Kangri",
        "Isto",
        "Changa Po",
        "Atthu",
        "Kanna Kauri",
        "Ashta Chamma",
        "Daayam",
        "Thaayam",
        "Challas Aath",
    ] {
        assert_eq!(find_presets(name).len(), 1, "{name}");
    }
    let found = |query| find_presets(query).iter().map(|preset| preset.name).collect::<Vec<_>>();
    assert_eq!(found("katte-MANE"), ["karnataka"]);
    assert_eq!(found("daayam"), ["thaayam"]);
    assert_eq!(found("ashte kashte"), ["ashte-kashte", "ashte-kashte-4"]);
    assert_eq!(found(" quick "), ["quick"]);
    assert_eq!(found("chess"), [""; 0]);
    assert_eq!(found("").len(), presets().len());
}
