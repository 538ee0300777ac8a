//! What was asked for on the command line and is done as soon as the table permits: house bots are seated, ready is said.

use std::collections::VecDeque;

use chowk_protocol::{MatchId, Stage, View};

use super::question::free_chairs;
use crate::client::{Client, Wish};

/// What is still to be done without being typed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Orders {
    /// House bots that are still to be seated.
    bots: VecDeque<String>,
    /// Ready is said once for each match; whoever takes it back is not overruled.
    ready_at_once: bool,
    readied: Option<MatchId>,
}

impl Orders {
    /// These house bots on free chairs, if this player is the host; and ready, if so wished.
    pub(crate) fn new(bots: Vec<String>, ready_at_once: bool) -> Self {
        Self {
            bots: bots.into(),
            ready_at_once,
            readied: None,
        }
    }

    /// Does what this view permits; what is on its way already is waited for.
    pub(crate) fn help_along(&mut self, view: &View, client: &mut Client) {
        let Some(me) = client.chair() else { return };
        if view.host == me && !self.bots.is_empty() && client.unanswered() == 0 {
            let free = free_chairs(view);
            for (chair, brain) in free.into_iter().zip(std::mem::take(&mut self.bots)) {
                // More commands than may wait cannot come together here: a table has five chairs at most.
                let _ = client.command(Wish::AddBot { chair, brain });
            }
        }
        let is_ready = view.chairs.get(&me).is_none_or(|chair| chair.ready);
        let wanted = self.ready_at_once && view.stage == Stage::Readying && self.readied != view.r#match;
        if wanted && !is_ready && client.unanswered() == 0 {
            self.readied = view.r#match;
            let _ = client.ready();
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::client::tests::Bench;

    #[test]
    fn ready_is_said_once_for_each_match_and_bots_are_seated_once() {
        let mut bench = Bench::seated();
        let mut orders = Orders::new(vec!["careful".into(), "bold".into()], true);
        let mut then = |bench: &mut Bench| {
            let view = bench.client.table().unwrap().typed().unwrap();
            orders.help_along(&view, &mut bench.client);
            let said = bench.said();
            let names: Vec<String> = said.names().into_iter().map(str::to_owned).collect();
            names
        };
        assert_eq!(then(&mut bench), ["add_bot"], "one chair is free");
        bench.hear(&crate::client::tests::Script::ack(1, 2));
        assert_eq!(then(&mut bench), [] as [String; 0]);
        for (seal, said) in [("00", &["ready"][..]), ("00", &[]), ("01", &["ready"])] {
            bench.change(json!([]), |view| {
                view["stage"] = "readying".into();
                view["match"] = seal.repeat(16).into();
                view["server_commit"] = "ab".repeat(32).into();
                view["chairs"]["1"]["kind"] = "house".into();
            });
            assert_eq!(then(&mut bench), said, "{seal}");
            let n = bench.client.counts().acked + 1;
            bench.hear(&crate::client::tests::Script::ack(n, 3));
        }
    }
}
