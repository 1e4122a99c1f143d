//! The built page, as it is inside the program.

use std::fmt::Write;

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

/// Where the page's index names its files.
const SCRIPT_TAG: &str = r#"<script type="module" src="/page.js"></script>"#;
const STYLE_TAG: &str = r#"<link rel="stylesheet" href="/page.css">"#;

/// The policy of a page that loads nothing: everything it needs is in it.
const ALONE: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">"#;

/// Whether there is a page to make a [document] of. Callers ask this before a long search.
pub fn has_page() -> Result<(), PageMissing> {
    Page::built_in().map(|_| ())
}

/// One file with the page and a recorded search in it: the lines of `bstar explain --json`.
pub fn document<T: Serialize>(lines: impl IntoIterator<Item = T>) -> Result<String, PageMissing> {
    let page = Page::built_in()?;
    let mut record = String::new();
    for line in lines {
        let text = serde_json::to_string(&line).expect("our objects can be written");
        // No text may end the element it stands in.
        let _ = writeln!(record, "{}", text.replace('<', "\\u003c"));
    }
    let script = page.script.replace("</script", "<\\/script");
    Ok(page
        .index
        .replace(STYLE_TAG, &format!("{ALONE}\n<style>{}</style>", page.style))
        .replace(SCRIPT_TAG, "")
        .replace(
            "</body>",
            &format!(
                "<script type=\"application/x-ndjson\" id=\"recorded\">\n{record}</script>\n<script type=\"module\">{script}</script>\n</body>"
            ),
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_needs_nothing_from_outside() {
        let Ok(page) = Page::built_in() else {
            assert!(PageMissing.to_string().contains("./build-page"));
            assert_eq!(document(["x"]), Err(PageMissing));
            return;
        };
        assert!(
            page.index.contains(SCRIPT_TAG) && page.index.contains(STYLE_TAG),
            "{}",
            page.index
        );
        let text = document(["</script><script>alert(1)</script>"]).unwrap();
        assert!(!text.contains("alert(1)</script>"));
        assert!(!text.contains("src=\"/") && !text.contains("href=\"/"));
        assert!(text.len() < 1_500_000, "{}", text.len());
    }
}
