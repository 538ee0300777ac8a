//! What a server counts, as it tells it at `/metrics`.

use std::{collections::BTreeMap, net::SocketAddr};

use anyhow::{Context as _, ensure};

use crate::{docker::free_port, wire::get};

/// Where a server tells what it counts.
#[derive(Debug, Clone, Copy)]
pub struct Metrics(SocketAddr);

impl Metrics {
    /// A place that is free.
    ///
    /// # Errors
    /// If there is none.
    pub fn anywhere() -> anyhow::Result<Self> {
        Ok(Self(([127, 0, 0, 1], free_port()?).into()))
    }

    /// The place, as the setting `--metrics-addr` wants it.
    pub fn listen(self) -> String {
        self.0.to_string()
    }

    /// All figures by name, with their labels as they are told.
    ///
    /// # Errors
    /// If nobody answers.
    pub async fn look(self) -> anyhow::Result<Figures> {
        let (status, text) = get(self.0, "/metrics").await.context("metrics")?;
        ensure!(status == 200, "/metrics says {status}");
        let figures = text.lines().filter_map(|line| line.rsplit_once(' '));
        Ok(Figures(
            figures
                .filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?)))
                .collect(),
        ))
    }
}

/// The figures of one moment.
#[derive(Debug, Clone)]
pub struct Figures(BTreeMap<String, f64>);

impl Figures {
    /// One of them; 0 if it is not told.
    pub fn of(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or(0.0)
    }

    /// The sum over all labels.
    pub fn sum(&self, name: &str) -> f64 {
        let labelled = format!("{name}{{");
        let all = self.0.iter().filter(|(of, _)| *of == name || of.starts_with(&labelled));
        all.map(|(_, value)| value).sum()
    }
}
