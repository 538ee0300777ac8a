//! With what a screen is drawn: letters first, lines of boxes unless plain ASCII is wished, colours where there are any.

use chowk_protocol::SideName;
use ratatui::style::{Color, Modifier, Style};

use super::scene::Tone;

/// How many colours a terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colours {
    /// None: bold and reversed letters only.
    None,
    /// The sixteen of every terminal.
    Sixteen,
    /// All of them.
    True,
}

/// With what a screen is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paint {
    /// No letter outside ASCII is drawn, but for names.
    pub ascii: bool,
    /// The colours.
    pub colours: Colours,
}

impl Paint {
    /// What the environment says: `NO_COLOR` with any value, `COLORTERM`, `TERM=dumb`.
    pub fn of_environment(ascii: bool) -> Self {
        let word = |key: &str| std::env::var_os(key).map(|value| value.to_string_lossy().to_lowercase());
        let colours = match (word("NO_COLOR"), word("COLORTERM"), word("TERM")) {
            (Some(some), ..) if !some.is_empty() => Colours::None,
            (_, _, Some(term)) if term == "dumb" => Colours::None,
            (_, Some(term), _) if term == "truecolor" || term == "24bit" => Colours::True,
            _ => Colours::Sixteen,
        };
        Self { ascii, colours }
    }

    fn pick(self, sixteen: Color, full: (u8, u8, u8)) -> Color {
        match self.colours {
            Colours::None => Color::Reset,
            Colours::Sixteen => sixteen,
            Colours::True => Color::Rgb(full.0, full.1, full.2),
        }
    }

    /// A pawn or letter of a side: dark on the side's colour, which reads on light and dark terminals alike.
    pub fn side(self, side: SideName) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let (sixteen, full) = match side {
            SideName::S => (Color::Cyan, (0x56, 0xb4, 0xe9)),
            SideName::E => (Color::Yellow, (0xe6, 0x9f, 0x00)),
            SideName::N => (Color::Green, (0xf0, 0xe4, 0x42)),
            SideName::W => (Color::Magenta, (0xcc, 0x79, 0xa7)),
        };
        match self.colours {
            Colours::None => bold,
            Colours::Sixteen | Colours::True => {
                bold.fg(self.pick(Color::Black, (0, 0, 0))).bg(self.pick(sixteen, full))
            }
        }
    }

    /// The letter of a seat of four stones: the colours of the four sides, and a fifth.
    pub fn seat(self, seat: u8) -> Style {
        match seat % 5 {
            0 => self.side(SideName::S),
            1 => self.side(SideName::E),
            2 => self.side(SideName::N),
            3 => self.side(SideName::W),
            _ if self.colours == Colours::None => Style::new().add_modifier(Modifier::BOLD),
            _ => Style::new()
                .add_modifier(Modifier::BOLD)
                .fg(self.pick(Color::Black, (0, 0, 0)))
                .bg(self.pick(Color::White, (0xd5, 0xd5, 0xd5))),
        }
    }

    /// Somebody on the court; the player himself stands out also without colours.
    pub fn body(self, seat: u8, mine: bool) -> Style {
        match (mine, self.colours) {
            (true, Colours::None) => self.reversed().add_modifier(Modifier::BOLD),
            (true, Colours::Sixteen | Colours::True) => self.seat(seat).add_modifier(Modifier::UNDERLINED),
            (false, _) => self.seat(seat),
        }
    }

    /// The circle within which the patwar tags.
    pub fn reach(self) -> Style {
        match self.colours {
            Colours::None => Style::new(),
            Colours::Sixteen => Style::new().fg(Color::Red).add_modifier(Modifier::DIM),
            Colours::True => Style::new().fg(Color::Rgb(0x6e, 0x24, 0x20)),
        }
    }

    /// Words of a tone.
    pub fn tone(self, tone: Tone) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match tone {
            Tone::Plain => Style::new(),
            Tone::Mine => bold,
            Tone::Good => bold.fg(self.pick(Color::Green, (0x3f, 0xb9, 0x68))),
            Tone::Warning => bold.fg(self.pick(Color::Yellow, (0xe6, 0x9f, 0x00))),
            Tone::Bad => bold.fg(self.pick(Color::Red, (0xe5, 0x53, 0x4b))),
            Tone::Faint => self.faint(),
        }
    }

    /// What stands back: lines, numbers of squares. Dark grey is the background in some palettes; dim never is.
    pub fn faint(self) -> Style {
        match self.colours {
            Colours::None => Style::new(),
            Colours::Sixteen => Style::new().add_modifier(Modifier::DIM),
            Colours::True => Style::new().fg(Color::Rgb(0x80, 0x88, 0x8c)),
        }
    }

    /// What is picked, and the bars at top and bottom.
    pub fn reversed(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A square that can be reached.
    pub fn target(self, hits: bool) -> Style {
        self.tone(if hits { Tone::Bad } else { Tone::Good })
    }

    /// A banner across the screen.
    pub fn banner(self, tone: Tone) -> Style {
        self.tone(tone).add_modifier(Modifier::REVERSED)
    }

    /// A letter, or its stand-in in plain ASCII.
    pub fn glyph<'a>(self, pretty: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { pretty }
    }
}
