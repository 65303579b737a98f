//! The plots over time: pauses, and the heap.

use super::thin::Intervals;
use crate::log::{Collection, CollectionKind, CycleStep, MarkingSpan, Run, Stop};
use crate::page::{
    Axis, Band, Chart, LineStyle, Mark, Point, Scale, Series, colour, plain, quantity,
};

/// Size of the plots in pixels.
const SIZE: (f64, f64) = (1296.0, 330.0);

/// Maximum number of pauses of a kind that are all shown.
const MAX_POINTS: usize = 1_000;

/// Number of intervals if there are more, of which each shows three pauses.
const INTERVALS: usize = 300;

/// Maximum number of collections for which the heap's line has all its corners.
const MAX_TEETH: usize = 400;

/// Number of intervals if there are more.
const HEAP_INTERVALS: usize = 1_000;

/// Maximum number of concurrent cycles that are shaded.
const MAX_BANDS: usize = 500;

/// The limit is in the plot if it is at most this multiple of the memory in use.
const MAX_LIMIT_RATIO: u64 = 4;

/// A plot and what the page must say about it.
#[derive(Debug)]
pub(super) struct Timeline<'t> {
    pub(super) chart: Chart<'t>,
    pub(super) notes: Vec<String>,
}

/// Returns the style of the pauses of a kind.
pub(super) fn kind_style(kind: CollectionKind) -> LineStyle {
    let (colour, mark) = match kind {
        CollectionKind::Young => (colour::BLUE, Mark::Disc),
        CollectionKind::Full => (colour::VERMILION, Mark::Diamond),
        CollectionKind::Compacting => (colour::PURPLE, Mark::Square),
    };
    LineStyle::solid(colour, mark)
}

/// Returns the axis of time of a run.
fn time_axis(end_ns: u64) -> Axis {
    let label = "time since the heap was created".to_owned();
    Axis { label, scale: Scale::elapsed(end_ns as f64) }
}

/// Returns the tooltip of a pause.
pub(super) fn pause_title(collection: &Collection, stop: &Stop) -> String {
    let at = quantity("ns", collection.at_ns as f64);
    let pause = quantity("ns", stop.pause_ns as f64);
    let to_safepoint = quantity("ns", stop.time_to_safepoint_ns as f64);
    let mut title = format!("{pause} at {at}: collection {}", collection.number);
    if let Some(work) = &collection.work {
        title += &format!(" ({}, {})", work.kind, work.cause);
    }
    title += &format!(", {to_safepoint} to the safepoint");
    if let Some(thread) = &stop.last_to_stop {
        title += &format!(", last {thread}");
    }
    title
}

/// Returns the plot of pauses over time, or `None` if the log has no pauses.
pub(super) fn pauses(run: &Run, end_ns: u64) -> Option<Timeline<'static>> {
    let stops: Vec<(&Collection, &Stop)> = run
        .collections
        .iter()
        .filter_map(|collection| Some((collection, collection.stop.as_ref()?)))
        .collect();
    let times = || stops.iter().map(|of| of.1.pause_ns).filter(|&time| time > 0);
    let (low, high) = (times().min()?, times().max()?);
    let mut notes = Vec::new();
    let mut series = Vec::new();
    let kinds = CollectionKind::ALL.map(Some).into_iter().chain([None]);
    for kind in kinds {
        let is_of_kind =
            |of: &&(&Collection, &Stop)| of.0.work.as_ref().map(|work| work.kind) == kind;
        let mut all: Vec<_> = stops.iter().filter(is_of_kind).copied().collect();
        all.sort_by_key(|of| of.0.at_ns);
        let name = kind.map_or("collection", CollectionKind::name);
        let intervals = Intervals { end: end_ns, count: INTERVALS };
        let shown = if all.len() > MAX_POINTS {
            let kept = intervals.extremes(&all, |of| of.0.at_ns, |of| of.1.pause_ns);
            notes.push(format!(
                "Of {} {name} pauses {} are shown: of each of {INTERVALS} intervals the shortest, \
                 the median and the longest.",
                plain(all.len() as f64),
                plain(kept.len() as f64),
            ));
            kept.into_iter().copied().collect()
        } else {
            all
        };
        let point = |(collection, stop): (&Collection, &Stop)| Point {
            at: (collection.at_ns as f64, stop.pause_ns as f64),
            range: None,
            title: pause_title(collection, stop),
        };
        let style = kind.map_or(LineStyle::solid(colour::BLUE, Mark::Ring), kind_style);
        // Young collections are many.
        let mark_size = if kind == Some(CollectionKind::Young) { 0.55 } else { 0.8 };
        let style = LineStyle { mark_size, ..style };
        let points: Vec<Point> = shown.into_iter().map(point).collect();
        if !points.is_empty() {
            series.push(Series { points, ..Series::new(name, style) });
        }
    }
    let (bands, note) = bands(run);
    notes.extend(note);
    let chart = Chart {
        size: SIZE,
        x: time_axis(end_ns),
        y: Axis { label: "pause".to_owned(), scale: Scale::decades("ns", low as f64, high as f64) },
        bands,
        series,
        ..Chart::new("Pauses over time".to_owned())
    };
    Some(Timeline { chart, notes })
}

/// Returns the markings of concurrent cycles, and what the page must say about them.
fn bands(run: &Run) -> (Vec<Band>, Option<String>) {
    let markings = run.markings();
    let note = match markings.len() {
        0 => return (Vec::new(), None),
        count if count > MAX_BANDS => format!(
            "There were {} concurrent cycles; the {MAX_BANDS} with the longest marking are shaded.",
            plain(count as f64)
        ),
        _ => "Shaded: a concurrent cycle marks the old generation.".to_owned(),
    };
    let mut longest: Vec<&MarkingSpan> = markings.iter().collect();
    longest.sort_by_key(|span| core::cmp::Reverse(span.to_ns.saturating_sub(span.from_ns)));
    longest.truncate(MAX_BANDS);
    let band = |span: &MarkingSpan| {
        let number = |number: Option<u64>| number.map_or("?".to_owned(), |it| it.to_string());
        let outcome = match span.outcome {
            Some(CycleStep::Outrun) => "completed by a pause, because memory was short",
            Some(CycleStep::Abandon) => "abandoned by a full collection",
            Some(_) => "marking ended",
            None => "not ended when the log ends",
        };
        let time = quantity("ns", span.to_ns.saturating_sub(span.from_ns) as f64);
        let (first, last) = (number(span.first), number(span.last));
        let title = format!("concurrent cycle of {time}, collections {first} to {last}: {outcome}");
        Band { from: span.from_ns as f64, to: span.to_ns as f64, title }
    };
    (longest.into_iter().map(band).collect(), Some(note))
}

/// The memory in use around one collection.
#[derive(Clone, Copy, Debug)]
struct Used {
    at_ns: u64,
    end_ns: u64,
    before: u64,
    after: u64,
    /// Bytes of the old generation and of large objects after the collection, if they are known.
    old: Option<u64>,
}

/// Returns the plot of the heap over time, or `None` if the log does not have its size.
pub(super) fn heap(run: &Run, end_ns: u64) -> Option<Timeline<'static>> {
    let of = |collection: &Collection| {
        let (before, after) = collection.used()?;
        let old =
            collection.heap.as_ref().map(|heap| heap.after.old.saturating_add(heap.after.large));
        Some(Used { at_ns: collection.at_ns, end_ns: collection.end_ns(), before, after, old })
    };
    let mut used: Vec<Used> = run.collections.iter().filter_map(of).collect();
    used.sort_by_key(|of| of.at_ns);
    let peak = used.iter().map(|of| of.before.max(of.after)).max()?;
    let mut notes = Vec::new();
    let mut series = Vec::new();
    let style = LineStyle { width: "1.3", ..LineStyle::solid(colour::BLUE, Mark::Disc) };
    if used.len() <= MAX_TEETH {
        let teeth = used.iter().flat_map(|of| [(of.at_ns, of.before), (of.end_ns, of.after)]);
        let corners: Vec<(f64, f64)> = teeth.map(|(at, y)| (at as f64, y as f64)).collect();
        let ends = [corners.first()?.0, corners.last()?.0];
        let lower = ends.map(|x| (x, 0.0)).to_vec();
        series.push(Series { is_main: true, corners, lower, ..Series::new("in use", style) });
    } else {
        let intervals = Intervals { end: end_ns, count: HEAP_INTERVALS };
        let bounds = intervals.bounds(&used, |of| of.at_ns, |of| of.after, |of| of.before);
        let line = |value: fn(&(u64, u64, u64)) -> u64| -> Vec<(f64, f64)> {
            bounds.iter().map(|of| (of.0 as f64, value(of) as f64)).collect()
        };
        let (after, before) = (line(|of| of.1), line(|of| of.2));
        let thin = LineStyle { width: "0.8", dashes: "", ..style };
        let before =
            Series { corners: before, lower: after.clone(), ..Series::new("before", thin) };
        series.push(before);
        series.push(Series { is_main: true, corners: after, ..Series::new("after", style) });
        notes.push(format!(
            "Of {} collections, the upper line shows the largest heap before, and the lower line \
             the smallest heap after, in each of {HEAP_INTERVALS} intervals.",
            plain(used.len() as f64),
        ));
    }
    series.extend(old(&used, end_ns));
    let mut high = peak;
    if let Some(limit) = run.limit_bytes() {
        if limit <= peak.saturating_mul(MAX_LIMIT_RATIO) {
            high = high.max(limit);
            let style = LineStyle { dashes: "6 4", ..LineStyle::solid(colour::BLACK, Mark::Plus) };
            let corners = vec![(0.0, limit as f64), (end_ns as f64, limit as f64)];
            series.push(Series { corners, ..Series::new("limit", style) });
        } else {
            let limit = quantity("bytes", limit as f64);
            notes.push(format!("The limit, {limit}, is above the plot."));
        }
    }
    let (bands, note) = bands(run);
    notes.extend(note);
    let scale = Scale::linear("bytes", (high as f64).max(1.0));
    let chart = Chart {
        size: SIZE,
        x: time_axis(end_ns),
        y: Axis { label: "memory in use by objects".to_owned(), scale },
        bands,
        series,
        ..Chart::new("The heap over time".to_owned())
    };
    Some(Timeline { chart, notes })
}

/// Returns the line of the old generation, if the log has the topic `heap`.
fn old(used: &[Used], end_ns: u64) -> Option<Series<'static>> {
    let known: Vec<(u64, u64)> = used.iter().filter_map(|of| Some((of.end_ns, of.old?))).collect();
    let shown = if known.len() > HEAP_INTERVALS {
        let intervals = Intervals { end: end_ns, count: HEAP_INTERVALS / 3 };
        intervals.extremes(&known, |of| of.0, |of| of.1).into_iter().copied().collect()
    } else {
        known
    };
    let corners: Vec<(f64, f64)> =
        shown.into_iter().map(|(at, bytes)| (at as f64, bytes as f64)).collect();
    let style = LineStyle { width: "1.6", ..LineStyle::solid(colour::GREEN, Mark::Square) };
    let name = "old and large";
    (!corners.is_empty()).then(|| Series { corners, ..Series::new(name, style) })
}
