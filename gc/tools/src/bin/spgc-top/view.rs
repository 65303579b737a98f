//! The view: panels for the heap, allocation, pauses, the concurrent cycle and threads.

use ratatui::Frame;
use ratatui::layout::{Constraint, Direction, Layout, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize as _};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Bar, BarChart, BarGroup, Block, Gauge, Paragraph, Sparkline};
use spgc_tools::live::{
    Bytes, HeapState, Milliseconds, Uptime, cycle_text, last_collection, pause_rows,
};

use crate::history::History;

/// A heap that is filled by more than this, in per cent, is shown in red.
const NEARLY_FULL: f64 = 90.0;

/// Draws the view. `message` is shown instead of the keys, if there is one.
pub(crate) fn draw(frame: &mut Frame<'_>, history: &History, message: Option<&str>) {
    let [head, heap, middle, allocation, pauses, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(3),
        Constraint::Length(7),
        Constraint::Min(4),
        Constraint::Min(6),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    draw_head(frame, head, history);
    draw_heap(frame, heap, history);
    let [memory, collector] =
        Layout::horizontal([Constraint::Percentage(42), Constraint::Min(0)]).areas(middle);
    draw_memory(frame, memory, history);
    draw_collector(frame, collector, history);
    draw_allocation(frame, allocation, history);
    let [buckets, paused] =
        Layout::horizontal([Constraint::Percentage(50), Constraint::Min(0)]).areas(pauses);
    draw_pauses(frame, buckets, history);
    draw_paused(frame, paused, history);
    frame.render_widget(Line::from(message.unwrap_or("q: quit")).dim(), foot);
}

fn draw_head(frame: &mut Frame<'_>, area: Rect, history: &History) {
    let sample = &history.last;
    let age = Uptime(sample.counters.updated_ns);
    let name = format!("process {}, heap {}", sample.header.process, sample.header.heap);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let alarm = bold.fg(Color::Red);
    let (state, style) = match sample.state {
        HeapState::Live => (format!("updated {age} after its start"), Style::new()),
        HeapState::Ended => (format!("the heap has ended, {age} after its start"), alarm),
        HeapState::ProcessGone => {
            (format!("the process is gone; last update {age} after its start"), alarm)
        }
    };
    let line = Line::from(vec![Span::styled(name, bold), "  ".into(), Span::styled(state, style)]);
    frame.render_widget(line, area);
}

fn draw_heap(frame: &mut Frame<'_>, area: Rect, history: &History) {
    let c = &history.last.counters;
    let share = (c.used_bytes as f64 / c.limit_bytes.max(1) as f64).clamp(0.0, 1.0);
    let label = format!(
        "{} of {} ({:.0} %), peak {}",
        Bytes(c.used_bytes as f64),
        Bytes(c.limit_bytes as f64),
        share * 100.0,
        Bytes(c.peak_bytes as f64)
    );
    let color = if share * 100.0 > NEARLY_FULL { Color::Red } else { Color::Blue };
    let gauge = Gauge::default().block(Block::bordered().title("heap")).ratio(share).label(label);
    frame.render_widget(gauge.gauge_style(Style::new().fg(color)), area);
}

/// Returns a line of a name and a value.
fn line(name: &str, value: String) -> Line<'static> {
    Line::from(format!("{name:<11} {value}"))
}

fn draw_memory(frame: &mut Frame<'_>, area: Rect, history: &History) {
    let c = &history.last.counters;
    let bytes = |bytes: u64| format!("{:>11}", Bytes(bytes as f64));
    let lines = vec![
        line(
            "young",
            format!("{}  nursery {}", bytes(c.young_bytes), bytes(c.nursery_bytes).trim()),
        ),
        line("old", bytes(c.old_bytes)),
        line("large", bytes(c.large_bytes)),
        line("allocated", bytes(c.allocated_bytes)),
        line("promoted", bytes(c.promoted_bytes)),
    ];
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title("memory")), area);
}

fn draw_collector(frame: &mut Frame<'_>, area: Rect, history: &History) {
    let c = &history.last.counters;
    let lines = vec![
        line(
            "collections",
            format!(
                "{} ({:.1}/s): young {}, full {}, compacting {}",
                c.pauses,
                history.rates.collections,
                c.young_collections,
                c.full_collections,
                c.compacting_collections
            ),
        ),
        line("cycle", cycle_text(c)),
        line(
            "cycles",
            format!(
                "{}: marked {}, outrun {}, abandoned {}",
                c.cycles_begun, c.cycles_marked, c.cycles_outrun, c.cycles_abandoned
            ),
        ),
        line(
            "threads",
            format!("{}: managed {}, native {}", c.threads, c.threads_managed, c.threads_native),
        ),
        line(
            "fibers",
            format!(
                "{}; collector threads {}, markers {}",
                c.fibers, c.collector_threads, c.marker_threads
            ),
        ),
    ];
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title("collector")), area);
}

/// Draws values over time, the last one at the right.
fn draw_history(frame: &mut Frame<'_>, area: Rect, title: String, values: &[u64]) {
    let block = Block::bordered().title(title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let width = u16::try_from(values.len()).unwrap_or(u16::MAX).min(inner.width);
    let right = Rect { x: inner.right() - width, width, ..inner };
    frame.render_widget(Sparkline::default().data(values).style(Color::Green), right);
}

/// Returns the number of columns inside the border of a panel.
fn columns(area: Rect) -> usize {
    usize::from(area.width.saturating_sub(2))
}

fn draw_allocation(frame: &mut Frame<'_>, area: Rect, history: &History) {
    let values = history.allocated(columns(area));
    let mut title = format!("allocation {}/s", Bytes(history.rates.allocated));
    if let Some(&most) = values.iter().max() {
        title += &format!(", at most {}/s", Bytes(most as f64));
    }
    draw_history(frame, area, title, &values);
}

fn draw_paused(frame: &mut Frame<'_>, area: Rect, history: &History) {
    let c = &history.last.counters;
    let title = format!(
        "in pauses {:.1} %, last {} ({})",
        history.rates.paused_percent,
        Milliseconds(c.pause_last_ns),
        last_collection(c)
    );
    draw_history(frame, area, title, &history.paused(columns(area)));
}

fn draw_pauses(frame: &mut Frame<'_>, area: Rect, history: &History) {
    let c = &history.last.counters;
    let mean = Milliseconds(c.pause_sum_ns.checked_div(c.pauses).unwrap_or(0));
    let longest = Milliseconds(c.pause_longest_ns);
    let block = Block::bordered().title(format!("pauses: mean {mean}, longest {longest}"));
    let rows = pause_rows(c);
    // The longest pauses are those that matter, if there is no room for all.
    let room = usize::from(area.height.saturating_sub(2));
    let shown = &rows[rows.len().saturating_sub(room)..];
    let bars: Vec<_> = shown
        .iter()
        .map(|(label, count)| {
            let label = format!("{label:>9} {count:>9}");
            // The number is not inside the bar, where it would be hard to read.
            Bar::default().value(*count).label(Line::from(label)).text_value("")
        })
        .collect();
    let chart = BarChart::default()
        .direction(Direction::Horizontal)
        .bar_width(1)
        .bar_gap(0)
        .bar_style(Style::new().fg(Color::Blue))
        .data(BarGroup::default().bars(&bars))
        .block(block);
    frame.render_widget(chart, area);
}

#[cfg(test)]
mod tests;
