//! The files of `client-web` as they lie in the program: hashed and compressed once, when somebody first asks.

use std::{collections::BTreeMap, io::Write as _, sync::LazyLock};

use axum::http::HeaderValue;
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use include_dir::{Dir, include_dir};
use sha2::{Digest as _, Sha256};

/// Where the files are: `/page/CONTENT/js/main.js`.
pub(in crate::http) const PATH: &str = "/page";
/// What `index.html` has where the path to its files goes. The path is relative, since a proxy may put the server anywhere.
const BASE: &str = "{{base}}";
const INDEX: &str = "index.html";

/// All of the folder; its tests and types as well, which are served to nobody.
static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../client-web");

/// A file, as it is and packed.
pub(super) struct Packed {
    /// Its media type.
    pub(super) kind: &'static str,
    pub(super) plain: Bytes,
    pub(super) gzip: Bytes,
}

/// All of them.
pub(super) struct Page {
    /// The hash of everything: 16 hex digits.
    pub(super) content: String,
    /// The same for a browser that asks whether its page is still the page.
    pub(super) tag: HeaderValue,
    /// The page at `/` and `/table`, and one level below, as at `/r/CODE`.
    pub(super) index: [Packed; 2],
    /// By the path below the hash.
    pub(super) files: BTreeMap<String, Packed>,
}

/// The page of this program.
pub(super) fn page() -> &'static Page {
    static PAGE: LazyLock<Page> = LazyLock::new(Page::pack);
    &PAGE
}

impl Page {
    fn pack() -> Self {
        // Iterated in the order of names, so that a hash names one content on every machine.
        let mut all = BTreeMap::new();
        gather(&FOLDER, &mut all);
        let mut hash = Sha256::new();
        for (name, data) in &all {
            hash.update((name.len() as u64).to_be_bytes());
            hash.update(name);
            hash.update((data.len() as u64).to_be_bytes());
            hash.update(data);
        }
        let content = hex::encode(&hash.finalize()[..8]);
        let mut files: BTreeMap<String, Packed> = all
            .into_iter()
            .map(|(name, data)| (name.to_owned(), Packed::of(kind_of(name), Bytes::from_static(data))))
            .collect();
        let bare = files.remove(INDEX).map(|index| index.plain).unwrap_or_default();
        let bare = String::from_utf8_lossy(&bare);
        let index = [".", ".."].map(|up| {
            let index = bare.replace(BASE, &format!("{up}{PATH}/{content}"));
            Packed::of(kind_of(INDEX), index.into())
        });
        Self {
            tag: HeaderValue::from_str(&format!("\"{content}\"")).unwrap_or(HeaderValue::from_static("\"\"")),
            content,
            index,
            files,
        }
    }
}

/// What is for browsers in this folder and below it.
fn gather(folder: &'static Dir<'static>, all: &mut BTreeMap<&'static str, &'static [u8]>) {
    for file in folder.files() {
        if let Some(name) = file.path().to_str().filter(|name| is_for_browsers(name)) {
            all.insert(name, file.contents());
        }
    }
    for inner in folder.dirs() {
        gather(inner, all);
    }
}

impl Packed {
    fn of(kind: &'static str, plain: Bytes) -> Self {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        // A vector takes everything.
        let packed = packer.write_all(&plain).and_then(|()| packer.finish());
        Self {
            kind,
            gzip: packed.unwrap_or_default().into(),
            plain,
        }
    }
}

fn is_for_browsers(name: &str) -> bool {
    let served = ["js/", "css/", "lang/", "vendor/"]
        .iter()
        .any(|folder| name.starts_with(folder));
    name == INDEX
        || served
            && [".js", ".css", ".json", ".svg"]
                .iter()
                .any(|ending| name.ends_with(ending))
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What issue 6 permits.
    const PACKED_BYTES_MAX: usize = 300_000;

    #[test]
    fn the_page_is_there_whole_and_small() {
        let page = page();
        // All that the page names below its path is among the files.
        for (up, index) in [".", ".."].iter().zip(&page.index) {
            let index = String::from_utf8(index.plain.to_vec()).unwrap();
            assert!(!index.contains(BASE));
            let base = format!("\"{up}{PATH}/{}/", page.content);
            let named: Vec<&str> = index
                .split(&base)
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
                .collect();
            assert!(named.contains(&"js/main.js"), "{named:?}");
            for name in named {
                assert!(page.files.contains_key(name), "{name} is no file of the page");
            }
        }
        let packed = page.files.values().chain(&page.index[..1]);
        let bytes: usize = packed.map(|file| file.gzip.len()).sum();
        assert!(bytes <= PACKED_BYTES_MAX, "the page has {bytes} bytes, packed");
        assert!(page.files.values().all(|file| file.kind != "application/octet-stream"));
    }
}
