//! Where a byte lies on a hard disk, and how long the head takes to get there.
//!
//! Bits are equally dense everywhere, so a track holds bytes in proportion to its radius, and the rate falls from
//! the outer to the inner edge as rate(x) = outer * sqrt(1 - x * (1 - k^2)), x being the fraction of the capacity
//! and k the ratio of the inner to the outer rate. The integral of 1 / (rate * revolution) over the bytes says how
//! many revolutions it takes to read everything up to x: the *phase*. Its fraction is the angle, its whole part
//! counts tracks, and as tracks are equally wide it is also in proportion to the way of the arm. One number a place.
//!
//! Left out: the layout of surfaces and the skew between them. The sequential rate of a data sheet is a sustained
//! one, with head and track switches in it, so the phase of the next track already comes as late as the skew makes it.

use crate::model::drive::Ns;

#[derive(Clone, Debug)]
pub struct Geometry {
    capacity_bytes: f64,
    /// 1 - k^2.
    taper: f64,
    /// Phase of the innermost byte were k 0; revolutions.
    revolutions: f64,
    /// Fraction of the stroke a revolution.
    stroke_per_revolution: f64,
    pub revolution_ns: Ns,
    revolutions_per_ns: f64,
    seek_min_ns: f64,
    /// What the longest seek takes beyond the shortest, ns.
    seek_span_ns: f64,
    /// From the end of one access to the start of another on the same track, ns.
    turnaround_ns: f64,
    margin_ns: f64,
    margin_share: f64,
    spindle_offset_ns: Ns,
}

/// A place on the disk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Revolutions from the outer edge.
    pub phase: f64,
    /// Of the last one, the part.
    pub angle: f64,
}

impl Place {
    /// In the order of angles, and on the same angle of tracks.
    #[inline]
    pub fn precedes(self, other: Place) -> bool {
        self.angle < other.angle || (self.angle == other.angle && self.phase < other.phase)
    }
}

/// How far the platter has turned in the revolution under way.
#[derive(Clone, Copy, Debug)]
pub struct Turned {
    ns: f64,
    revolutions: f64,
}

/// The way to a place.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Until the place passes under the head.
    pub wait_ns: Ns,
    /// The same as the drive reckons with when it chooses: a place that it might just miss counts as missed.
    pub planned_ns: f64,
}

impl Reach {
    /// The place is under the head.
    pub const HERE: Self = Self { wait_ns: 0, planned_ns: 0.0 };
}

/// What [`Geometry`] is made of.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub capacity_bytes: u64,
    pub rpm: f64,
    /// At the outer edge.
    pub outer_bytes_per_s: f64,
    /// Inner rate by outer rate; below 1.
    pub zone_ratio: f64,
    pub seek_min_ns: Ns,
    /// Over two uniformly drawn tracks, as in data sheets.
    pub seek_average_ns: Ns,
    pub turnaround_ns: Ns,
    /// What the drive wants to be early by when it chooses among places: fixed part, and part of the seek.
    pub margin_ns: Ns,
    pub margin_share: f64,
    /// Where the platter stands at time 0.
    pub spindle_offset_ns: Ns,
}

impl Geometry {
    pub fn new(shape: &Shape) -> Self {
        let revolution_s = 60.0 / shape.rpm;
        let capacity_bytes = shape.capacity_bytes as f64;
        let taper = 1.0 - shape.zone_ratio * shape.zone_ratio;
        let revolutions = 2.0 / taper * capacity_bytes / (shape.outer_bytes_per_s * revolution_s);
        let revolution_ns = (revolution_s * 1e9) as Ns;
        let min = shape.seek_min_ns as f64;
        Self {
            capacity_bytes,
            taper,
            revolutions,
            stroke_per_revolution: 1.0 / (revolutions * (1.0 - shape.zone_ratio)),
            revolution_ns,
            revolutions_per_ns: 1.0 / revolution_ns as f64,
            seek_min_ns: min,
            // The mean of the root of the distance between two uniform points is 8/15.
            seek_span_ns: (shape.seek_average_ns as f64 - min).max(0.0) * 15.0 / 8.0,
            turnaround_ns: shape.turnaround_ns as f64,
            margin_ns: shape.margin_ns as f64,
            margin_share: shape.margin_share,
            spindle_offset_ns: shape.spindle_offset_ns,
        }
    }

    /// Phase of a byte, revolutions.
    #[inline]
    pub fn phase(&self, offset: u64) -> f64 {
        let x = (offset as f64 / self.capacity_bytes).min(1.0);
        self.revolutions * (1.0 - (1.0 - x * self.taper).sqrt())
    }

    /// How many bytes a revolution passes at a phase.
    #[inline]
    pub fn track_bytes(&self, phase: f64) -> f64 {
        // d(offset)/d(phase), from offset = capacity / taper * (1 - (1 - phase / revolutions)^2).
        2.0 * self.capacity_bytes / (self.taper * self.revolutions) * (1.0 - phase / self.revolutions)
    }

    /// Time in which the platter turns by so many revolutions.
    #[inline]
    pub fn turn_ns(&self, revolutions: f64) -> Ns {
        (revolutions.max(0.0) * self.revolution_ns as f64) as Ns
    }

    /// Time for moving the arm by so many revolutions' worth of tracks, and settling.
    #[inline]
    fn seek_ns(&self, revolutions: f64) -> f64 {
        self.seek_min_ns + self.seek_span_ns * (revolutions * self.stroke_per_revolution).sqrt()
    }

    /// Where a byte lies.
    #[inline]
    pub fn place(&self, offset: u64) -> Place {
        let phase = self.phase(offset);
        Place { phase, angle: fraction(phase) }
    }

    /// Where the platter stands.
    #[inline]
    pub fn turned(&self, now: Ns) -> Turned {
        let ns = ((now + self.spindle_offset_ns) % self.revolution_ns) as f64;
        Turned { ns, revolutions: ns * self.revolutions_per_ns }
    }

    /// What it takes the head, free now and standing at phase `from`, to start passing over `to`. `settle_ns` comes on
    /// top of every seek: writes have to sit more exactly on the track than reads.
    pub fn reach(&self, turned: Turned, from: f64, to: f64, settle_ns: f64) -> Reach {
        let distance = (to - from).abs();
        let (arm, margin) = if distance < 1.0 {
            (self.turnaround_ns, 0.0)
        } else {
            let seek = self.seek_ns(distance) + settle_ns;
            (seek, self.margin_ns + self.margin_share * seek)
        };
        let rotation = fraction(to - (turned.ns + arm) * self.revolutions_per_ns) * self.revolution_ns as f64;
        let wait = arm + rotation;
        let planned_ns = if rotation < margin { wait + self.revolution_ns as f64 } else { wait };
        Reach { wait_ns: wait as Ns, planned_ns }
    }

    /// Whether the platter certainly brings a place later than that, without a look at the way of the arm.
    #[inline]
    pub fn comes_after(&self, turned: Turned, angle: f64, limit_ns: f64) -> bool {
        let passes = angle - turned.revolutions;
        let passes = if passes < 0.0 { passes + 1.0 } else { passes };
        passes > limit_ns * self.revolutions_per_ns + ROUNDING && passes < 1.0 - ROUNDING
    }

    /// Which of several places, in the order of their angles, is planned to be reached soonest. They are looked at as the
    /// platter brings them: whatever comes later than the best is planned to be reached is no better.
    pub fn soonest(&self, turned: Turned, from: f64, settle_ns: f64, places: &[Place]) -> Option<(usize, Reach)> {
        let mut best: Option<(usize, Reach)> = None;
        let (mut latest, mut farthest) = (f64::INFINITY, f64::INFINITY);
        // Counted on through the next revolutions.
        let first_after = |angle: f64| {
            let laps = angle.max(0.0) as usize;
            laps * places.len() + places.partition_point(|place| place.angle < angle - laps as f64)
        };
        let begin = first_after(turned.revolutions - ROUNDING);
        let seek = (self.seek_min_ns + settle_ns) * self.revolutions_per_ns;
        let after_seek = first_after(turned.revolutions + seek - ROUNDING);
        for count in begin..after_seek + places.len() {
            let (i, laps) = (count % places.len(), count / places.len());
            let Place { phase, angle } = places[i];
            let distance = (phase - from).abs();
            if angle + laps as f64 - turned.revolutions > latest {
                break;
            }
            // Before any seek has ended only what lies on the head's own track.
            if distance > farthest || (count < after_seek && distance >= 1.0) {
                continue;
            }
            let reach = self.reach(turned, from, phase, settle_ns);
            if best.is_none_or(|(_, best)| reach.planned_ns < best.planned_ns) {
                best = Some((i, reach));
                latest = reach.planned_ns * self.revolutions_per_ns + ROUNDING;
                farthest = self.farthest_within(reach.planned_ns - settle_ns);
            }
        }
        best
    }

    /// No seek within this time goes farther.
    fn farthest_within(&self, seek_ns: f64) -> f64 {
        let beyond = (seek_ns - self.seek_min_ns).max(0.0);
        if beyond >= self.seek_span_ns {
            return f64::INFINITY;
        }
        let root = beyond / self.seek_span_ns;
        // Within a track no seek is needed.
        (root * root / self.stroke_per_revolution * (1.0 + ROUNDING)).max(1.0)
    }
}

/// More than what rounding does to a number of revolutions, and to a distance in relation to it.
const ROUNDING: f64 = 1e-7;

/// What lies beyond the next lower whole number. A phase is below 10^13 on the largest and slowest drive; `floor` would
/// be a call on plain x86-64.
#[inline]
pub fn fraction(x: f64) -> f64 {
    let rest = x - (x as i64) as f64;
    if rest < 0.0 { rest + 1.0 } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape() -> Shape {
        Shape {
            capacity_bytes: 8_000_000_000_000,
            rpm: 7200.0,
            outer_bytes_per_s: 260e6,
            zone_ratio: 0.45,
            seek_min_ns: 600_000,
            seek_average_ns: 8_000_000,
            turnaround_ns: 0,
            margin_ns: 0,
            margin_share: 0.0,
            spindle_offset_ns: 0,
        }
    }

    #[test]
    fn the_inner_edge_is_slower_by_the_zone_ratio() {
        let disk = Geometry::new(&shape());
        let outer = disk.track_bytes(disk.phase(0));
        let inner = disk.track_bytes(disk.phase(8_000_000_000_000));
        assert!((outer * 120.0 / 260e6 - 1.0).abs() < 1e-9);
        assert!((inner / outer - 0.45).abs() < 1e-9);
    }

    #[test]
    fn a_byte_range_takes_as_long_as_the_rate_says() {
        let disk = Geometry::new(&shape());
        let second = disk.turn_ns(disk.phase(260_000_000) - disk.phase(0));
        assert!((second as f64 / 1e9 - 1.0).abs() < 1e-3, "{second}");
    }

    #[test]
    fn a_place_further_along_the_track_costs_the_time_of_passing() {
        let disk = Geometry::new(&shape());
        let from = disk.phase(1_000_000_000);
        let now = disk.turn_ns(from - from.floor());
        let wait = disk.reach(disk.turned(now), from, from + 0.25, 0.0).wait_ns;
        assert!(wait.abs_diff(disk.revolution_ns / 4) < 100, "{wait}");
    }

    #[test]
    fn the_soonest_place_is_that_of_all() {
        let disk = Geometry::new(&Shape { turnaround_ns: 20_000, margin_ns: 300_000, margin_share: 0.05, ..shape() });
        // Scattered over the disk, and some near the head.
        let place = |i: u64| disk.phase(i.wrapping_mul(i).wrapping_mul(7_919_000_003) % 8_000_000_000_000);
        for round in 0..500 {
            let (now, from) = (round * 1_234_567, place(round));
            let near = (0..4).map(|i| from + f64::from(i) * 0.6);
            let phases = (0..100).map(|i| place(1000 * round + i)).chain(near);
            let mut places: Vec<Place> = phases.map(|phase| Place { phase, angle: fraction(phase) }).collect();
            places.sort_by(|a, b| a.angle.total_cmp(&b.angle));
            let turned = disk.turned(now);
            let planned = |place: &Place| disk.reach(turned, from, place.phase, 400_000.0).planned_ns;
            let least = places.iter().map(planned).fold(f64::INFINITY, f64::min);
            let (found, reach) = disk.soonest(turned, from, 400_000.0, &places).unwrap();
            assert_eq!((planned(&places[found]), reach.planned_ns), (least, least), "round {round}");
        }
        assert!(disk.soonest(disk.turned(0), 0.0, 0.0, &[]).is_none());
    }

    #[test]
    fn the_mean_seek_over_random_tracks_is_the_average_seek() {
        let disk = Geometry::new(&shape());
        let last = disk.phase(8_000_000_000_000);
        let steps = 400;
        let mut sum = 0.0;
        for i in 0..steps {
            for j in 0..steps {
                sum += disk.seek_ns(f64::from(i - j).abs() / f64::from(steps) * last);
            }
        }
        let mean = sum / f64::from(steps * steps);
        assert!((mean / 8e6 - 1.0).abs() < 0.01, "{mean}");
    }
}
