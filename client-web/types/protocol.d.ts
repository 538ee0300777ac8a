// Made from protocol/schema-1.json by tests/browser/types.mjs. Do not edit.

/**
 * A password as somebody typed it. Its `Debug` shows nothing.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Password".
 */
export type Password = string;
/**
 * How long a turn may take (the table "Proposed defaults" of the players' page).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ClockKind".
 */
export type ClockKind = "casual" | "quick" | "relaxed" | "none";
/**
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^\d+$".
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Hex64".
 */
export type Hex64 = string;
/**
 * A box, by the corner of the court it lies in.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "BoxName".
 */
export type BoxName = "SW" | "SE" | "NE" | "NW";
/**
 * Why something was refused. The codes are stable; new ones may be added.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RefusalCode".
 */
export type RefusalCode =
  | "malformed"
  | "unknown_message"
  | "not_a_wish"
  | "hello_first"
  | "hello_twice"
  | "version_not_spoken"
  | "too_fast"
  | "too_many_tries"
  | "stopping"
  | "rooms_full"
  | "no_such_room"
  | "elsewhere"
  | "not_in_room"
  | "room_full"
  | "chair_taken"
  | "no_such_chair"
  | "foreign_token"
  | "no_watching"
  | "watchers_full"
  | "watchers_only_see"
  | "bad_name"
  | "unknown_preset"
  | "impossible_rules"
  | "not_yet"
  | "bad_chairs"
  | "not_host"
  | "no_such_brain"
  | "not_now"
  | "locked"
  | "bad_tip"
  | "tip_seen"
  | "wrong_link"
  | "link_missing"
  | "no_links_left"
  | "gap"
  | "too_old"
  | "answered"
  | "already_played"
  | "not_your_turn"
  | "nothing_thrown"
  | "already_thrown"
  | "no_such_pawn"
  | "not_in_hand"
  | "finished"
  | "no_entry"
  | "overshoot"
  | "no_hit_right"
  | "own_pawn"
  | "not_playing"
  | "wrong_game"
  | "not_yours"
  | "no_stone"
  | "out_of_reach"
  | "too_soon"
  | "nothing_to_give"
  | "last_stone"
  | "not_together"
  | "has_stone"
  | "bad_choice"
  | "bad_direction"
  | "bad_step"
  | "no_tag"
  | "no_such_phrase"
  | "busy"
  | "paused"
  | "bad_series"
  | "removed"
  | "not_away"
  | "draining"
  | "password_needed"
  | "wrong_password"
  | "kicked"
  | "banned"
  | "room_failed";
/**
 * One thing that happened, told in `diff` and in a snapshot's `news`; `e` is its name.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Event".
 */
export type Event =
  | {
      e: "opened";
      /**
       * The host's chair.
       */
      host: number;
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "joined";
      /**
       * Person, bot or house bot.
       */
      kind: "person" | "bot" | "house" | "empty";
      /**
       * The name.
       */
      name: string;
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "left";
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "host";
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "control";
      /**
       * The new generation.
       */
      gen: number;
    }
  | {
      e: "sealed";
      /**
       * The match to be.
       */
      match: string;
      /**
       * The commitment to the seed.
       */
      server_commit: string;
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "ready";
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "unready";
    }
  | {
      e: "locked";
      /**
       * The tip of each chair that has one.
       */
      tips: {
        [k: string]: Hex64;
      };
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "revealed";
      /**
       * The link.
       */
      link: string;
    }
  | {
      e: "not_started";
      /**
       * The match that was not started.
       */
      match: string;
      /**
       * Its seed.
       */
      server_seed: string;
      /**
       * The chairs that did not reveal.
       */
      silent: number[];
    }
  | {
      e: "lots";
      /**
       * The chair of each side.
       */
      sides: {
        [k: string]: number;
      };
      /**
       * The number of the first draw.
       */
      t: number;
    }
  | {
      /**
       * Who made it.
       */
      by: "seat" | "clock" | "away" | "no_chain" | "house" | "forced";
      e: "thrown";
      /**
       * The link that the throw carried.
       */
      link?: Hex64 | null;
      /**
       * Each shell: 1 with its mouth up.
       */
      shells: number[];
      /**
       * A side of the board.
       */
      side: "S" | "E" | "N" | "W";
      /**
       * The number of the draw.
       */
      t: number;
      /**
       * The value.
       */
      value: number;
    }
  | {
      /**
       * Who made the move.
       */
      by: "seat" | "clock" | "away" | "no_chain" | "house" | "forced";
      e: "moved";
      /**
       * From this index of its own route …
       */
      from: number;
      /**
       * The pawns that it hit.
       */
      hits?: WireVictim[];
      /**
       * Which pawn, from 0.
       */
      pawn: number;
      /**
       * A side of the board.
       */
      side: "S" | "E" | "N" | "W";
      /**
       * The number of the draw, where the victim was drawn.
       */
      t?: number | null;
      /**
       * … to this one.
       */
      to: number;
      /**
       * By which value.
       */
      value: number;
    }
  | {
      e: "passed";
      /**
       * A side of the board.
       */
      side: "S" | "E" | "N" | "W";
      /**
       * The value.
       */
      value: number;
      /**
       * Why.
       */
      why: "no_move" | "burned";
    }
  | {
      e: "gone";
      /**
       * A side of the board.
       */
      side: "S" | "E" | "N" | "W";
      /**
       * Why.
       */
      why: "resigned" | "timed_out" | "kicked";
    }
  | {
      e: "gate_opened";
    }
  | {
      e: "ended";
      /**
       * From the best rank, the sides that share it; none in four stones.
       */
      ranks?: SideName[][];
      /**
       * Four stones: from the best rank, the chairs that share it.
       */
      seats?: number[][];
      /**
       * The seed, opened.
       */
      server_seed: string;
      /**
       * Why.
       */
      why: "finished" | "dead_end" | "exhausted" | "abandoned";
    }
  | ((
      | {
          /**
           * The chairs: patwar, SW, SE, NE, NW.
           *
           * @minItems 5
           * @maxItems 5
           */
          chairs: [number, number, number, number, number];
          /**
           * The number of the first draw.
           */
          t: number;
          what: "lots";
        }
      | {
          /**
           * Its number, from 1.
           */
          number: number;
          /**
           * Who chases.
           */
          patwar: number;
          what: "innings";
        }
      | {
          /**
           * The named box, in gumpu.
           */
          box?: BoxName | null;
          /**
           * Which.
           */
          phase: "break" | "steal" | "choice" | "gumpu" | "chhuttu" | "over";
          what: "phase";
        }
      | {
          /**
           * A side of the board.
           */
          arm: "S" | "E" | "N" | "W";
          /**
           * How.
           */
          by: "run" | "credit";
          what: "cut";
        }
      | {
          /**
           * How many lie in the circle still.
           */
          left: number;
          /**
           * Who.
           */
          seat: number;
          what: "taken";
        }
      | {
          /**
           * Who.
           */
          seat: number;
          /**
           * To whom.
           */
          to: number;
          what: "given";
        }
      | {
          /**
           * A box, by the corner of the court it lies in.
           */
          box: "SW" | "SE" | "NE" | "NW";
          /**
           * How many crossings of his rounds now count; 0 except in chhuttu.
           */
          progress: number;
          /**
           * Who.
           */
          seat: number;
          what: "crossed";
        }
      | {
          /**
           * Whether they are void.
           */
          void: boolean;
          what: "void";
        }
      | {
          /**
           * Who.
           */
          seat: number;
          what: "through";
        }
      | {
          /**
           * Where the runner was then, rounded down.
           *
           * @minItems 2
           * @maxItems 2
           */
          at: [number, number];
          /**
           * By whom.
           */
          by: number;
          /**
           * How far apart they were, rounded down.
           */
          distance: number;
          /**
           * At which instant of the tick, from 1.
           */
          instant: number;
          /**
           * Where the patwar was then, rounded down.
           *
           * @minItems 2
           * @maxItems 2
           */
          patwar_at: [number, number];
          /**
           * How far the patwar reaches.
           */
          reach: number;
          /**
           * Who was caught.
           */
          seat: number;
          what: "tagged";
        }
      | {
          /**
           * Among whom it was.
           */
          among: number[];
          /**
           * Who was caught.
           */
          seat: number;
          /**
           * The number of the draw, if there was one.
           */
          t?: number | null;
          what: "clock_out";
        }
      | {
          /**
           * Who was caught, if anybody.
           */
          caught?: number | null;
          what: "innings_end";
        }
    ) & {
      e: "court";
      /**
       * In which tick of the set.
       */
      tick: number;
    })
  | {
      /**
       * The chair.
       */
      chair: number;
      /**
       * The new deadline, a tick.
       */
      deadline: number;
      e: "dropped";
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      /**
       * The new deadline of its open question, a tick.
       */
      deadline?: number | null;
      e: "more_time";
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "away";
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "back";
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "removed";
    }
  | {
      /**
       * The brain, by name.
       */
      brain: string;
      /**
       * The chair.
       */
      chair: number;
      e: "handed_over";
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "no_chain";
    }
  | {
      /**
       * The chair that asked.
       */
      chair: number;
      e: "again";
    }
  | {
      /**
       * The chair.
       */
      chair: number;
      e: "said";
      /**
       * The phrase's key.
       */
      phrase: string;
    }
  | {
      e: "resumed";
      /**
       * The reason.
       */
      why: string;
    }
  | {
      e: "closed";
      /**
       * The reason, a sentence.
       */
      why: string;
    };
/**
 * A side of the board.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SideName".
 */
export type SideName = "S" | "E" | "N" | "W";
/**
 * What keeps the patwar's tags good.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Patrol".
 */
export type Patrol = "end_line" | "centre";
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Hex32".
 */
export type Hex32 = string;
/**
 * Who made a throw or a move (`record.md`).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "By".
 */
export type By = "seat" | "clock" | "away" | "no_chain" | "house" | "forced";
/**
 * Who sits on a chair.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ChairKind".
 */
export type ChairKind = "person" | "bot" | "house" | "empty";
/**
 * Who sits behind a socket; shown wherever the seat is shown.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ClientKind".
 */
export type ClientKind = "person" | "bot";
/**
 * A message from a client. `n` numbers the commands of one client id, from 1, without gaps; `v` is the version at
 * which the question that a command answers was asked (contract 11).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ClientMsg".
 */
export type ClientMsg =
  | {
      /**
       * The client id.
       */
      cid: string;
      /**
       * Name and version of the program, as "chowk/0.1".
       */
      client: string;
      /**
       * Person or bot.
       */
      kind: "person" | "bot";
      /**
       * The server's password, where it has one.
       */
      password?: Password | null;
      /**
       * The protocol versions that the client speaks.
       */
      protocols: number[];
      /**
       * Present to return to a seat.
       */
      resume?: Resume | null;
      t: "hello";
    }
  | {
      /**
       * A series: best of 1 (if absent), 3 or 5 matches.
       */
      best_of?: number | null;
      /**
       * Number of chairs, fixed from here on.
       */
      chairs: number;
      /**
       * The turn clock; casual if absent. In four stones the clock of steps.
       */
      clock?: ClockKind | null;
      /**
       * Whether house bots take the chairs that are still free 20 s after the room was opened; not if absent.
       */
      fill?: boolean | null;
      /**
       * Which game.
       */
      game: "chowka" | "stones";
      /**
       * Whether the room stands in the public list; not if absent.
       */
      listed?: boolean | null;
      /**
       * The player's name.
       */
      name: string;
      /**
       * A preset by name, or …
       */
      preset?: string | null;
      /**
       * … a whole rule set.
       */
      rules?: {
        [k: string]: unknown;
      };
      /**
       * Four stones in step mode: how many ticks a step has, 5 to 60.
       */
      step?: number | null;
      /**
       * Four stones: whether an away seat stands still; if absent a house bot plays for it.
       */
      still?: boolean | null;
      t: "create";
      /**
       * The token of the seat to be.
       */
      token: string;
      /**
       * Whether watchers are welcome; they are if absent.
       */
      watch?: boolean | null;
    }
  | {
      /**
       * Whether house bots may take free chairs after 20 s; they may if absent. `false` leads only to tables of
       * people.
       */
      bots?: boolean | null;
      /**
       * Number of chairs; the fewest that the game has if absent.
       */
      chairs?: number | null;
      /**
       * The turn clock; casual if absent.
       */
      clock?: ClockKind | null;
      /**
       * The player's name.
       */
      name: string;
      /**
       * The preset by name.
       */
      preset: string;
      t: "quick";
      /**
       * The token of the seat to be.
       */
      token: string;
    }
  | {
      /**
       * A chair; the first free one if absent.
       */
      chair?: number | null;
      /**
       * The room's code.
       */
      code: string;
      /**
       * The player's name.
       */
      name: string;
      t: "join";
      /**
       * The token of the seat to be.
       */
      token: string;
    }
  | {
      /**
       * The room's code.
       */
      code: string;
      /**
       * A name to be shown.
       */
      name?: string | null;
      t: "watch";
    }
  | {
      /**
       * Which brain, by name.
       */
      brain: string;
      /**
       * Which chair.
       */
      chair: number;
      /**
       * The command's number.
       */
      n: number;
      t: "add_bot";
    }
  | {
      /**
       * Which chair.
       */
      chair: number;
      /**
       * The command's number.
       */
      n: number;
      t: "remove";
    }
  | {
      /**
       * Which brain, by name.
       */
      brain: string;
      /**
       * Which chair.
       */
      chair: number;
      /**
       * The command's number.
       */
      n: number;
      t: "hand_over";
    }
  | {
      /**
       * N, the number of links.
       */
      links: number;
      /**
       * The command's number.
       */
      n: number;
      t: "ready";
      /**
       * c(N) of the chain.
       */
      tip: string;
    }
  | {
      /**
       * The command's number.
       */
      n: number;
      t: "unready";
    }
  | {
      /**
       * The link.
       */
      link: string;
      /**
       * The command's number.
       */
      n: number;
      t: "reveal";
    }
  | {
      /**
       * The next link of the seat's chain, while it has any.
       */
      link?: Hex64 | null;
      /**
       * The command's number.
       */
      n: number;
      t: "throw";
      /**
       * The `asked` of the turn.
       */
      v: number;
    }
  | {
      /**
       * The command's number.
       */
      n: number;
      /**
       * Which pawn, from 0.
       */
      pawn: number;
      t: "move";
      /**
       * The `asked` of the turn.
       */
      v: number;
      /**
       * By which value in hand.
       */
      value: number;
    }
  | {
      /**
       * The command's number.
       */
      n: number;
      t: "no_chain";
    }
  | {
      /**
       * The command's number.
       */
      n: number;
      t: "resign";
    }
  | {
      /**
       * The command's number.
       */
      n: number;
      t: "again";
    }
  | {
      /**
       * The command's number.
       */
      n: number;
      t: "leave";
    }
  | {
      /**
       * The command's number.
       */
      n: number;
      t: "more_time";
    }
  | {
      /**
       * What it is about.
       */
      about: "name" | "phrases" | "stalling" | "other";
      /**
       * Who is told of.
       */
      chair: number;
      /**
       * The command's number.
       */
      n: number;
      t: "report";
    }
  | {
      /**
       * The command's number.
       */
      n: number;
      /**
       * The phrase's key.
       */
      phrase: string;
      t: "say";
    }
  | {
      /**
       * East positive, -127..127.
       */
      dx: number;
      /**
       * North positive, -127..127.
       */
      dy: number;
      /**
       * The input's number.
       */
      i: number;
      t: "input";
    }
  | {
      /**
       * The command's number.
       */
      n: number;
      t: "take";
    }
  | {
      /**
       * The command's number.
       */
      n: number;
      t: "give";
      /**
       * To which seat.
       */
      to: number;
    }
  | {
      /**
       * The box, for gumpu.
       */
      box?: BoxName | null;
      /**
       * The command's number.
       */
      n: number;
      t: "choose";
      /**
       * The version at which the choice was asked.
       */
      v: number;
      /**
       * Gumpu or chhuttu.
       */
      word: "gumpu" | "chhuttu";
    }
  | {
      t: "look_back";
    }
  | {
      t: "resync";
    }
  | {
      /**
       * Any number; it comes back.
       */
      c: number;
      t: "ping";
    };
/**
 * Where an innings stands.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CourtPhase".
 */
export type CourtPhase = "break" | "steal" | "choice" | "gumpu" | "chhuttu" | "over";
/**
 * How an arm was cut.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CutBy".
 */
export type CutBy = "run" | "credit";
/**
 * Why a match ended.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "EndedWhy".
 */
export type EndedWhy = "finished" | "dead_end" | "exhausted" | "abandoned";
/**
 * The games by name.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GameKind".
 */
export type GameKind = "chowka" | "stones";
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Hex16".
 */
export type Hex16 = string;
/**
 * Why a side left a match.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LeftWhy".
 */
export type LeftWhy = "resigned" | "timed_out" | "kicked";
/**
 * Why a value was lost.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PassedWhy".
 */
export type PassedWhy = "no_move" | "burned";
/**
 * What a report to the operator is about.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ReportAbout".
 */
export type ReportAbout = "name" | "phrases" | "stalling" | "other";
/**
 * 8 of 23456789ABCDEFGHJKMNPQRSTUVWXYZ; case, blanks and hyphens do not matter
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RoomCode".
 */
export type RoomCode = string;
/**
 * A message from the server.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ServerMsg".
 */
export type ServerMsg =
  | {
      limits: Limits;
      /**
       * Its clock, milliseconds since 1970.
       */
      now: number;
      /**
       * The version of the protocol that both speak.
       */
      protocol: number;
      /**
       * Why it did not.
       */
      reason?: RefusalCode | null;
      /**
       * Whether the resume that hello asked for succeeded.
       */
      resumed?: boolean | null;
      /**
       * SHA-256 of the newest line of its log of seals, hex; empty while there is none.
       */
      seal: string;
      server: ServerInfo;
      t: "welcome";
    }
  | {
      /**
       * The chair.
       */
      chair?: number | null;
      /**
       * The generation of your control.
       */
      gen?: number | null;
      /**
       * For bots: how long the last answer to a question took, in milliseconds, by the server's measure.
       */
      last_ms?: number | null;
      /**
       * The number of the last command of your client id that was acknowledged.
       */
      last_n: number;
      /**
       * The room.
       */
      room: string;
      t: "seated";
    }
  | {
      /**
       * The epoch of its versions.
       */
      epoch: string;
      /**
       * The hash of the view.
       */
      hash: string;
      /**
       * What happened lately.
       */
      news?: Event[];
      /**
       * The room.
       */
      room: string;
      t: "snapshot";
      /**
       * The version.
       */
      v: number;
      /**
       * The view.
       */
      view: {
        [k: string]: unknown;
      };
    }
  | Diff
  | {
      /**
       * The diffs.
       */
      diffs: Diff1[];
      t: "catch_up";
    }
  | {
      /**
       * What it brought.
       */
      answer?: Answer | null;
      /**
       * For bots: how long this answer took, in milliseconds, by the server's measure.
       */
      last_ms?: number | null;
      /**
       * The command's number.
       */
      n: number;
      t: "ack";
      /**
       * The room's version after it.
       */
      v: number;
    }
  | Refusal
  | Around
  | {
      /**
       * Who has moved since the frame before, or (several times a second) all.
       */
      at: {
        /**
         * @minItems 2
         * @maxItems 2
         *
         * This interface was referenced by `undefined`'s JSON-Schema definition
         * via the `patternProperty` "^\d+$".
         */
        [k: string]: [number, number];
      };
      /**
       * Your newest input that has counted, if it is a newer one.
       */
      i?: number | null;
      t: "motion";
      /**
       * The tick of the set.
       */
      tick: number;
    }
  | {
      /**
       * The ticks up to it.
       */
      frames: FilmFrame[];
      t: "film";
      /**
       * The tick of the tag.
       */
      tag: number;
    }
  | {
      /**
       * The watcher's name, if it gave one.
       */
      name?: string | null;
      /**
       * The phrase's key.
       */
      phrase: string;
      t: "aside";
    }
  | {
      t: "notice";
      /**
       * The words, plain text.
       */
      text: string;
    }
  | {
      /**
       * The close code.
       */
      code: number;
      /**
       * When to come back, in milliseconds, where one should.
       */
      retry_ms?: number | null;
      t: "bye";
      /**
       * A sentence.
       */
      text: string;
      /**
       * What was refused, where that says more than the code: `kicked`, `banned`, `removed`, a password.
       */
      why?: RefusalCode | null;
    }
  | {
      /**
       * The number that came.
       */
      c: number;
      /**
       * The server's clock, milliseconds since 1970.
       */
      now: number;
      t: "pong";
      /**
       * The room's version; 0 outside a room.
       */
      v: number;
    };
/**
 * How far a room has come.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Stage".
 */
export type Stage = "gathering" | "readying" | "revealing" | "playing" | "ended";
/**
 * What shows that a client holds a seat (contract 9). Its `Debug` shows nothing, and nothing broadcasts it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Token".
 */
export type Token = string;
/**
 * What a turn waits for.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TurnPhase".
 */
export type TurnPhase = "throw" | "move";
/**
 * The patwar's word at Choice.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Word".
 */
export type Word = "gumpu" | "chhuttu";

/**
 * All that travels: the root of the published schema.
 */
export interface Protocol {
  /**
   * From clients.
   */
  client:
    | {
        /**
         * The client id.
         */
        cid: string;
        /**
         * Name and version of the program, as "chowk/0.1".
         */
        client: string;
        /**
         * Person or bot.
         */
        kind: "person" | "bot";
        /**
         * The server's password, where it has one.
         */
        password?: Password | null;
        /**
         * The protocol versions that the client speaks.
         */
        protocols: number[];
        /**
         * Present to return to a seat.
         */
        resume?: Resume | null;
        t: "hello";
      }
    | {
        /**
         * A series: best of 1 (if absent), 3 or 5 matches.
         */
        best_of?: number | null;
        /**
         * Number of chairs, fixed from here on.
         */
        chairs: number;
        /**
         * The turn clock; casual if absent. In four stones the clock of steps.
         */
        clock?: ClockKind | null;
        /**
         * Whether house bots take the chairs that are still free 20 s after the room was opened; not if absent.
         */
        fill?: boolean | null;
        /**
         * Which game.
         */
        game: "chowka" | "stones";
        /**
         * Whether the room stands in the public list; not if absent.
         */
        listed?: boolean | null;
        /**
         * The player's name.
         */
        name: string;
        /**
         * A preset by name, or …
         */
        preset?: string | null;
        /**
         * … a whole rule set.
         */
        rules?: {
          [k: string]: unknown;
        };
        /**
         * Four stones in step mode: how many ticks a step has, 5 to 60.
         */
        step?: number | null;
        /**
         * Four stones: whether an away seat stands still; if absent a house bot plays for it.
         */
        still?: boolean | null;
        t: "create";
        /**
         * The token of the seat to be.
         */
        token: string;
        /**
         * Whether watchers are welcome; they are if absent.
         */
        watch?: boolean | null;
      }
    | {
        /**
         * Whether house bots may take free chairs after 20 s; they may if absent. `false` leads only to tables of
         * people.
         */
        bots?: boolean | null;
        /**
         * Number of chairs; the fewest that the game has if absent.
         */
        chairs?: number | null;
        /**
         * The turn clock; casual if absent.
         */
        clock?: ClockKind | null;
        /**
         * The player's name.
         */
        name: string;
        /**
         * The preset by name.
         */
        preset: string;
        t: "quick";
        /**
         * The token of the seat to be.
         */
        token: string;
      }
    | {
        /**
         * A chair; the first free one if absent.
         */
        chair?: number | null;
        /**
         * The room's code.
         */
        code: string;
        /**
         * The player's name.
         */
        name: string;
        t: "join";
        /**
         * The token of the seat to be.
         */
        token: string;
      }
    | {
        /**
         * The room's code.
         */
        code: string;
        /**
         * A name to be shown.
         */
        name?: string | null;
        t: "watch";
      }
    | {
        /**
         * Which brain, by name.
         */
        brain: string;
        /**
         * Which chair.
         */
        chair: number;
        /**
         * The command's number.
         */
        n: number;
        t: "add_bot";
      }
    | {
        /**
         * Which chair.
         */
        chair: number;
        /**
         * The command's number.
         */
        n: number;
        t: "remove";
      }
    | {
        /**
         * Which brain, by name.
         */
        brain: string;
        /**
         * Which chair.
         */
        chair: number;
        /**
         * The command's number.
         */
        n: number;
        t: "hand_over";
      }
    | {
        /**
         * N, the number of links.
         */
        links: number;
        /**
         * The command's number.
         */
        n: number;
        t: "ready";
        /**
         * c(N) of the chain.
         */
        tip: string;
      }
    | {
        /**
         * The command's number.
         */
        n: number;
        t: "unready";
      }
    | {
        /**
         * The link.
         */
        link: string;
        /**
         * The command's number.
         */
        n: number;
        t: "reveal";
      }
    | {
        /**
         * The next link of the seat's chain, while it has any.
         */
        link?: Hex64 | null;
        /**
         * The command's number.
         */
        n: number;
        t: "throw";
        /**
         * The `asked` of the turn.
         */
        v: number;
      }
    | {
        /**
         * The command's number.
         */
        n: number;
        /**
         * Which pawn, from 0.
         */
        pawn: number;
        t: "move";
        /**
         * The `asked` of the turn.
         */
        v: number;
        /**
         * By which value in hand.
         */
        value: number;
      }
    | {
        /**
         * The command's number.
         */
        n: number;
        t: "no_chain";
      }
    | {
        /**
         * The command's number.
         */
        n: number;
        t: "resign";
      }
    | {
        /**
         * The command's number.
         */
        n: number;
        t: "again";
      }
    | {
        /**
         * The command's number.
         */
        n: number;
        t: "leave";
      }
    | {
        /**
         * The command's number.
         */
        n: number;
        t: "more_time";
      }
    | {
        /**
         * What it is about.
         */
        about: "name" | "phrases" | "stalling" | "other";
        /**
         * Who is told of.
         */
        chair: number;
        /**
         * The command's number.
         */
        n: number;
        t: "report";
      }
    | {
        /**
         * The command's number.
         */
        n: number;
        /**
         * The phrase's key.
         */
        phrase: string;
        t: "say";
      }
    | {
        /**
         * East positive, -127..127.
         */
        dx: number;
        /**
         * North positive, -127..127.
         */
        dy: number;
        /**
         * The input's number.
         */
        i: number;
        t: "input";
      }
    | {
        /**
         * The command's number.
         */
        n: number;
        t: "take";
      }
    | {
        /**
         * The command's number.
         */
        n: number;
        t: "give";
        /**
         * To which seat.
         */
        to: number;
      }
    | {
        /**
         * The box, for gumpu.
         */
        box?: BoxName | null;
        /**
         * The command's number.
         */
        n: number;
        t: "choose";
        /**
         * The version at which the choice was asked.
         */
        v: number;
        /**
         * Gumpu or chhuttu.
         */
        word: "gumpu" | "chhuttu";
      }
    | {
        t: "look_back";
      }
    | {
        t: "resync";
      }
    | {
        /**
         * Any number; it comes back.
         */
        c: number;
        t: "ping";
      };
  /**
   * From the server.
   */
  server:
    | {
        limits: Limits;
        /**
         * Its clock, milliseconds since 1970.
         */
        now: number;
        /**
         * The version of the protocol that both speak.
         */
        protocol: number;
        /**
         * Why it did not.
         */
        reason?: RefusalCode | null;
        /**
         * Whether the resume that hello asked for succeeded.
         */
        resumed?: boolean | null;
        /**
         * SHA-256 of the newest line of its log of seals, hex; empty while there is none.
         */
        seal: string;
        server: ServerInfo;
        t: "welcome";
      }
    | {
        /**
         * The chair.
         */
        chair?: number | null;
        /**
         * The generation of your control.
         */
        gen?: number | null;
        /**
         * For bots: how long the last answer to a question took, in milliseconds, by the server's measure.
         */
        last_ms?: number | null;
        /**
         * The number of the last command of your client id that was acknowledged.
         */
        last_n: number;
        /**
         * The room.
         */
        room: string;
        t: "seated";
      }
    | {
        /**
         * The epoch of its versions.
         */
        epoch: string;
        /**
         * The hash of the view.
         */
        hash: string;
        /**
         * What happened lately.
         */
        news?: Event[];
        /**
         * The room.
         */
        room: string;
        t: "snapshot";
        /**
         * The version.
         */
        v: number;
        /**
         * The view.
         */
        view: {
          [k: string]: unknown;
        };
      }
    | Diff
    | {
        /**
         * The diffs.
         */
        diffs: Diff1[];
        t: "catch_up";
      }
    | {
        /**
         * What it brought.
         */
        answer?: Answer | null;
        /**
         * For bots: how long this answer took, in milliseconds, by the server's measure.
         */
        last_ms?: number | null;
        /**
         * The command's number.
         */
        n: number;
        t: "ack";
        /**
         * The room's version after it.
         */
        v: number;
      }
    | Refusal
    | Around
    | {
        /**
         * Who has moved since the frame before, or (several times a second) all.
         */
        at: {
          /**
           * @minItems 2
           * @maxItems 2
           *
           * This interface was referenced by `undefined`'s JSON-Schema definition
           * via the `patternProperty` "^\d+$".
           */
          [k: string]: [number, number];
        };
        /**
         * Your newest input that has counted, if it is a newer one.
         */
        i?: number | null;
        t: "motion";
        /**
         * The tick of the set.
         */
        tick: number;
      }
    | {
        /**
         * The ticks up to it.
         */
        frames: FilmFrame[];
        t: "film";
        /**
         * The tick of the tag.
         */
        tag: number;
      }
    | {
        /**
         * The watcher's name, if it gave one.
         */
        name?: string | null;
        /**
         * The phrase's key.
         */
        phrase: string;
        t: "aside";
      }
    | {
        t: "notice";
        /**
         * The words, plain text.
         */
        text: string;
      }
    | {
        /**
         * The close code.
         */
        code: number;
        /**
         * When to come back, in milliseconds, where one should.
         */
        retry_ms?: number | null;
        t: "bye";
        /**
         * A sentence.
         */
        text: string;
        /**
         * What was refused, where that says more than the code: `kicked`, `banned`, `removed`, a password.
         */
        why?: RefusalCode | null;
      }
    | {
        /**
         * The number that came.
         */
        c: number;
        /**
         * The server's clock, milliseconds since 1970.
         */
        now: number;
        t: "pong";
        /**
         * The room's version; 0 outside a room.
         */
        v: number;
      };
  view: View;
}
/**
 * What a client shows to return to its room (contract 13).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Resume".
 */
export interface Resume {
  /**
   * The epoch the client knows.
   */
  epoch: string;
  /**
   * The room's code.
   */
  room: string;
  /**
   * The seat's token.
   */
  token: string;
  /**
   * The version the client knows.
   */
  v: number;
}
/**
 * What it permits.
 */
export interface Limits {
  /**
   * Bad messages in ten seconds above which the socket is closed with 1008.
   */
  bad_per_10s: number;
  /**
   * Most bytes in a frame from a client; more closes with 1009.
   */
  frame_bytes: number;
  /**
   * Frames a second above which `too_fast` is answered. Commands that answer what was asked do not count.
   */
  frames_per_s: number;
  /**
   * Frames a second above which the socket is closed with 1008.
   */
  frames_per_s_close: number;
  /**
   * A running match that nobody visits is abandoned after so many seconds.
   */
  match_idle_s: number;
  /**
   * Most characters of a name.
   */
  name_graphemes: number;
  /**
   * The server pings the socket as often, in seconds; a silent one is closed after three.
   */
  ping_s: number;
  /**
   * Most frames that wait for one reader.
   */
  queue: number;
  /**
   * An empty room ends after so many seconds.
   */
  room_idle_s: number;
  /**
   * Most rows that a room runs ahead of its disk.
   */
  rows_ahead: number;
  /**
   * Most watchers of a room.
   */
  watchers: number;
}
/**
 * Who the server is.
 */
export interface ServerInfo {
  /**
   * The operator's words of welcome, plain text.
   */
  motd?: string | null;
  /**
   * The name that its operator gave it.
   */
  name: string;
  /**
   * The version of the program.
   */
  version: string;
}
/**
 * A pawn that was hit, on its owner's route.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "WireVictim".
 */
export interface WireVictim {
  /**
   * The index where it stood.
   */
  from: number;
  /**
   * Which pawn, from 0.
   */
  pawn: number;
  /**
   * A side of the board.
   */
  side: "S" | "E" | "N" | "W";
}
/**
 * One version's change.
 */
export interface Diff {
  t: "diff";
}
/**
 * One version's change.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Diff".
 */
export interface Diff1 {
  /**
   * What happened.
   */
  events: Event[];
  /**
   * The version it starts from.
   */
  from: number;
  /**
   * The hash of the view at `v`.
   */
  hash: string;
  /**
   * A JSON Merge Patch (RFC 7396) on the view.
   */
  patch: {
    [k: string]: unknown;
  };
  /**
   * The version it leads to.
   */
  v: number;
}
/**
 * What an acknowledged command brought its sender.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Answer".
 */
export interface Answer {
  /**
   * The number of the draw of a throw.
   */
  t?: number | null;
  /**
   * The value of a throw.
   */
  value?: number | null;
}
/**
 * Something was refused; nothing changed.
 */
export interface Refusal {
  t: "refused";
}
/**
 * What is no fact.
 */
export interface Around {
  t: "around";
}
/**
 * Where all five were in one tick.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "FilmFrame".
 */
export interface FilmFrame {
  /**
   * Every seat's place.
   */
  at: {
    /**
     * @minItems 2
     * @maxItems 2
     *
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: [number, number];
  };
  /**
   * The tick.
   */
  tick: number;
}
/**
 * What a snapshot's `view` holds.
 */
export interface View {
  /**
   * The chairs by number.
   */
  chairs: {
    [k: string]: ChairView;
  };
  /**
   * How long a turn may take (the table "Proposed defaults" of the players' page).
   */
  clock: "casual" | "quick" | "relaxed" | "none";
  /**
   * The room's code.
   */
  code: string;
  /**
   * Four stones: the court.
   */
  court?: CourtView | null;
  /**
   * Until when free chairs are free: then house bots take them. A tick.
   */
  fill_at?: number | null;
  /**
   * Which game.
   */
  game: "chowka" | "stones";
  /**
   * The host's chair.
   */
  host: number;
  /**
   * Whether the room stands in the public list.
   */
  listed: boolean;
  /**
   * The match that is sealed, played or ended.
   */
  match?: Hex32 | null;
  /**
   * How many attempts of this room were sealed, locked and not started.
   */
  not_started: number;
  /**
   * The preset, if the rules are exactly one.
   */
  preset?: string | null;
  /**
   * The result of an ended match.
   */
  result?: ResultView | null;
  /**
   * Until when seats must reveal, a tick.
   */
  reveal_by?: number | null;
  /**
   * The whole rule set.
   */
  rules: {
    [k: string]: unknown;
  };
  /**
   * Its hash (`fairness.md` 4).
   */
  rules_hash: string;
  /**
   * The series, where more than one match is played for it.
   */
  series?: SeriesView | null;
  /**
   * The commitment to its seed.
   */
  server_commit?: Hex64 | null;
  /**
   * The sides of a match.
   */
  sides?: {
    [k: string]: SideView;
  };
  /**
   * How far the room has come.
   */
  stage: "gathering" | "readying" | "revealing" | "playing" | "ended";
  /**
   * Four stones in step mode: how many ticks a step has.
   */
  step?: number | null;
  /**
   * Four stones: an away seat stands still.
   */
  still?: boolean;
  /**
   * The turn.
   */
  turn?: TurnView | null;
  /**
   * Whether watchers are welcome.
   */
  watch: boolean;
}
/**
 * A chair.
 *
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^\d+$".
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ChairView".
 */
export interface ChairView {
  /**
   * Whether the server plays for the seat.
   */
  away?: boolean;
  /**
   * What is left of its bank, in milliseconds, as of the start of the turn.
   */
  bank?: number | null;
  /**
   * The brain of a house bot.
   */
  brain?: string | null;
  /**
   * Throws that the clock made for this seat in this match.
   */
  by_clock?: number;
  /**
   * The generation of the seat's control.
   */
  gen?: number | null;
  /**
   * Who sits there.
   */
  kind: "person" | "bot" | "house" | "empty";
  /**
   * The link it showed last.
   */
  link?: Hex64 | null;
  /**
   * How many links are left; 0 after no_chain.
   */
  links_left?: number | null;
  /**
   * Whether it has twice the time in this match.
   */
  more_time?: boolean;
  /**
   * The name.
   */
  name?: string | null;
  /**
   * Whether the seat is ready.
   */
  ready?: boolean;
  /**
   * Its side in the match.
   */
  side?: SideName | null;
  /**
   * The house brain that plays for the seat, since the host handed it over.
   */
  stand_in?: string | null;
  /**
   * The tip of its chain.
   */
  tip?: Hex64 | null;
}
/**
 * All that may be seen of a set but places, which `motion` tells: as of `tick`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CourtView".
 */
export interface CourtView {
  /**
   * In Choice: the version at which the patwar was asked, the `v` of his `choose`.
   */
  asked?: number | null;
  /**
   * The named box, in gumpu.
   */
  box?: BoxName | null;
  /**
   * Who was caught, by innings; nobody where there is none.
   */
  caught: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: number;
  };
  /**
   * Which arms are cut.
   */
  cut: {
    [k: string]: boolean;
  };
  /**
   * The tick in which its clock runs out.
   */
  ends?: number | null;
  /**
   * Stones in the circle.
   */
  ground: number;
  /**
   * While the runners steal: the tick by which somebody must take, give or cross.
   */
  idle_ends?: number | null;
  /**
   * The innings, from 1.
   */
  innings: number;
  /**
   * What he must do to keep his tags good, or to make them good again.
   */
  patrol?: Patrol | null;
  /**
   * The tick from which they are void unless he does.
   */
  patrol_by?: number | null;
  /**
   * Who chases.
   */
  patwar: number;
  /**
   * Where it stands.
   */
  phase: "break" | "steal" | "choice" | "gumpu" | "chhuttu" | "over";
  /**
   * How far he reaches: the radius of the circle around him.
   */
  reach: number;
  /**
   * The runners, by chair.
   */
  runners: {
    [k: string]: RunnerView;
  };
  /**
   * How each seat stands in the set.
   */
  scores: {
    [k: string]: ScoreView;
  };
  /**
   * The tick in which the phase began.
   */
  since: number;
  /**
   * In step mode: the open step.
   */
  step?: StepView | null;
  /**
   * The last tick in which the patwar must stand still, as far as is known; 0 if he need not.
   */
  still_until: number;
  /**
   * The tick that this is as of.
   */
  tick: number;
  /**
   * The end line that counts once the patwar is back at the centre.
   */
  touched?: SideName | null;
  /**
   * Whether tags count for nothing.
   */
  void: boolean;
}
/**
 * A runner.
 *
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^\d+$".
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RunnerView".
 */
export interface RunnerView {
  /**
   * 1 if they go from SW to SE, -1 if from SW to NW, 0 while the direction is free.
   */
  direction: number;
  /**
   * Whether all rounds are made.
   */
  done: boolean;
  /**
   * A box, by the corner of the court it lies in.
   */
  home: "SW" | "SE" | "NE" | "NW";
  /**
   * A box, by the corner of the court it lies in.
   */
  last: "SW" | "SE" | "NE" | "NW";
  /**
   * The last tick in which a take roots him; 0 if none does in this innings.
   */
  rooted_until: number;
  /**
   * Crossings of his rounds that count, in chhuttu.
   */
  rounds: number;
  /**
   * Stones in hand.
   */
  stones: number;
  /**
   * Whether he was at home since: nobody can catch him any more.
   */
  through: boolean;
}
/**
 * How a seat stands in a set.
 *
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^\d+$".
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ScoreView".
 */
export interface ScoreView {
  /**
   * Stones taken from the circle and brought into a box.
   */
  carried: number;
  /**
   * Crossings made as a runner.
   */
  crossings: number;
  /**
   * Whether it can still win: it was never caught and never patwar.
   */
  may_win: boolean;
  /**
   * Innings survived as a runner.
   */
  survived: number;
}
/**
 * A step that waits for the seats' answers: each that is asked answers with an `input`, in Choice with `choose`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StepView".
 */
export interface StepView {
  /**
   * The version at which it was asked.
   */
  asked: number;
  /**
   * The chairs that are asked: not those whom the house plays for, and not those who can do nothing in this step.
   */
  asks?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: boolean;
  };
  /**
   * Until when, a tick of the room.
   */
  deadline?: number | null;
}
/**
 * The result.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ResultView".
 */
export interface ResultView {
  /**
   * From the best rank, the sides that share it; none in four stones.
   */
  ranks?: SideName[][];
  /**
   * The path of the record.
   */
  record: string;
  /**
   * Four stones: from the best rank, the chairs that share it.
   */
  seats?: number[][];
  /**
   * The opened seed.
   */
  server_seed: string;
  /**
   * Why the match ended.
   */
  why: "finished" | "dead_end" | "exhausted" | "abandoned";
}
/**
 * A series of matches at one table.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeriesView".
 */
export interface SeriesView {
  /**
   * The best of how many: 3 or 5.
   */
  best_of: number;
  /**
   * The number of the match that is played, or comes next; of the last one when the series is over. From 1.
   */
  number: number;
  /**
   * Whether it is decided. Another `again` begins a new one.
   */
  over?: boolean;
  /**
   * Who won most, once it is over; absent if several did.
   */
  winner?: number | null;
  /**
   * Matches won, by chair; a first place that is shared counts for nobody.
   */
  wins: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: number;
  };
}
/**
 * A side in a match.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SideView".
 */
export interface SideView {
  /**
   * Its chair.
   */
  chair: number;
  /**
   * Whether it left.
   */
  left?: boolean;
  /**
   * Each pawn's index on the side's own route; 0 is off the board.
   */
  pawns: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: number;
  };
  /**
   * Its rank, 0 while it plays.
   */
  rank: number;
  /**
   * Whether the gate is open to it.
   */
  right: boolean;
}
/**
 * The turn: the one open question of a match.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TurnView".
 */
export interface TurnView {
  /**
   * The version at which this question was asked; the `v` of the command that answers it.
   */
  asked: number;
  /**
   * Why a pawn may not move by a value: the code of a refusal.
   */
  blocked?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: {
      /**
       * This interface was referenced by `undefined`'s JSON-Schema definition
       * via the `patternProperty` "^\d+$".
       */
      [k: string]: string;
    };
  };
  /**
   * Until when, a tick.
   */
  deadline?: number | null;
  /**
   * Where throws are collected: how many of each value are in hand.
   */
  hand?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: number;
  };
  /**
   * Every legal move by pawn and value.
   */
  moves?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: {
      [k: string]: MoveView;
    };
  };
  /**
   * Throws owed after this one.
   */
  owed?: number;
  /**
   * What it waits for.
   */
  phase: "throw" | "move";
  /**
   * The shells of the turn's last throw: 1 with the mouth up.
   */
  shells?: number[] | null;
  /**
   * A side of the board.
   */
  side: "S" | "E" | "N" | "W";
  /**
   * The number of the next draw.
   */
  t: number;
  /**
   * The value to move by.
   */
  value?: number | null;
}
/**
 * A legal move.
 *
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^\d+$".
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MoveView".
 */
export interface MoveView {
  /**
   * The victim is drawn among those named.
   */
  drawn?: boolean;
  /**
   * From this index of the pawn's route …
   */
  from: number;
  /**
   * The pawn of each side that is hit; with `drawn`, one of these.
   */
  hits?: {
    [k: string]: number;
  };
  /**
   * Further pawns of the same sides, where all are hit or one of many is drawn.
   */
  more_hits?: {
    [k: string]: number[];
  };
  /**
   * … to this one.
   */
  to: number;
}
/**
 * What is no fact (contract 2).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Around".
 */
export interface Around1 {
  /**
   * In step mode: the chairs that have answered the open step.
   */
  answered?: number[];
  /**
   * Whether somebody is connected, for each chair that a person or bot holds.
   */
  chairs: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: boolean;
  };
  /**
   * The names of watchers that gave one.
   */
  names?: string[];
  /**
   * … at this moment of the server's clock (milliseconds since 1970).
   */
  now: number;
  /**
   * Why the room stands still, a sentence; absent while it goes on.
   */
  paused?: string | null;
  /**
   * The chairs that are connected, and from which nothing came since the server pinged them: on their way to be gone, or a
   * phone in a tunnel.
   */
  silent?: number[];
  /**
   * The room's tick …
   */
  tick: number;
  /**
   * How many watch.
   */
  watchers: number;
}
/**
 * The limits in force.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Limits".
 */
export interface Limits1 {
  /**
   * Bad messages in ten seconds above which the socket is closed with 1008.
   */
  bad_per_10s: number;
  /**
   * Most bytes in a frame from a client; more closes with 1009.
   */
  frame_bytes: number;
  /**
   * Frames a second above which `too_fast` is answered. Commands that answer what was asked do not count.
   */
  frames_per_s: number;
  /**
   * Frames a second above which the socket is closed with 1008.
   */
  frames_per_s_close: number;
  /**
   * A running match that nobody visits is abandoned after so many seconds.
   */
  match_idle_s: number;
  /**
   * Most characters of a name.
   */
  name_graphemes: number;
  /**
   * The server pings the socket as often, in seconds; a silent one is closed after three.
   */
  ping_s: number;
  /**
   * Most frames that wait for one reader.
   */
  queue: number;
  /**
   * An empty room ends after so many seconds.
   */
  room_idle_s: number;
  /**
   * Most rows that a room runs ahead of its disk.
   */
  rows_ahead: number;
  /**
   * Most watchers of a room.
   */
  watchers: number;
}
/**
 * A refusal as it travels (`refused`).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Refusal".
 */
export interface Refusal1 {
  /**
   * The stable code.
   */
  code:
    | "malformed"
    | "unknown_message"
    | "not_a_wish"
    | "hello_first"
    | "hello_twice"
    | "version_not_spoken"
    | "too_fast"
    | "too_many_tries"
    | "stopping"
    | "rooms_full"
    | "no_such_room"
    | "elsewhere"
    | "not_in_room"
    | "room_full"
    | "chair_taken"
    | "no_such_chair"
    | "foreign_token"
    | "no_watching"
    | "watchers_full"
    | "watchers_only_see"
    | "bad_name"
    | "unknown_preset"
    | "impossible_rules"
    | "not_yet"
    | "bad_chairs"
    | "not_host"
    | "no_such_brain"
    | "not_now"
    | "locked"
    | "bad_tip"
    | "tip_seen"
    | "wrong_link"
    | "link_missing"
    | "no_links_left"
    | "gap"
    | "too_old"
    | "answered"
    | "already_played"
    | "not_your_turn"
    | "nothing_thrown"
    | "already_thrown"
    | "no_such_pawn"
    | "not_in_hand"
    | "finished"
    | "no_entry"
    | "overshoot"
    | "no_hit_right"
    | "own_pawn"
    | "not_playing"
    | "wrong_game"
    | "not_yours"
    | "no_stone"
    | "out_of_reach"
    | "too_soon"
    | "nothing_to_give"
    | "last_stone"
    | "not_together"
    | "has_stone"
    | "bad_choice"
    | "bad_direction"
    | "bad_step"
    | "no_tag"
    | "no_such_phrase"
    | "busy"
    | "paused"
    | "bad_series"
    | "removed"
    | "not_away"
    | "draining"
    | "password_needed"
    | "wrong_password"
    | "kicked"
    | "banned"
    | "room_failed";
  /**
   * The field that was wrong, where one was.
   */
  field?: string | null;
  /**
   * The number of the command that was refused; refused commands do not use it up.
   */
  n?: number | null;
  /**
   * Present where trying again helps: after how many milliseconds.
   */
  retry_ms?: number | null;
  /**
   * A sentence for people.
   */
  text: string;
  /**
   * The room's version that this refusal depends on.
   */
  v?: number | null;
}
/**
 * Name and version of a server.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ServerInfo".
 */
export interface ServerInfo1 {
  /**
   * The operator's words of welcome, plain text.
   */
  motd?: string | null;
  /**
   * The name that its operator gave it.
   */
  name: string;
  /**
   * The version of the program.
   */
  version: string;
}
/**
 * All that may be seen of a room.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View1 {
  /**
   * The chairs by number.
   */
  chairs: {
    [k: string]: ChairView;
  };
  /**
   * How long a turn may take (the table "Proposed defaults" of the players' page).
   */
  clock: "casual" | "quick" | "relaxed" | "none";
  /**
   * The room's code.
   */
  code: string;
  /**
   * Four stones: the court.
   */
  court?: CourtView | null;
  /**
   * Until when free chairs are free: then house bots take them. A tick.
   */
  fill_at?: number | null;
  /**
   * Which game.
   */
  game: "chowka" | "stones";
  /**
   * The host's chair.
   */
  host: number;
  /**
   * Whether the room stands in the public list.
   */
  listed: boolean;
  /**
   * The match that is sealed, played or ended.
   */
  match?: Hex32 | null;
  /**
   * How many attempts of this room were sealed, locked and not started.
   */
  not_started: number;
  /**
   * The preset, if the rules are exactly one.
   */
  preset?: string | null;
  /**
   * The result of an ended match.
   */
  result?: ResultView | null;
  /**
   * Until when seats must reveal, a tick.
   */
  reveal_by?: number | null;
  /**
   * The whole rule set.
   */
  rules: {
    [k: string]: unknown;
  };
  /**
   * Its hash (`fairness.md` 4).
   */
  rules_hash: string;
  /**
   * The series, where more than one match is played for it.
   */
  series?: SeriesView | null;
  /**
   * The commitment to its seed.
   */
  server_commit?: Hex64 | null;
  /**
   * The sides of a match.
   */
  sides?: {
    [k: string]: SideView;
  };
  /**
   * How far the room has come.
   */
  stage: "gathering" | "readying" | "revealing" | "playing" | "ended";
  /**
   * Four stones in step mode: how many ticks a step has.
   */
  step?: number | null;
  /**
   * Four stones: an away seat stands still.
   */
  still?: boolean;
  /**
   * The turn.
   */
  turn?: TurnView | null;
  /**
   * Whether watchers are welcome.
   */
  watch: boolean;
}
