//! `fanout PROFILE`: a bare axum server that fans out frames of the sizes that a profile names, for comparison.

use anyhow::Context as _;

fn main() -> anyhow::Result<()> {
    let file = std::env::args().nth(1).context("usage: fanout PROFILE")?;
    let profile = serde_json::from_str(&std::fs::read_to_string(&file).context(file)?)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(chowk_tests::fanout::serve(profile))
}
