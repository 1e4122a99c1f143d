//! The 8-puzzle example: its bounds hold, what it proves is best, and it is hard for the reason
//! that the paper gives.

#[path = "../../../examples/eight_puzzle.rs"]
#[allow(dead_code)] // It is a program: it also prints, and has a `main`.
mod example;

use bstar::interval::Reason;
use example::{ByHeart, Frame, LONGEST, solve, some_of};

#[test]
fn half_of_all_frames_can_be_solved_and_none_needs_more_than_31_moves() {
    let all = ByHeart::up_to(LONGEST);
    let counts: Vec<usize> = (0..=LONGEST)
        .map(|moves| all.at_distance(moves).len())
        .collect();
    // Nine factorial, halved; two of them are the farthest.
    assert_eq!(counts.iter().sum::<usize>(), 181_440);
    assert_eq!(counts[31], 2);
    assert_eq!(ByHeart::up_to(LONGEST + 1).at_distance(LONGEST + 1), []);
}

#[test]
fn bounds_hold() {
    let all = ByHeart::up_to(LONGEST);
    let few = ByHeart::up_to(8);
    for moves in 0..=LONGEST {
        for frame in all.at_distance(moves) {
            let (least, most) = few.bounds(&frame);
            assert!(least <= moves && moves <= most, "{frame:?}");
            assert_eq!(moves <= 8, least == most && few.moves(&frame).is_some());
        }
    }
}

#[test]
fn what_is_proved_is_best() {
    let all = ByHeart::up_to(LONGEST);
    let few = ByHeart::up_to(8);
    let mut solved = 0;
    for moves in 1..=14 {
        for frame in some_of(&all.at_distance(moves), 12) {
            let Some(decision) = solve(frame, &few, 20_000).decision else {
                continue;
            };
            solved += 1;
            let chosen = frame.neighbours().nth(decision.best).unwrap();
            assert_eq!(all.moves(&chosen), Some(moves - 1), "{frame:?}");
            assert!(
                (decision.value.min()..=decision.value.max()).contains(&i32::from(moves)),
                "{decision:?}"
            );
            assert_eq!(decision.reason, Reason::Separated);
        }
    }
    assert!(solved > 100, "{solved}");
}

/// The median number of positions that 15 problems need, when frames within `reach` moves of home
/// are known by heart.
fn median(moves: u8, reach: u8) -> usize {
    let problems = ByHeart::up_to(moves).at_distance(moves);
    let by_heart = ByHeart::up_to(reach);
    let mut positions: Vec<usize> = some_of(&problems, 15)
        .map(|frame| solve(frame, &by_heart, 50_000).positions)
        .collect();
    positions.sort_unstable();
    positions[positions.len() / 2]
}

#[test]
fn it_is_easy_as_far_as_upper_bounds_reach_and_hard_beyond() {
    let easy = median(12, 8);
    let hard = median(20, 8);
    assert!(easy < 500, "{easy}");
    assert!(hard > 20 * easy, "{easy}, {hard}");
    // The same problems, the same lower bound: only the upper bound is better.
    let helped = median(20, 16);
    assert!(hard > 3 * helped, "{hard}, {helped}");
    assert_eq!(solve(Frame::HOME, &ByHeart::up_to(31), 10).positions, 3);
}
