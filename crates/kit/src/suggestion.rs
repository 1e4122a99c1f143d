//! What somebody who wrote a wrong word may have meant.

/// Words that are less alike than this, from 0 to 1, are not suggested.
const MIN_LIKENESS: f64 = 0.7;

/// The word among some that is most like a given one, if any is like it. Case does not count.
///
/// ```
/// use bstar_kit::suggestion::closest;
/// assert_eq!(closest("nul-move", ["history", "null-move"]), Some("null-move"));
/// assert_eq!(closest("magic", ["history", "null-move"]), None);
/// ```
pub fn closest<'a>(word: &str, among: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let likeness = |other: &str| strsim::jaro_winkler(&word, &other.to_lowercase());
    let alike = among.into_iter().map(|other| (likeness(other), other));
    let best = alike.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness >= MIN_LIKENESS)
        .map(|(_, other)| other)
}

/// The question whether the closest word was meant, with a space behind it. It is empty if no word
/// is close.
pub fn did_you_mean<'a>(word: &str, among: impl IntoIterator<Item = &'a str>) -> String {
    closest(word, among).map_or(String::new(), |meant| format!("did you mean `{meant}`? "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_word_is_asked_for() {
        let words = ["openings", "scaling", "settings"];
        assert_eq!(did_you_mean("setings", words), "did you mean `settings`? ");
        assert_eq!(did_you_mean("Scalign", words), "did you mean `scaling`? ");
        assert_eq!(did_you_mean("xyz", words), "");
        assert_eq!(did_you_mean("", words), "");
    }
}
