//! Secrets and client ids from the operating system's generator.

use anyhow::anyhow;
use chowk_protocol::Hex;

use crate::client::{Identity, Sk};

/// Random bytes.
pub fn bytes<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("the operating system gives no random bytes: {error}"))?;
    Ok(bytes)
}

/// A seed for what need not be secret.
pub fn seed() -> anyhow::Result<u64> {
    Ok(u64::from_le_bytes(bytes()?))
}

/// A new seat's secret and a new client id.
pub fn identity() -> anyhow::Result<Identity> {
    identity_of(Sk::from_bytes(bytes()?))
}

/// A new client id for a seat whose secret is known.
pub fn identity_of(sk: Sk) -> anyhow::Result<Identity> {
    Ok(Identity { sk, cid: Hex(bytes()?) })
}
