//! What a shallow probe says beside a deeper one.

use bstar::Span;
use bstar_thought::Points;

use super::candidate::clamped;

/// Short probes of one position differ from deeper ones by this many points without a reason.
pub(super) const PROBE_NOISE_POINTS: Points = Points(500);

/// Reconciles a finding with what a deeper probe knows. A shallow value that leaves the deeper
/// interval by no more than the margin is clipped to it.
pub(super) fn reconcile(known: Span, found: Span, margin: Points) -> Span {
    let end = |value| reconcile_points(known, Points(value), margin).0;
    let (min, max) = (end(found.min()), end(found.max()));
    if max != found.max() {
        Span::exact(max)
    } else if min != found.min() {
        Span::exact(min)
    } else {
        found
    }
}

/// Clips points to the deeper interval if they leave it by no more than the margin.
pub(super) fn reconcile_points(known: Span, points: Points, margin: Points) -> Points {
    let nearest = clamped(points, known);
    if (points.0 - nearest.0).abs() <= margin.0 {
        nearest
    } else {
        points
    }
}
