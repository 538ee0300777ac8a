//! One seat of a swarm: it sits down, plays its match to the end whatever is cut, and checks all that it is told.

use std::{pin::Pin, sync::Arc, time::Duration};

use chowk_protocol::{Epoch, RoomCode};
use futures_util::FutureExt as _;
use serde_json::Value;
use tokio::{
    sync::watch,
    time::{Instant, Sleep, sleep_until},
};

use super::{
    beat::Beat,
    ledger::{Answered, Ledger},
};
use crate::{
    address::Address,
    brain::{Answered as Answer, AnyBrain, AnyPlayer},
    client::{Client, Happening, How, Identity, Intent, Jitter, NewRoom, Settings, Table},
    socket::{Next, Session},
};

/// What the seats of a room know of its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// The room is not open yet.
    Unknown,
    /// This is it.
    Known(RoomCode),
    /// The room will never be opened.
    Never,
}

/// What a seat is to do.
pub(super) struct Plan {
    pub(super) address: Address,
    pub(super) identity: Identity,
    pub(super) settings: Settings,
    pub(super) brain: AnyBrain,
    /// The room to open; whoever does not open one waits for the code.
    pub(super) opens: Option<NewRoom>,
    pub(super) name: String,
    pub(super) code: watch::Sender<Code>,
    /// Sockets cut a second.
    pub(super) cuts_per_s: f64,
    /// Mean time to think, in milliseconds.
    pub(super) think_ms: u64,
    pub(super) seed: u64,
    /// Not before this moment.
    pub(super) begin: Instant,
}

/// What became of it.
pub(super) struct Sat {
    /// The match, if it ended and its envelope was checked.
    pub(super) match_id: Option<String>,
}

struct Seat {
    session: Session,
    player: AnyPlayer,
    beat: Beat,
    /// The newest tick whose places were shown, and in which epoch.
    shown: Option<(Epoch, u32)>,
    ledger: Arc<Ledger>,
    jitter: Jitter,
    code: watch::Sender<Code>,
    cuts_per_s: f64,
    think_ms: u64,
    /// When the command on its way was wished.
    asked_at: Option<Instant>,
    think_until: Option<Instant>,
    cut_at: Option<Instant>,
    /// The next cut comes right after a command has left, where it hurts most.
    cut_after_command: bool,
    cid: String,
    done: Option<String>,
}

/// Sits, plays and leaves.
pub(super) async fn sit(plan: Plan, ledger: Arc<Ledger>) -> Sat {
    sleep_until(plan.begin).await;
    let intent = match plan.opens {
        Some(room) => Intent::Create(room),
        None => {
            let mut told = plan.code.subscribe();
            let code = told.wait_for(|code| *code != Code::Unknown).await.map(|code| *code);
            let Ok(Code::Known(code)) = code else {
                return Sat { match_id: None };
            };
            Intent::Join {
                code,
                name: plan.name,
                chair: None,
            }
        }
    };
    let cid = plan.identity.cid.to_string();
    let mut seat = Seat {
        session: Session::new(Client::new(plan.identity, intent, plan.settings), plan.address),
        player: AnyPlayer::new(plan.brain, plan.seed),
        beat: Beat::new(Instant::now()),
        shown: None,
        ledger,
        jitter: Jitter::new(plan.seed ^ 0xC075),
        code: plan.code,
        cuts_per_s: plan.cuts_per_s,
        think_ms: plan.think_ms,
        asked_at: None,
        think_until: None,
        cut_at: None,
        cut_after_command: false,
        cid,
        done: None,
    };
    seat.plan_cut();
    let began = Instant::now();
    seat.play().await;
    // Whoever waits for a code that will not come is to know.
    seat.code
        .send_if_modified(|code| *code == Code::Unknown && std::mem::replace(code, Code::Never) == Code::Unknown);
    seat.settle(began.elapsed());
    let match_id = seat.done;
    seat.session.close().await;
    Sat { match_id }
}

impl Seat {
    async fn play(&mut self) {
        let mut alarm: Pin<Box<Sleep>> = Box::pin(sleep_until(Instant::now()));
        loop {
            if self.decide() && self.cut_after_command && !self.send_and_cut() {
                return;
            }
            let due = [self.cut_at, self.think_until].into_iter().flatten().min();
            if let Some(due) = due.filter(|due| *due != alarm.deadline()) {
                alarm.as_mut().reset(due);
            }
            tokio::select! {
                next = self.session.next() => match next {
                    Next::Told(happening) => self.heard(happening),
                    Next::Frame(_) => {}
                    Next::End(reason) => {
                        if self.done.is_none() {
                            *self.ledger.pages().ended_badly.entry(reason.to_string()).or_default() += 1;
                        }
                        return;
                    }
                },
                () = alarm.as_mut(), if due.is_some() => self.time_passed(),
            }
            if self.done.is_some() {
                return;
            }
        }
    }

    /// Writes down what was counted.
    fn settle(&mut self, sat: Duration) {
        let mut pages = self.ledger.pages();
        self.beat.settle(&mut pages);
        pages.counts.add(self.session.client().counts());
        pages.traffic.add(self.session.traffic());
        pages.sat_s += sat.as_secs_f64();
    }

    /// Answers what is asked, now or after a thought; true if a command is on its way.
    fn decide(&mut self) -> bool {
        if self.player.ready_if_due(self.session.client_mut()) {
            self.asked_at = Some(Instant::now());
            return true;
        }
        let player = match &mut self.player {
            AnyPlayer::Board(player) => player,
            AnyPlayer::Court(player) => {
                let said = player.play(self.session.client_mut());
                if said {
                    self.asked_at.get_or_insert_with(Instant::now);
                }
                return said;
            }
        };
        if !player.is_asked(self.session.client()) {
            self.think_until = None;
            return false;
        }
        if self.think_ms > 0 {
            let now = Instant::now();
            let thought = self.think_ms / 2 + self.jitter.below(self.think_ms);
            let until = *self.think_until.get_or_insert(now + Duration::from_millis(thought));
            if until > now {
                return false;
            }
            self.think_until = None;
        }
        self.asked_at = Some(Instant::now());
        // What cannot be said now is asked again with the next view.
        player
            .answer(self.session.client_mut())
            .is_ok_and(|answered| answered != Answer::Nothing)
    }

    /// Lets the command leave and drops the socket in the same breath: the room hears it, its answer is lost. False if
    /// it was over.
    fn send_and_cut(&mut self) -> bool {
        match self.session.next().now_or_never() {
            None => self.cut(),
            Some(Next::Told(happening)) => self.heard(happening),
            Some(Next::Frame(_)) => {}
            Some(Next::End(_)) => return false,
        }
        true
    }

    fn heard(&mut self, happening: Happening) {
        match happening {
            Happening::Seated { room, .. } => {
                self.code
                    .send_if_modified(|code| std::mem::replace(code, Code::Known(room)) != Code::Known(room));
            }
            Happening::Acked {
                n,
                wish,
                v,
                answer,
                resent,
                ..
            } => {
                let mut pages = self.ledger.pages();
                // The link at the lock is shown by the client itself: its time is not ours to tell.
                if let Some(asked_at) = self.asked_at.take().filter(|_| wish.name() != "reveal") {
                    pages.acked(asked_at.elapsed(), resent);
                }
                let client = self.session.client();
                if let (Some(r#match), Some(chair)) = (client.table().and_then(Table::match_id), client.chair()) {
                    pages.facts.acked(r#match, chair, &wish);
                }
                if let (Some(answer), Some(room), Some(chair)) = (answer, client.room(), client.chair())
                    && let (Some(t), Some(value)) = (answer.t, answer.value)
                {
                    let r#match = client
                        .envelope()
                        .map(|envelope| envelope.match_id())
                        .unwrap_or_default();
                    pages.answered(&Answered {
                        room: room.as_str(),
                        r#match,
                        chair,
                        cid: &self.cid,
                        v,
                        n,
                        t,
                        value,
                    });
                }
            }
            Happening::Unfair(fault) => {
                *self.ledger.pages().unfair.entry(fault.to_string()).or_default() += 1;
            }
            Happening::Checked(verdict) => {
                self.ledger.pages().checked(&verdict);
                self.done = Some(verdict.match_id);
            }
            Happening::Changed { events, how } => {
                let Some(table) = self.session.client().table() else {
                    return;
                };
                if let Some(r#match) = table.match_id() {
                    self.ledger.pages().facts.told(r#match, &events);
                }
                let tick = table.view.pointer("/court/tick").and_then(Value::as_u64);
                let tick = tick.and_then(|tick| u32::try_from(tick).ok());
                if let (How::Snapshot, Some((epoch, shown)), Some(tick)) = (how, self.shown, tick)
                    && epoch != table.epoch
                {
                    self.ledger.pages().vanished(shown.saturating_sub(tick));
                    self.shown = Some((table.epoch, tick));
                }
            }
            Happening::Motion { tick, .. } => {
                let table = self.session.client().table();
                self.shown = table.map(|table| (table.epoch, tick));
                // Steps have no beat: they come when all have answered.
                let beats = table.filter(|table| table.view.get("step").is_none());
                let hz = beats.and_then(|table| table.view.pointer("/rules/hz")?.as_u64());
                if let Some(hz) = hz.and_then(|hz| u32::try_from(hz).ok()) {
                    self.beat.heard(tick, hz, Instant::now(), &mut self.ledger.pages());
                }
            }
            Happening::Dropped { .. } => self.beat.settle(&mut self.ledger.pages()),
            Happening::Refused { wish: Some(_), .. } => self.asked_at = None,
            Happening::Welcome { .. }
            | Happening::Notice(_)
            | Happening::Aside { .. }
            | Happening::Refused { .. }
            | Happening::Around
            | Happening::Film { .. }
            | Happening::Healing
            | Happening::Garbage(_) => {}
        }
    }

    fn time_passed(&mut self) {
        if self.cut_at.is_some_and(|at| at <= Instant::now()) {
            if self.jitter.below(2) == 0 || self.cut_after_command {
                self.cut();
            } else {
                self.cut_after_command = true;
                self.cut_at = Some(Instant::now() + Duration::from_secs(1));
            }
        }
    }

    fn cut(&mut self) {
        if self.session.is_open() {
            self.session.cut();
            self.ledger.pages().cuts += 1;
        }
        self.cut_after_command = false;
        self.plan_cut();
    }

    /// Cuts come at random moments: the times between them are exponential.
    fn plan_cut(&mut self) {
        self.cut_at = (self.cuts_per_s > 0.0).then(|| {
            let seconds = -(1.0 - self.jitter.unit()).ln() / self.cuts_per_s;
            Instant::now() + Duration::from_secs_f64(seconds.min(86_400.0))
        });
    }
}
