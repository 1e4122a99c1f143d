//! The built page, as it is inside the program.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The program was built without the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this program was built without the page. With Node.js 18 or later, `./build-page` in the root of the repository builds it; then build or install the program again, with `cargo build --release` or `cargo install --locked --path crates/cli`"
)]
pub struct PageMissing;

/// The files of the page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// What a browser asks for first.
    pub index: &'static str,
    /// All its code.
    pub script: &'static str,
    /// How it looks.
    pub style: &'static str,
}

impl Page {
    /// The page this program was built with.
    pub fn built_in() -> Result<Page, PageMissing> {
        match (INDEX, SCRIPT, STYLE) {
            (Some(index), Some(script), Some(style)) => Ok(Page {
                index,
                script,
                style,
            }),
            _ => Err(PageMissing),
        }
    }
}

/// Where the page's index names its files, and its title.
const SCRIPT_TAG: &str = r#"<script type="module" src="/page.js"></script>"#;
const STYLE_TAG: &str = r#"<link rel="stylesheet" href="/page.css">"#;
const TITLE_TAG: &str = "<title>bstar</title>";

/// The policy of a page that loads nothing: everything it needs is in it.
const ALONE: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">"#;

/// Where the recorded lines stand, compressed. The page's own code finds the place by the same
/// text (export.ts).
const RECORDED_TAG: &str = r#"<script type="text/plain" id="recorded"></script>"#;

/// Unpacks the lines and the script, and starts it. Browsers from 2023 on can. An older one says so
/// instead of showing nothing.
const UNPACK: &str = r#"<script>
(async () => {
  const unpack = async (id) => {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent.trim()), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  };
  try {
    document.getElementById("recorded").textContent = await unpack("recorded");
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = await unpack("packed");
    document.body.append(script);
  } catch (error) {
    const old = typeof DecompressionStream === "undefined";
    const german = (navigator.language || "").startsWith("de");
    const told = document.createElement("p");
    told.id = "cannot-open";
    told.textContent = old
      ? german ? "Dieser Browser ist zu alt für diese Datei: Er kann sie nicht entpacken. Browser ab 2023 können es." : "This browser is too old for this file: it cannot unpack it. Browsers from 2023 on can."
      : german ? "Diese Datei ist beschädigt: Ihr Inhalt lässt sich nicht entpacken." : "This file is damaged: what is in it cannot be unpacked.";
    document.querySelector("main").replaceChildren(told);
  }
})();
</script>"#;

/// Whether there is a page to make a [document] of. Callers ask this before a long search.
pub fn has_page() -> Result<(), PageMissing> {
    Page::built_in().map(|_| ())
}

impl Page {
    /// One file with the page in it, and nothing recorded yet. It needs no server.
    pub fn alone(&self) -> String {
        let script = packed(self.script);
        self.index
            .replace(
                STYLE_TAG,
                &format!("{ALONE}\n<style>{}</style>", self.style),
            )
            .replace(SCRIPT_TAG, "")
            .replace(
                "</body>",
                &format!(
                    "{RECORDED_TAG}\n<script type=\"text/plain\" id=\"packed\">{script}</script>\n{UNPACK}\n</body>"
                ),
            )
    }
}

/// One file with the page and a recorded search in it: the lines of `bstar explain --json-lines`.
/// The title is what the browser shows above it.
pub fn document<T: Serialize>(
    title: &str,
    lines: impl IntoIterator<Item = T>,
) -> Result<String, PageMissing> {
    let page = Page::built_in()?;
    let mut record = String::new();
    for line in lines {
        let text = serde_json::to_string(&line).expect("our objects can be written");
        let _ = writeln!(record, "{text}");
    }
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let recorded = RECORDED_TAG.replace("></", &format!(">{}</", packed(&record)));
    Ok(page
        .alone()
        .replacen(TITLE_TAG, &format!("<title>{title}</title>"), 1)
        .replacen(RECORDED_TAG, &recorded, 1))
}

/// A text, compressed, in letters that need no escape in HTML.
fn packed(text: &str) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(text.as_bytes());
    let bytes = written.and_then(|()| encoder.finish());
    base64(&bytes.expect("memory can be written to"))
}

/// Base64, as RFC 4648 has it.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let [a, b, c] = std::array::from_fn(|at| u32::from(chunk.get(at).copied().unwrap_or(0)));
        let group = a << 16 | b << 8 | c;
        for at in 0..4 {
            let letter = LETTERS[(group >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= chunk.len() {
                letter.into()
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_needs_nothing_from_outside() {
        let Ok(page) = Page::built_in() else {
            assert!(PageMissing.to_string().contains("./build-page"));
            assert_eq!(document("", ["x"]), Err(PageMissing));
            return;
        };
        for tag in [SCRIPT_TAG, STYLE_TAG, TITLE_TAG] {
            assert_eq!(page.index.matches(tag).count(), 1, "{tag}");
        }
        let evil = "</title></script><script>alert(1)</script>";
        let text = document(evil, [evil]).unwrap();
        assert!(!text.contains("<script>alert(1)") && text.contains("&lt;script>alert(1)"));
        assert!(!text.contains("src=\"/") && !text.contains("href=\"/"));
        assert!(!text.contains(RECORDED_TAG) && page.alone().contains(RECORDED_TAG));
        assert!(text.len() < 200_000, "{}", text.len());
    }

    #[test]
    fn base64_is_that_of_the_standard() {
        let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let letters = words.map(|word| base64(word.as_bytes()));
        assert_eq!(
            letters,
            [
                "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"
            ]
        );
    }
}
