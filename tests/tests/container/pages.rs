//! What the page on containers quotes is what the tests run, word for word.

use chowk_tests::{docker::files, proxy::snippet};

#[test]
fn the_page_quotes_the_snippets_that_are_tested() {
    let page = std::fs::read_to_string(files().join("README.md")).unwrap();
    for name in ["nginx.conf", "nginx-path.conf", "Caddyfile", "traefik.yaml"] {
        let text = snippet(name).unwrap();
        assert!(page.contains(&format!("proxies/{name}")), "{name} is not named");
        assert!(page.contains(text.trim_end()), "{name} is quoted otherwise");
    }
    let compose = std::fs::read_to_string(files().join("compose.yaml")).unwrap();
    for setting in [
        "read_only: true",
        "cap_drop: [ALL]",
        "mem_limit: 128m",
        "stop_grace_period: 10s",
    ] {
        assert!(compose.contains(setting), "{setting}");
    }
}
