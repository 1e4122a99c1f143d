use proptest::prelude::*;

use super::*;

const HEADER_BYTES: usize = 44;

fn bytes() -> Vec<u8> {
    made_up(1, 32, 2, Magnitude::Mild).write()
}

/// The file with a number of the header replaced.
fn with(place: usize, number: u32) -> Result<Weights, NetworkFileError> {
    let mut bytes = bytes();
    bytes[place..place + 4].copy_from_slice(&number.to_le_bytes());
    Weights::read(&bytes)
}

#[test]
fn what_is_written_is_read() {
    for (hidden, buckets) in [(32, 1), (96, 3), (MAX_HIDDEN, MAX_BUCKETS)] {
        for magnitude in [Magnitude::Mild, Magnitude::Extreme] {
            let mut weights = made_up(7, hidden, buckets, magnitude);
            weights.scale = 321;
            let bytes = weights.write();
            assert!(bytes.len() <= MAX_FILE_BYTES);
            assert_eq!(Weights::read(&bytes).unwrap(), weights);
            let network = Network::read(&bytes).unwrap();
            assert_eq!((network.hidden(), network.buckets()), (hidden, buckets));
        }
    }
}

/// The layout is tested byte for byte, because other programs write it.
#[test]
fn the_layout_of_a_file() {
    let mut weights = Weights::zero(32, 1);
    weights.feature_weights[33] = -2; // the second weight of the second feature
    weights.feature_biases[0] = 258;
    weights.output_weights[32] = -127; // the first weight of the other side's row
    weights.output_biases[0] = 66_051;
    let bytes = weights.write();
    assert_eq!(&bytes[..12], b"BSTARNN1\x01\0\0\0");
    let number = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(
        [12, 16, 20, 24, 28, 32].map(number),
        [768, 32, 1, 255, 64, 400]
    );
    let payload = &bytes[HEADER_BYTES..];
    assert_eq!(payload.len(), 2 * (768 * 32 + 32 + 64) + 4);
    assert_eq!(payload[66..68], [0xfe, 0xff]);
    let biases = 2 * 768 * 32;
    assert_eq!(payload[biases..biases + 2], [2, 1]);
    let others = biases + 2 * 32 + 2 * 32;
    assert_eq!(payload[others..others + 2], [0x81, 0xff]);
    assert_eq!(payload[others + 64..], [3, 2, 1, 0]);
    assert_eq!(payload.iter().filter(|byte| **byte != 0).count(), 9);
}

#[test]
fn the_checksum_is_the_published_one() {
    assert_eq!(file::fnv1a(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(file::fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(file::fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
}

#[test]
fn files_that_end_too_early_or_too_late() {
    let mut bytes = bytes();
    let expected = bytes.len();
    for found in [0, 5, 8, 20, HEADER_BYTES - 1] {
        let error = Weights::read(&bytes[..found]).unwrap_err();
        let expected = HEADER_BYTES;
        assert_eq!(error, NetworkFileError::CutOff { expected, found });
    }
    for found in [HEADER_BYTES, HEADER_BYTES + 1, expected - 1] {
        let error = Weights::read(&bytes[..found]).unwrap_err();
        assert_eq!(error, NetworkFileError::CutOff { expected, found });
    }
    bytes.push(0);
    let found = expected + 1;
    let error = Weights::read(&bytes).unwrap_err();
    assert_eq!(error, NetworkFileError::Trailing { expected, found });
    bytes.resize(MAX_FILE_BYTES + 1, 0);
    let error = Weights::read(&bytes).unwrap_err();
    assert_eq!(error, NetworkFileError::TooLarge(MAX_FILE_BYTES + 1));
}

#[test]
fn files_of_another_kind() {
    assert_eq!(Weights::read(b"PK"), Err(NetworkFileError::Magic));
    assert_eq!(Weights::read(&[0; 100]), Err(NetworkFileError::Magic));
    assert_eq!(with(8, 2), Err(NetworkFileError::Version(2)));
    for (place, what, expected) in [(12, "inputs", 768), (24, "QA", 255), (28, "QB", 64)] {
        let found = 77;
        assert_eq!(
            with(place, 77),
            Err(NetworkFileError::Architecture {
                what,
                expected,
                found
            })
        );
    }
    for hidden in [0, 31, 33, 2080, u32::MAX] {
        assert_eq!(
            with(16, hidden),
            Err(WeightsError::Hidden(hidden as usize).into())
        );
    }
    for buckets in [0, 9, u32::MAX] {
        assert_eq!(
            with(20, buckets),
            Err(WeightsError::Buckets(buckets as usize).into())
        );
    }
    for scale in [0, -400, MAX_SCALE + 1] {
        assert_eq!(
            with(32, scale as u32),
            Err(WeightsError::Scale(scale).into())
        );
    }
}

#[test]
fn numbers_that_could_overflow() {
    let fault = |change: fn(&mut Weights)| {
        let mut weights = Weights::zero(32, 1);
        change(&mut weights);
        let error = Weights::read(&weights.write()).unwrap_err();
        assert_eq!(
            Network::new(&weights).err().map(NetworkFileError::Weights),
            Some(error.clone())
        );
        error.to_string()
    };
    assert_eq!(
        fault(|weights| weights.output_weights[3] = 128),
        "output weight number 3 is 128, outside -127 to 127"
    );
    assert_eq!(
        fault(|weights| weights.output_weights[63] = -128),
        "output weight number 63 is -128, outside -127 to 127"
    );
    assert_eq!(
        fault(|weights| weights.feature_weights[5] = 993),
        "feature weight number 5 is 993, outside -992 to 992"
    );
    assert_eq!(
        fault(|weights| weights.feature_biases[31] = i16::MIN),
        "feature bias number 31 is -32768, outside -992 to 992"
    );
}

#[test]
fn lists_of_other_lengths_are_no_network() {
    let mut weights = Weights::zero(32, 1);
    weights.output_weights.pop();
    let error = Network::new(&weights).err().unwrap();
    assert_eq!(error.to_string(), "63 output weights where 64 are expected");
}

proptest! {
    #[test]
    fn a_damaged_payload_is_noticed(place: prop::sample::Index, flip in 1_u8..) {
        let mut bytes = bytes();
        let payload = &mut bytes[HEADER_BYTES..];
        payload[place.index(payload.len())] ^= flip;
        let error = Weights::read(&bytes).unwrap_err();
        prop_assert!(matches!(error, NetworkFileError::Checksum { .. }), "{}", error);
    }

    #[test]
    fn nothing_in_a_file_makes_it_panic(start in 0..HEADER_BYTES, noise: Vec<u8>) {
        let mut bytes = bytes()[..start].to_vec();
        bytes.extend(noise);
        prop_assert!(Weights::read(&bytes).is_err());
    }
}

#[test]
fn what_cannot_be_loaded_is_named() {
    let folder = std::env::temp_dir();
    let missing = folder.join("bstar has no such network.nn");
    for (path, reason) in [(&missing, "No such file"), (&folder, "it is not a file")] {
        let error = Network::load(path).unwrap_err().to_string();
        let begin = format!("cannot read {}: ", path.display());
        assert!(error.starts_with(&begin), "{error}");
        assert!(
            cfg!(not(unix)) || error[begin.len()..].starts_with(reason),
            "{error}"
        );
    }
}

#[test]
fn networks_are_told_apart_by_what_they_compute() {
    let network = |seed, scale| {
        let mut weights = made_up(seed, 32, 1, Magnitude::Mild);
        weights.scale = scale;
        Network::new(&weights).unwrap()
    };
    let one = network(1, 400);
    assert_eq!(one, network(1, 400).with_kernel(Kernel::PORTABLE));
    for other in [network(2, 400), network(1, 401)] {
        assert_ne!(one, other);
        assert_ne!(one.to_string(), other.to_string());
    }
    let file = made_up(1, 32, 1, Magnitude::Mild).write();
    assert_eq!(file[36..44], one.checksum().to_le_bytes());
}
