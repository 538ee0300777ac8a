//! A journal of very many rooms, each as far as a real match had come: how soon its server is ready, and how soon whoever
//! comes back to a room that nobody has visited since the start sees it again.
//!
//! A few matches are played for real, over sockets, until each room has enough rows; their rows are then written into a
//! journal again and again, as rooms of their own, by the store that the server itself writes with. The seats of a copy
//! have the secrets of the seats that it is a copy of.

use std::{
    net::SocketAddr,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use chowk_cli::client::{Jitter, NewRoom};
use chowk_protocol::{RoomCode, Token};
use chowk_rules::stones::RuleSet;
use chowk_server::journal::{Append, Besides, DirectoryRow, Reader, Row, SqliteStore, Store as _};
use serde_json::{Value, json};

use crate::{
    house::{House, Plan},
    programs::Programs,
    seat::{Seat, all_ended, court::court, play_on, room},
    swarm::ROOMY,
    wire::{Wire, hello},
};

/// Rooms that are written in one commit.
const ROOMS_A_COMMIT: usize = 16;
/// Ticks of a step of the courts.
const STEP: u8 = 5;
/// A set that is over too soon is played anew, so many times.
const TRIES: usize = 10;

/// What to make.
#[derive(Debug, Clone, Copy)]
pub struct Orders {
    /// Boards that are played: ashte-kashte, four seats.
    pub boards: usize,
    /// Courts that are played, in steps.
    pub courts: usize,
    /// Rooms in all.
    pub rooms: usize,
    /// Rows of each.
    pub rows: u64,
    /// Which rooms are visited in which order.
    pub seed: u64,
}

/// A room that was really played.
#[derive(Debug)]
struct Model {
    rows: Vec<Row>,
    directory: DirectoryRow,
    code: RoomCode,
    /// Who comes back to it.
    token: Token,
    epoch: String,
}

/// A room of the journal that was made.
#[derive(Debug, Clone)]
pub struct Copied {
    code: RoomCode,
    token: Token,
    epoch: String,
    v: u64,
}

impl Copied {
    /// The same after a visit, which made the room's version larger: told by a snapshot.
    pub fn knowing_nothing(&self) -> Self {
        Self {
            epoch: "0".repeat(16),
            ..self.clone()
        }
    }
}

/// Plays the models on a server of its own, and writes the journal of all rooms into `data`.
///
/// # Errors
/// If a match ends before it has enough rows, or the world fails.
pub async fn write(programs: &Programs, folder: &Path, orders: &Orders) -> anyhow::Result<Vec<Copied>> {
    let models = play(programs, &folder.join("models"), orders).await?;
    let data = folder.join("data");
    std::fs::create_dir_all(&data)?;
    let mut store = SqliteStore::open(&data.join("chowk.db"))?;
    let mut copies = Vec::with_capacity(orders.rooms);
    let mut appends = Vec::new();
    for number in 0..orders.rooms {
        let model = &models[number % models.len()];
        let code = code_of(number).context("too many rooms")?;
        let (room, fence) = store.new_room()?;
        for row in &model.rows {
            let opens = (row.v == 1).then(|| {
                Besides::Open(DirectoryRow {
                    code,
                    ..model.directory.clone()
                })
            });
            appends.push(Append {
                room,
                fence,
                expected_v: row.v - 1,
                row: moved(row, model.code, code),
                besides: opens.into_iter().collect(),
            });
        }
        copies.push(Copied {
            code,
            token: model.token,
            epoch: model.epoch.clone(),
            v: orders.rows,
        });
        if number % ROOMS_A_COMMIT == ROOMS_A_COMMIT - 1 || number + 1 == orders.rooms {
            store.commit(&appends)?;
            appends.clear();
        }
    }
    Ok(copies)
}

/// A row of one room as that of another.
fn moved(row: &Row, from: RoomCode, to: RoomCode) -> Row {
    let body = String::from_utf8_lossy(&row.body);
    Row {
        v: row.v,
        body: body.replace(from.as_str(), to.as_str()).into(),
    }
}

/// The code of a room of this number.
fn code_of(number: usize) -> Option<RoomCode> {
    let mut left = number;
    let mut digits = [0; RoomCode::LEN];
    for digit in digits.iter_mut().rev() {
        *digit = u8::try_from(left % RoomCode::ALPHABET.len()).ok()?;
        left /= RoomCode::ALPHABET.len();
    }
    RoomCode::from_digits(digits)
}

/// Plays such a room until it has so many rows, and gives its host.
async fn long_enough(at: SocketAddr, room: &NewRoom, rows: u64) -> anyhow::Result<Seat> {
    let mut most = 0;
    for _ in 0..TRIES {
        let mut seats = Seat::playing(at, room.clone()).await?;
        let enough = |seats: &[Seat]| seats.iter().any(|seat| seat.v() >= rows);
        play_on(&mut seats, "enough rows", |seats| enough(seats) || all_ended(seats)).await?;
        if !all_ended(&seats) {
            return Ok(seats.swap_remove(0));
        }
        most = seats.iter().map(Seat::v).max().max(Some(most)).unwrap_or(0);
    }
    bail!(
        "{TRIES} matches of {:?} ended before they had {rows} rows, the longest had {most}",
        room.game
    )
}

async fn play(programs: &Programs, folder: &Path, orders: &Orders) -> anyhow::Result<Vec<Model>> {
    std::fs::create_dir_all(folder)?;
    let mut house = Plan::new(programs.server(), &folder.join("data")).with(&ROOMY).open()?;
    let board = NewRoom {
        preset: Some("ashte-kashte".into()),
        ..room(4)
    };
    // A patwar who reaches nobody: so a set is long.
    let rules = RuleSet {
        tag_reach: 0,
        ..RuleSet::default()
    };
    let set = || court(rules, Some(STEP));
    let rooms = std::iter::repeat_n(board, orders.boards).chain(std::iter::repeat_with(set).take(orders.courts));
    let mut models = Vec::new();
    for room in rooms {
        let host = long_enough(house.at(), &room, orders.rows).await?;
        // Read beside the server while the table is still there: without anybody its match would go on to its end.
        let journal = Reader::open(&house.data().join("chowk.db"))?;
        let code = host.code()?;
        let entry = journal.directory()?.into_iter().find(|entry| entry.row.code == code);
        let entry = entry.context("a room is not in the directory")?;
        let (base, mut rows) = journal.raw_room(entry.room)?;
        let first = rows.first().map(|row| row.v);
        ensure!(
            base.is_none() && first == Some(1) && rows.len() as u64 >= orders.rows,
            "{} rows, from {first:?}",
            rows.len()
        );
        rows.truncate(usize::try_from(orders.rows)?);
        models.push(Model {
            rows,
            directory: entry.row,
            code,
            token: host.client().identity().sk.token(),
            epoch: host.client().table().context("no table")?.epoch.to_string(),
        });
    }
    house.kill()?;
    Ok(models)
}

/// A server for so many rooms on this folder, and how long it took from its start until it was ready.
///
/// # Errors
/// If it does not start, or is not ready.
pub async fn start(programs: &Programs, data: &Path) -> anyhow::Result<(House, Duration)> {
    let began = Instant::now();
    let roomy = ROOMY.map(|word| if word == "1000" { "100000" } else { word });
    let house = Plan::new(programs.server(), data).with(&roomy).open()?;
    let (status, said) = crate::wire::get(house.at(), "/readyz").await?;
    let took = began.elapsed();
    ensure!(status == 200, "/readyz says {status}: {said}");
    Ok((house, took))
}

/// What came of a visit.
#[derive(Debug, Clone, Copy)]
pub struct Visit {
    /// From opening the connection until the table was told.
    pub took: Duration,
    /// Whether it was told by what was missed; else by a snapshot.
    pub caught_up: bool,
}

/// Comes back to a seat of this room, knowing its newest version, and leaves without a word.
///
/// # Errors
/// If the seat is not found again, or the table is another.
pub async fn visit(at: SocketAddr, copied: &Copied) -> anyhow::Result<Visit> {
    let began = Instant::now();
    let mut wire = Wire::open(at).await?;
    let mut hello = hello("00000000000000aa");
    hello["resume"] = json!({
        "room": copied.code.to_string(), "token": copied.token, "epoch": copied.epoch, "v": copied.v,
    });
    wire.say(&hello).await?;
    let welcome = wire.wait_for("welcome").await?;
    ensure!(welcome["resumed"] == true, "not resumed: {welcome}");
    let is_table = |message: &Value| message["t"] == "catch_up" || message["t"] == "snapshot";
    let table = wire.wait_until("the table", is_table).await?;
    let took = began.elapsed();
    let caught_up = table["t"] == "catch_up";
    let v = if caught_up {
        let diffs = table["diffs"].as_array().map_or(&[][..], Vec::as_slice);
        let first = diffs.first().and_then(|diff| diff["from"].as_u64());
        ensure!(first == Some(copied.v), "it catches up from {first:?}");
        diffs.last().and_then(|diff| diff["v"].as_u64())
    } else {
        table["v"].as_u64()
    };
    // Being away and back are rows, and so is the room's going on after the restart.
    let v = v.context("no version")?;
    ensure!(v > copied.v && v <= copied.v + 8, "at {v} after {}", copied.v);
    wire.cut();
    Ok(Visit { took, caught_up })
}

/// The rooms in an order that the seed decides.
pub fn shuffled(mut copies: Vec<Copied>, seed: u64) -> Vec<Copied> {
    let mut jitter = Jitter::new(seed);
    for place in (1..copies.len()).rev() {
        copies.swap(place, jitter.below(place as u64 + 1) as usize);
    }
    copies
}
