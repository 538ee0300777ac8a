//! What a client says, and when: it enters, sends its commands one by one, waits where it was asked to, and asks
//! whether anybody is there.

use chowk_protocol::ClientMsg;
use serde_json::Value;

use super::envelope::NextLink;
use super::wish::{Links, Needs};
use super::{AnyTable, Client, Happening, Intent, Line, NewRoom, Output, Wish};

/// A throw that leaves this long before its deadline, in milliseconds, must have come in time.
const IN_TIME_MS: u64 = 1_000;

impl Client {
    /// When [`Client::tick`] is to be called, if nothing else happens before.
    pub fn due(&self) -> Option<u64> {
        let quiet = self.settings.quiet_ms * if self.pinged { 3 } else { 1 };
        let again = match self.line {
            Line::Down | Line::Ended => return None,
            Line::EnterAgain { at } => Some(at),
            Line::Greeted { .. } | Line::Entering | Line::Seated | Line::Fresh => None,
        };
        let held = self.outbox.flight().and_then(|flight| flight.hold_until);
        let heartbeat = self.last_heard + quiet;
        let steers = self.steering.held();
        Some([again, held, steers].into_iter().flatten().fold(heartbeat, u64::min))
    }

    /// Time has come.
    pub fn tick(&mut self, now: u64) {
        if matches!(self.line, Line::Down | Line::Ended) {
            return;
        }
        self.now = now;
        let silent = now.saturating_sub(self.last_heard);
        if silent >= 3 * self.settings.quiet_ms {
            // Nobody answers: a socket that is half open would stay so for ever.
            self.last_heard = now;
            self.out.push_back(Output::HangUp);
            return;
        }
        if silent >= self.settings.quiet_ms && !self.pinged {
            self.pinged = true;
            self.send(&ClientMsg::Ping { c: now });
        }
        if let Line::EnterAgain { at } = self.line
            && at <= now
        {
            self.enter();
        }
        if let Some(flight) = self.outbox.flight_mut()
            && flight.hold_until.is_some_and(|at| at <= now)
        {
            flight.hold_until = None;
            flight.on_this_socket = false;
        }
        self.steering.tick(now);
        self.pump();
    }

    /// Asks for the room. The same token finds the same room and seat again, so that a lost answer leaves no ghost.
    pub(super) fn enter(&mut self) {
        self.line = Line::Entering;
        let token = self.identity.sk.token();
        let message = match (&self.intent, self.room) {
            (Intent::Create(room), None) => ClientMsg::Create {
                token,
                name: room.name.clone(),
                game: room.game,
                preset: room.preset.clone(),
                rules: room.rules.clone(),
                chairs: room.chairs,
                clock: room.clock,
                listed: Some(room.listed),
                watch: Some(room.watch),
                best_of: room.best_of,
                fill: room.fill.then_some(true),
                step: room.step,
                still: room.still.then_some(true),
            },
            (Intent::Quick(table), None) => ClientMsg::Quick {
                token,
                name: table.name.clone(),
                preset: table.preset.clone(),
                chairs: table.chairs,
                clock: table.clock,
                bots: table.people_only.then_some(false),
            },
            (Intent::Create(NewRoom { name, .. }) | Intent::Quick(AnyTable { name, .. }), Some(code)) => {
                ClientMsg::Join {
                    code,
                    token,
                    name: name.clone(),
                    chair: None,
                }
            }
            (Intent::Join { code, name, chair }, _) => ClientMsg::Join {
                code: *code,
                token,
                name: name.clone(),
                chair: *chair,
            },
            (Intent::Watch { code, name }, _) => ClientMsg::Watch {
                code: *code,
                name: name.clone(),
            },
        };
        self.send(&message);
    }

    /// Sends what may be sent: what was on its way when a socket broke first, as it was; then the next command.
    pub(super) fn pump(&mut self) {
        self.pump_commands();
        // After the commands: a button that was wished first is to act in the step that this direction answers.
        if self.is_fresh() {
            self.steer();
        }
    }

    fn pump_commands(&mut self) {
        while self.is_fresh() {
            if let Some(flight) = self.outbox.flight_mut() {
                if flight.on_this_socket || flight.hold_until.is_some() {
                    return;
                }
                flight.on_this_socket = true;
                flight.resent += 1;
                let text = flight.text.clone();
                self.counts.resends += 1;
                self.out.push_back(Output::Send(text));
                return;
            }
            let Some(wish) = self.outbox.next_waiting().cloned() else {
                return;
            };
            let n = wish.own_number().unwrap_or(self.outbox.next_n());
            match self.links_for(&wish) {
                Ok(links) => {
                    let text = wish.encode(n, links);
                    let in_time = matches!(links, Links::Link(_)) && wish.name() == "throw" && self.is_early();
                    self.outbox.take_off(n, text.clone(), self.now, in_time);
                    self.out.push_back(Output::Send(text));
                }
                Err(Hindrance::Chain) => {
                    self.outbox.push(Wish::NoChain, true);
                }
                Err(Hindrance::Seal) => {
                    self.outbox.drop_next();
                    self.tell(Happening::Refused {
                        wish: Some(wish),
                        code: "not_now".into(),
                        text: "Nothing is sealed yet: the table is not full.".into(),
                    });
                }
            }
        }
    }

    /// What the seat's chain adds to this command.
    fn links_for(&mut self, wish: &Wish) -> Result<Links, Hindrance> {
        if *wish == Wish::NoChain
            && let Some(envelope) = &mut self.envelope
        {
            envelope.say_no_chain();
        }
        let sk = &self.identity.sk;
        match (wish.needs(), &mut self.envelope, self.chair) {
            (Needs::Nothing, ..) => Ok(Links::None),
            (Needs::Tip, Some(envelope), _) => {
                let (tip, links) = envelope.new_chain(sk, self.settings.links);
                Ok(Links::Tip(tip, links))
            }
            (Needs::Reveal, Some(envelope), Some(chair)) => {
                envelope.reveal(sk, chair).map(Links::Link).ok_or(Hindrance::Seal)
            }
            (Needs::Link, Some(envelope), Some(chair)) => match envelope.next_link(sk, chair) {
                NextLink::Link(link) => Ok(Links::Link(link)),
                NextLink::NoneLeft => Ok(Links::None),
                NextLink::Lost => Err(Hindrance::Chain),
            },
            (Needs::Link, ..) => Ok(Links::None),
            (Needs::Tip | Needs::Reveal, ..) => Err(Hindrance::Seal),
        }
    }

    /// Whether a throw that leaves now must come before its deadline.
    fn is_early(&self) -> bool {
        let turn = self.table.as_ref().and_then(|table| table.view.get("turn"));
        let deadline = turn.and_then(|turn| turn.get("deadline")).and_then(Value::as_u64);
        match (deadline, self.tick_at(self.now)) {
            (None, _) => true,
            (Some(deadline), Some(tick)) => tick + IN_TIME_MS <= deadline,
            (Some(_), None) => false,
        }
    }
}

/// Why a command cannot go out as it is.
enum Hindrance {
    /// The links of this seat are lost: that must be said first.
    Chain,
    /// There is no sealed match to make links for.
    Seal,
}
