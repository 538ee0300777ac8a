//! Whose the open sockets are: the whole address of each, for the operator's eyes and for bans. It is in no log.

use std::{net::IpAddr, sync::Arc};

use dashmap::DashMap;

use super::{Range, stranger::is_near};
use crate::room::SessionId;

/// The addresses of the sockets that are open. What is kept is the guards that are alive.
#[derive(Debug, Clone, Default)]
pub struct Present(Arc<DashMap<SessionId, IpAddr>>);

/// One socket's entry.
#[derive(Debug)]
pub(super) struct Entered {
    all: Present,
    session: SessionId,
}

impl Present {
    pub(super) fn enter(&self, session: SessionId, from: IpAddr) -> Entered {
        self.0.insert(session, from);
        Entered {
            all: self.clone(),
            session,
        }
    }

    /// The address of a socket, while it is open.
    pub fn address(&self, session: SessionId) -> Option<IpAddr> {
        self.0.get(&session).map(|address| *address)
    }

    /// The address from which all open sockets come, if there are several and it is one of a private network: so do
    /// those who come through a gateway, like the bridge of Docker.
    pub fn gateway(&self) -> Option<IpAddr> {
        let mut all = self.0.iter().map(|entry| *entry.value());
        let first = all.next()?;
        let (mut others, mut same) = (0, true);
        for address in all {
            others += 1;
            same &= address == first;
        }
        (others > 0 && same && is_near(first)).then_some(first)
    }

    /// The sockets that come from this range.
    pub fn from(&self, range: &Range) -> Vec<SessionId> {
        let inside = self.0.iter().filter(|entry| range.holds(*entry.value()));
        inside.map(|entry| *entry.key()).collect()
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.all.0.remove(&self.session);
    }
}
