//! What a server hears: frames through the gate, into a room that lives on a journal in memory.

mod house;
mod laws;

pub(super) use house::House;

/// Each line is something that happens: `0` to `3` and a frame that this session sends; `+` and milliseconds that pass; `-`
/// and a session whose socket goes; `!` and an order; `=`, the server is killed and started anew. See [`House`] for the laws.
pub(super) fn read(bytes: &[u8]) {
    let mut house = House::new();
    for line in super::lines(bytes).take(400) {
        house.happens(line);
    }
    house.end();
}
