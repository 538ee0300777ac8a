//! Commands on their way: in order, one at a time, each under its number until the room has answered (contract 11).

use std::collections::VecDeque;

use super::wish::{Needs, Wish};

/// Most commands that wait behind the one that is on its way.
const WAITING_MAX: usize = 32;

/// The command that was sent and not yet answered.
#[derive(Debug, Clone)]
pub(super) struct Flight {
    /// Its number.
    pub(super) n: u64,
    /// What it wishes.
    pub(super) wish: Wish,
    /// The frame; sent again as it was, so that a stored answer fits.
    pub(super) text: String,
    /// When it was sent first.
    pub(super) first_sent: u64,
    /// How many times it was sent again.
    pub(super) resent: u32,
    /// Whether it was sent on this socket already.
    pub(super) on_this_socket: bool,
    /// The room asked to send it again, not before this moment.
    pub(super) hold_until: Option<u64>,
    /// A throw that left so early, on the socket that still stands, that it must have come in time.
    pub(super) surely_in_time: bool,
    /// It is of the chain of a match before: if it does not arrive, it is not said again.
    of_before: bool,
}

/// All commands that are not answered yet.
#[derive(Debug, Clone, Default)]
pub(super) struct Outbox {
    /// The number of the last command that was acknowledged.
    acked: u64,
    /// What the room told last of its own count.
    told: u64,
    /// Whether a gap was answered once already, for the command whose turn it is.
    renumbered: bool,
    flight: Option<Flight>,
    waiting: VecDeque<Wish>,
}

/// What `seated.last_n` says about what was acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// It agrees.
    Agree,
    /// The room has forgotten commands that it had acknowledged.
    Forgotten(u64),
}

impl Outbox {
    /// Takes a command in, `first` before all that wait; false if too many wait.
    pub(super) fn push(&mut self, wish: Wish, first: bool) -> bool {
        if self.waiting.len() >= WAITING_MAX {
            return false;
        }
        if first {
            self.waiting.push_front(wish);
        } else {
            self.waiting.push_back(wish);
        }
        true
    }

    /// Whether a command of this name is on its way or waits.
    pub(super) fn holds(&self, name: &str) -> bool {
        self.flight
            .iter()
            .map(|flight| &flight.wish)
            .chain(&self.waiting)
            .any(|wish| wish.name() == name)
    }

    /// How many commands are not answered yet.
    pub(super) fn len(&self) -> usize {
        self.waiting.len() + usize::from(self.flight.is_some())
    }

    pub(super) fn flight(&self) -> Option<&Flight> {
        self.flight.as_ref()
    }

    pub(super) fn flight_mut(&mut self) -> Option<&mut Flight> {
        self.flight.as_mut()
    }

    /// The next command to be sent, if none is on its way.
    pub(super) fn next_waiting(&self) -> Option<&Wish> {
        if self.flight.is_some() {
            None
        } else {
            self.waiting.front()
        }
    }

    /// The number that the next command gets.
    pub(super) fn next_n(&self) -> u64 {
        self.acked + 1
    }

    /// The first waiting command is on its way now.
    pub(super) fn take_off(&mut self, n: u64, text: String, now: u64, surely_in_time: bool) {
        if let Some(wish) = self.waiting.pop_front() {
            self.flight = Some(Flight {
                n,
                wish,
                text,
                first_sent: now,
                resent: 0,
                on_this_socket: true,
                hold_until: None,
                surely_in_time,
                of_before: false,
            });
        }
    }

    /// The first waiting command is given up.
    pub(super) fn drop_next(&mut self) {
        self.waiting.pop_front();
    }

    /// Command `n` was acknowledged: the command, unless that was known.
    pub(super) fn acknowledged(&mut self, n: u64) -> Option<Flight> {
        if self.flight.as_ref().is_some_and(|flight| flight.n == n) {
            self.acked = n;
            self.renumbered = false;
            return self.flight.take();
        }
        None
    }

    /// Command `n` was refused: the command. Its number is free again.
    pub(super) fn refused(&mut self, n: Option<u64>) -> Option<Flight> {
        if n.is_some() && self.flight.as_ref().map(|flight| flight.n) == n {
            return self.flight.take();
        }
        None
    }

    /// The socket ended: what was on its way is to be sent again.
    pub(super) fn socket_ended(&mut self) {
        if let Some(flight) = &mut self.flight {
            flight.on_this_socket = false;
            flight.surely_in_time = false;
            flight.hold_until = None;
        }
    }

    /// The room says which number it acknowledged last.
    pub(super) fn seated(&mut self, last_n: u64) -> Numbers {
        self.told = last_n;
        self.flight.take_if(|flight| flight.of_before && flight.n > last_n);
        let known = self.acked;
        let expected = self.flight.as_ref().map_or(known, |flight| flight.n);
        if last_n < known {
            self.acked = last_n;
            // The command on its way was never applied either: it goes under the number that is free.
            self.flight_back_to_waiting();
            return Numbers::Forgotten(known - last_n);
        }
        if last_n > expected || (self.flight.is_none() && last_n > known) {
            // Somebody counted for us (an author who numbers by hand): go on from there.
            self.acked = last_n;
            self.flight_back_to_waiting();
        }
        Numbers::Agree
    }

    /// Another match is sealed: what was to be said of the chain of the one before, and never arrived, is not said again.
    /// What has arrived is; its answer is kept.
    pub(super) fn another_match(&mut self) {
        let told = self.told;
        let of_a_chain = |wish: &Wish| *wish == Wish::NoChain || wish.needs() == Needs::Reveal;
        if let Some(flight) = &mut self.flight {
            flight.of_before |= of_a_chain(&flight.wish) || flight.wish.needs() == Needs::Tip;
        }
        // What may still arrive on this socket is answered there, or lost with it.
        self.flight
            .take_if(|flight| flight.of_before && !flight.on_this_socket && flight.n > told);
        // A ready that still waits gets the tip of the new chain.
        self.waiting.retain(|wish| !of_a_chain(wish));
    }

    /// The room found a gap: the command gets a new number once the room has told the last one. False if that was
    /// tried before.
    pub(super) fn renumber(&mut self, mut flight: Flight) -> bool {
        if std::mem::replace(&mut self.renumbered, true) || flight.wish.own_number().is_some() {
            self.renumbered = false;
            return false;
        }
        flight.on_this_socket = false;
        self.flight = Some(flight);
        true
    }

    fn flight_back_to_waiting(&mut self) {
        if let Some(flight) = self.flight.take() {
            self.waiting.push_front(flight.wish);
        }
    }
}
