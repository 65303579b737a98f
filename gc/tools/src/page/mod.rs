//! Draws self-contained pages: HTML with plots in SVG, without scripts and without external
//! resources. The benchmarks of the project draw their results with it, too; it is no stable
//! interface for others.
//!
//! * [`document`]: the frame of a page.
//! * [`Markup`]: writes elements, escaped.
//! * [`Chart`]: axes, lines and points; [`Scale`] maps values to an axis.
//! * [`ShareBars`]: bars that are divided into parts.
//! * [`Quantiles`]: those of durations; [`distribution_chart`] and [`distribution_table`] show
//!   them.
//! * [`quantity`]: numbers for readers.
//!
//! Plots are drawn without a library, because most of the code would be needed anyway: names at
//! their lines, unique marks and dashes, the axis for shares of a distribution, and tooltips with
//! the values.

mod bars;
mod chart;
mod distribution;
mod document;
mod line_style;
mod markup;
mod quantity;
mod scale;

pub use bars::{Bar, ShareBars};
pub use chart::{Axis, Band, Chart, Frame, Point, Series};
pub use distribution::{Distribution, Quantiles, distribution_chart, distribution_table, quantile};
pub use document::{document, facts, figure};
pub use line_style::{LineStyle, Mark, colour};
pub use markup::{Attributes, Markup};
pub use quantity::{plain, quantity};
pub use scale::{Scale, Tick};
