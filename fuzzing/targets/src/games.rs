//! Training data: games packed into bytes.

use bstar_training::datagen::PackedReader;

/// What is read as a game is the bytes it was read from.
pub fn packed(bytes: &[u8]) {
    let mut reader = PackedReader::new(bytes);
    let mut written = Vec::new();
    while let Some(Ok(game)) = reader.next() {
        assert_eq!(game.positions().count(), game.scores().len());
        written.extend(game.to_bytes());
    }
    let whole = usize::try_from(reader.bytes()).expect("no more than there are");
    assert_eq!(written.len(), whole);
    let again: Vec<_> = PackedReader::new(&written[..])
        .map(Result::unwrap)
        .collect();
    let twice: Vec<u8> = again.iter().flat_map(|game| game.to_bytes()).collect();
    assert_eq!(twice, written);
    let mut skipping = PackedReader::new(bytes);
    let mut skipped = 0;
    while let Some(Ok(_)) = skipping.skip_game() {
        skipped += 1;
    }
    // Skipping does not look at moves, so it may come further.
    assert!(skipped >= again.len());
}
