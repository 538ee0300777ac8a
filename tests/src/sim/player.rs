//! Players: random legal moves from the view, at moods of their own; and now and then what no honest client sends.

use chowk_cli::client::{Client, Table, Wish};
use chowk_protocol::{BoxName, ChairNo, ClockKind, ReportAbout, Stage, TurnPhase, TurnView, Word};
use serde_json::{Map, Value, json};

use crate::sim::{dice::Dice, plan::Plan};

/// A player before a tab.
#[derive(Debug)]
pub(crate) struct Player {
    dice: Dice,
    clock: ClockKind,
    hosts: bool,
    /// It does nothing until then.
    silent_until: u64,
    /// The question that it let stand until a moment before its deadline.
    brink: u64,
    /// It has sent only what clients send.
    pub(crate) behaves: bool,
}

impl Player {
    /// A player with dice of its own.
    pub(crate) fn new(dice: Dice, clock: ClockKind, hosts: bool) -> Self {
        Self {
            dice,
            clock,
            hosts,
            silent_until: 0,
            brink: 0,
            behaves: true,
        }
    }

    /// How long it thinks before it looks at the table.
    pub(crate) fn thinks(&mut self, mean: u64) -> u64 {
        self.dice.wait(mean).min(mean * 6)
    }

    /// Looks at the table and does what it likes; says after how many milliseconds it looks again, if it must.
    pub(crate) fn act(&mut self, client: &mut Client, now: u64, calm: bool, encore: bool, plan: &Plan) -> Option<u64> {
        if self.silent_until > now && !(calm && self.clock == ClockKind::None) {
            return Some(self.silent_until - now);
        }
        let (table, chair) = (client.table()?, client.chair());
        let stage = table.stage()?;
        // In step mode commands are answered when the step has run, and the step waits for its answers.
        let waits_for_step = table.step_asked().is_some();
        if !client.is_fresh() || (client.unanswered() > 1 && !waits_for_step) {
            return None;
        }
        let Some(chair) = chair else {
            return self.look_on(client, plan);
        };
        match stage {
            Stage::Gathering => self.gather(client, chair, calm, encore),
            Stage::Readying => self.get_ready(client, chair, calm, encore),
            Stage::Revealing => None,
            Stage::Playing if table.court().is_some() => self.run_and_catch(client, chair, calm, plan),
            Stage::Playing => match client.my_turn() {
                Some(turn) => self.take_turn(client, chair, &turn, now, calm, plan),
                None => self.wait_for_others(client, calm),
            },
            Stage::Ended => self.end(client, calm, encore),
        }
    }

    fn look_on(&mut self, client: &mut Client, plan: &Plan) -> Option<u64> {
        if self.dice.one_in(plan.asks_one_in) {
            let _ = client.command(Wish::Say { phrase: "wow".into() });
        }
        if self.dice.one_in(60) {
            raw(client, json!({"t": "resync"}));
        }
        None
    }

    fn gather(&mut self, client: &mut Client, chair: ChairNo, calm: bool, encore: bool) -> Option<u64> {
        let empty = client.table().and_then(empty_chair)?;
        if calm && !encore {
            return None;
        }
        let hosts = host_of(client) == Some(u64::from(chair));
        if hosts && (encore || self.hosts && self.dice.one_in(4)) {
            let by_ticks = client
                .table()
                .is_some_and(|table| table.view.get("game").is_some_and(|game| game == "stones"));
            let brains = if by_ticks {
                ["chaser", "thief", "hunter", "fox"]
            } else {
                ["random", "bold", "careful", "steady"]
            };
            let brain = (*self.dice.pick(&brains)).to_owned();
            let _ = client.command(Wish::AddBot { chair: empty, brain });
        }
        Some(2_000)
    }

    fn get_ready(&mut self, client: &mut Client, chair: ChairNo, calm: bool, encore: bool) -> Option<u64> {
        if calm && !encore {
            return None;
        }
        let ready = client
            .table()
            .and_then(|table| table.chair(chair)?.get("ready")?.as_bool());
        if ready == Some(false) {
            let _ = client.ready();
        } else if encore {
            return Some(5_000);
        } else if self.dice.one_in(8) {
            let _ = client.command(Wish::Unready);
        } else if self.dice.one_in(if self.hosts { 8 } else { 40 }) {
            // A house bot, or somebody who is not to sit here, or a seat that is not there.
            let chair = self.dice.below(4) as ChairNo;
            let _ = client.command(Wish::Remove { chair });
        }
        None
    }

    fn take_turn(
        &mut self,
        client: &mut Client,
        chair: ChairNo,
        turn: &TurnView,
        now: u64,
        calm: bool,
        plan: &Plan,
    ) -> Option<u64> {
        if client.unanswered() > 0 {
            return None;
        }
        if !calm && self.clock != ClockKind::None {
            if self.dice.one_in(plan.silent_one_in) {
                self.silent_until = now + self.dice.between(2_000, 60_000);
                return Some(self.silent_until - now);
            }
            if self.brink != turn.asked && self.dice.one_in(plan.brink_one_in) {
                self.brink = turn.asked;
                return self.until_the_brink(client, turn, now);
            }
        }
        if !calm && self.dice.one_in(plan.cheat_one_in) {
            self.cheat(client, chair, turn);
        }
        if !calm {
            self.ask_for_more(client, plan);
        }
        match turn.phase {
            TurnPhase::Throw => {
                let _ = client.throw();
            }
            TurnPhase::Move => {
                let choices: Vec<(u8, u8)> = turn
                    .moves
                    .iter()
                    .flat_map(|(pawn, values)| values.keys().map(|value| (*pawn, *value)))
                    .collect();
                if !choices.is_empty() {
                    let (pawn, value) = *self.dice.pick(&choices);
                    let _ = client.move_pawn(pawn, value);
                }
            }
        }
        if !calm && self.dice.one_in(25) {
            // In the same breath, behind the answer: what happens to the answer must not happen to this.
            let _ = client.command(Wish::Say { phrase: "hello".into() });
        }
        None
    }

    /// Twice the time, or the operator's attention.
    fn ask_for_more(&mut self, client: &mut Client, plan: &Plan) {
        if self.dice.one_in(plan.asks_one_in) {
            let _ = client.command(Wish::MoreTime);
        }
        if self.dice.one_in(plan.asks_one_in) {
            let chair = self.dice.below(5) as ChairNo;
            let about = ReportAbout::Stalling;
            let _ = client.command(Wish::Report { chair, about });
        }
    }

    /// Four stones: anywhere, any button, and now and then what no client would send.
    fn run_and_catch(&mut self, client: &mut Client, chair: ChairNo, calm: bool, plan: &Plan) -> Option<u64> {
        let court = client.table().and_then(Table::court)?;
        if !calm && self.dice.one_in(plan.cheat_one_in) {
            self.behaves = false;
            let message = match self.dice.below(4) {
                0 => json!({"t": "input", "dx": -128, "dy": 0}),
                1 => json!({"t": "input", "dx": 1, "dy": 1, "seat": 1}),
                2 => json!({"t": "choose", "v": 1, "word": "gumpu"}),
                _ => json!({"t": "throw", "v": court.asked.unwrap_or(1)}),
            };
            raw(client, message);
        }
        if court.asked.is_some() && court.patwar == chair {
            if self.dice.one_in(plan.silent_one_in) && !calm {
                return Some(2_000);
            }
            let (word, place) = if self.dice.one_in(2) {
                (Word::Chhuttu, None)
            } else {
                (Word::Gumpu, Some(*self.dice.pick(&BoxName::ALL)))
            };
            let _ = client.choose(word, place);
            return None;
        }
        if !calm && court.step.is_some() && self.dice.one_in(plan.silent_one_in) {
            return Some(self.dice.between(2_000, 60_000));
        }
        if !calm {
            self.ask_for_more(client, plan);
        }
        if client.unanswered() == 0 && self.dice.one_in(3) {
            let _ = if self.dice.one_in(2) {
                client.command(Wish::Take)
            } else {
                client.command(Wish::Give {
                    to: self.dice.below(6) as ChairNo,
                })
            };
        }
        // Often where stones are to be had.
        let (dx, dy) = match (client.table().and_then(Table::places), self.dice.one_in(3)) {
            (Some(places), false) => {
                let [x, y] = places.at.get(&chair).copied().unwrap_or([0, 0]);
                let towards = |from: i32| ((6_000 - from) / 20).clamp(-127, 127) as i8;
                (towards(x), towards(y))
            }
            (_, _) => (self.dice.below(255) as i8, self.dice.below(255) as i8),
        };
        let _ = client.input(dx, dy);
        if self.dice.one_in(30) {
            let _ = client.look_back();
        }
        if !calm && self.dice.one_in(60) {
            return self.wait_for_others(client, calm);
        }
        None
    }

    /// The wait until a moment before the deadline, as far as the client can tell.
    fn until_the_brink(&mut self, client: &Client, turn: &TurnView, now: u64) -> Option<u64> {
        let left = turn.deadline?.saturating_sub(client.tick_at(now)?);
        Some(left.saturating_sub(self.dice.between(0, 400)))
    }

    fn wait_for_others(&mut self, client: &mut Client, calm: bool) -> Option<u64> {
        if calm {
            return None;
        }
        if self.dice.one_in(40) {
            let phrase = (*self.dice.pick(&["hello", "no such phrase"])).to_owned();
            if phrase == "hello" {
                let _ = client.command(Wish::Say { phrase });
            } else {
                raw(client, json!({"t": "say", "phrase": phrase}));
            }
        } else if self.hosts && self.dice.one_in(20) {
            let chair = self.dice.below(4);
            raw(client, json!({"t": "hand_over", "chair": chair, "brain": "careful"}));
        } else if self.dice.one_in(150) {
            let _ = client.command(Wish::NoChain);
        } else if self.dice.one_in(250) {
            // Nobody gives a set up: who leaves is played for.
            if client.table().is_some_and(|table| table.court().is_none()) {
                let _ = client.command(Wish::Resign);
            }
        } else if self.dice.one_in(400) {
            let _ = client.command(Wish::Leave);
        }
        None
    }

    fn end(&mut self, client: &mut Client, calm: bool, encore: bool) -> Option<u64> {
        if encore {
            let _ = client.command(Wish::Again);
            return Some(5_000);
        }
        if calm {
            return None;
        }
        if self.dice.one_in(12) {
            let _ = client.command(Wish::Leave);
        } else if self.dice.one_in(2) {
            let _ = client.command(Wish::Again);
        }
        Some(3_000)
    }

    /// What a dishonest client might try. None of it changes anything.
    fn cheat(&mut self, client: &mut Client, chair: ChairNo, turn: &TurnView) {
        self.behaves = false;
        if self.dice.one_in(10) {
            return self.flood(client);
        }
        let link = client
            .table()
            .and_then(|table| table.chair(chair)?.get("link").cloned())
            .unwrap_or_else(|| json!("00".repeat(32)));
        let message = match self.dice.below(6) {
            // The link that everybody knows already.
            0 | 1 => json!({"t": "throw", "link": link}),
            2 => json!({"t": "throw", "v": turn.asked.saturating_sub(1), "link": link}),
            3 => json!({"t": "move", "pawn": self.dice.below(9), "value": self.dice.below(9)}),
            4 => json!({"t": "ready", "tip": link, "links": 3}),
            _ => json!({"t": "dance"}),
        };
        raw(client, message);
    }
}

impl Player {
    /// More than any client says: a part of it is refused, and of more than that the socket dies.
    fn flood(&mut self, client: &mut Client) {
        for _ in 0..*self.dice.pick(&[80, 400]) {
            raw(client, json!({"t": "ping", "c": 1}));
        }
    }
}

fn raw(client: &mut Client, message: Value) {
    if let Value::Object(message) = message {
        let message: Map<String, Value> = message;
        let _ = client.raw(message);
    }
}

fn empty_chair(table: &Table) -> Option<ChairNo> {
    (0..5).find(|chair| {
        table
            .chair(*chair)
            .and_then(|chair| chair.get("kind"))
            .is_some_and(|kind| kind == "empty")
    })
}

fn host_of(client: &Client) -> Option<u64> {
    client.table()?.view.get("host")?.as_u64()
}
