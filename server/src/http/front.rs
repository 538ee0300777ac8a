//! What the server shows of itself and whom it lets in: all that may be exchanged while it runs.

use std::sync::{Arc, PoisonError, RwLock};

use super::Range;
use crate::session::Conduct;

/// One state of it.
#[derive(Debug, Clone)]
pub struct Front {
    /// How sockets are treated, and what they are told.
    pub conduct: Arc<Conduct>,
    /// Origins that may open a socket beside the server's own.
    pub origins: Vec<String>,
    /// Proxies whose word on addresses is believed.
    pub trusted_proxies: Vec<Range>,
    /// Where players reach this server, if the operator says so.
    pub public_url: Option<String>,
}

/// The one that holds. Clones tell of the same.
#[derive(Debug, Clone)]
pub struct Fronts(Arc<RwLock<Arc<Front>>>);

impl Fronts {
    /// With this one.
    pub fn new(front: Front) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(front))))
    }

    /// The one that holds now. A request looks once, so that it is not served by two.
    pub fn now(&self) -> Arc<Front> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Another one holds for all who come from now on.
    pub fn exchange(&self, front: Front) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(front);
    }
}
