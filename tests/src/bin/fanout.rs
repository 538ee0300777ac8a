//! `fanout PROFILE`, `fanout --beat BEAT`: a bare axum server that fans out frames of the sizes that a profile names, or
//! by a beat, for comparison.

use anyhow::Context as _;
use chowk_tests::fanout;

fn main() -> anyhow::Result<()> {
    let usage = "usage: fanout PROFILE | fanout --beat BEAT";
    let words: Vec<String> = std::env::args().skip(1).collect();
    let file = words.last().context(usage)?;
    let text = std::fs::read_to_string(file).context(usage)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if words.len() > 1 {
        runtime.block_on(fanout::beat::serve(serde_json::from_str(&text)?))
    } else {
        runtime.block_on(fanout::serve(serde_json::from_str(&text)?))
    }
}
