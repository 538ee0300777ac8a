//! Close codes: the refusal where the socket cannot go on (contract 22).

/// Why a socket is closed, as a WebSocket close code (RFC 6455, 7.4), and whether to come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CloseCode {
    /// The client said so.
    Bye,
    /// The client does what no client does: floods, rubbish, no hello.
    Policy,
    /// A frame over the limit.
    TooBig,
    /// This room failed; the others go on.
    RoomFailed,
    /// The server stops, and comes back.
    Restart,
    /// The client reads too slowly.
    TooSlow,
    /// Somebody with the same token took the seat over: final, so that two tabs do not fight.
    TakenOver,
    /// The room has ended.
    RoomGone,
    /// No common version of the protocol.
    VersionNotSpoken,
}

impl CloseCode {
    /// All codes, in the order of their numbers.
    pub const ALL: [Self; 9] = [
        Self::Bye,
        Self::Policy,
        Self::TooBig,
        Self::RoomFailed,
        Self::Restart,
        Self::TooSlow,
        Self::TakenOver,
        Self::RoomGone,
        Self::VersionNotSpoken,
    ];

    /// The number on the wire.
    pub fn number(self) -> u16 {
        match self {
            Self::Bye => 1000,
            Self::Policy => 1008,
            Self::TooBig => 1009,
            Self::RoomFailed => 1011,
            Self::Restart => 1012,
            Self::TooSlow => 1013,
            Self::TakenOver => 4001,
            Self::RoomGone => 4002,
            Self::VersionNotSpoken => 4003,
        }
    }

    /// The code of a number, if it is one of ours.
    pub fn from_number(number: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.number() == number)
    }

    /// A sentence for people.
    pub fn text(self) -> &'static str {
        match self {
            Self::Bye => "Goodbye.",
            Self::Policy => "This client floods, sends rubbish or never said hello.",
            Self::TooBig => "A message may have 8192 bytes at most.",
            Self::RoomFailed => "This room has failed and is kept for the operator to look at; other rooms go on.",
            Self::Restart => "The server restarts; your seat is kept.",
            Self::TooSlow => "This client reads too slowly; come back and catch up.",
            Self::TakenOver => "Your seat is played from another window or device now.",
            Self::RoomGone => "This room has ended.",
            Self::VersionNotSpoken => "This server speaks version 1 of the protocol only.",
        }
    }

    /// Whether a client should come back by itself. A socket that breaks without any of our codes: yes.
    pub fn come_back(self) -> bool {
        match self {
            Self::Restart | Self::TooSlow => true,
            Self::Bye
            | Self::Policy
            | Self::TooBig
            | Self::RoomFailed
            | Self::TakenOver
            | Self::RoomGone
            | Self::VersionNotSpoken => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CloseCode;

    #[test]
    fn the_table_of_close_codes() {
        let table: Vec<_> = CloseCode::ALL
            .iter()
            .map(|code| (code.number(), code.come_back()))
            .collect();
        assert_eq!(
            table,
            [
                (1000, false),
                (1008, false),
                (1009, false),
                (1011, false),
                (1012, true),
                (1013, true),
                (4001, false),
                (4002, false),
                (4003, false),
            ]
        );
        for code in CloseCode::ALL {
            assert_eq!(CloseCode::from_number(code.number()), Some(code));
        }
        assert_eq!(CloseCode::from_number(1006), None);
    }
}
