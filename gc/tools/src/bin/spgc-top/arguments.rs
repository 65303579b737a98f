//! The command line.

use std::time::Duration;

use clap::Parser;
use spgc_tools::live::LiveTarget;

/// Shows what the collector of a running program does: the heap, allocation, pauses, concurrent
/// cycles and threads.
///
/// The program must export its counters: SPGC_STATS=on in its environment, `HeapBuilder::stats`, or
/// `spgc_config.stats`. It is not slowed down or stopped by this tool, which reads a small file.
#[derive(Debug, Parser)]
#[command(
    name = "spgc-top",
    version,
    after_help = "\
Keys: q, Esc or Ctrl-C ends.

Examples:
  SPGC_STATS=on program & spgc-top $!            a view that is updated each second
  spgc-top /run/app.stats                        with SPGC_STATS=/run/app.stats
  spgc-top 4711 --once                           a table, for scripts
  spgc-top 4711 --once --json --interval 5       with the rates of the next five seconds

The file of a process is /tmp/spgc-PID-HEAP.stats, where HEAP is the number of the heap in the
process, from 1, unless SPGC_STATS names another one. The counters are those of the last update: at
the end of a collection or of a concurrent cycle, when a thread is attached or detached, and while
threads allocate. A program that does none of these does not update them.

Exit status: 0; with --once 1 if the process is gone or the heap has ended, and the counters are the
last ones; 2 for an error."
)]
pub(crate) struct Arguments {
    /// The process, by its ID, or the file that SPGC_STATS names.
    #[arg(value_name = "PID|FILE")]
    pub(crate) target: LiveTarget,
    /// The number of the heap, for a process with several heaps.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) heap: Option<u64>,
    /// Seconds between two updates, 0.05 to 3600; 1 by default. With --once: the time for which
    /// rates are measured; by default they are those since the heap was created.
    #[arg(long, value_name = "SECONDS", value_parser = parse_interval)]
    pub(crate) interval: Option<Duration>,
    /// Print one table and end. This is also done if standard output is not a terminal.
    #[arg(long)]
    pub(crate) once: bool,
    /// Print one JSON object. Bytes, times in nanoseconds, and rates have their unit in the name.
    #[arg(long, requires = "once")]
    pub(crate) json: bool,
}

/// Parses a number of seconds.
fn parse_interval(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "it is not a number of seconds".to_owned())?;
    if !(0.05..=3600.0).contains(&seconds) {
        return Err("it must be from 0.05 to 3600 seconds".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn arguments_are_parsed() {
        let parse = |arguments: &[&str]| {
            Arguments::try_parse_from([&["spgc-top"], arguments].concat())
                .map_err(|error| error.to_string())
        };
        let parsed = parse(&["17", "--interval", "0.5", "--once", "--json"]).unwrap();
        assert_eq!(parsed.target, LiveTarget::Process(17));
        assert_eq!(parsed.interval, Some(Duration::from_millis(500)));
        assert!(parse(&["17", "--json"]).unwrap_err().contains("--once"));
        for interval in ["0", "-1", "NaN", "inf", "3601", "1s"] {
            let error = parse(&["17", &format!("--interval={interval}")]).unwrap_err();
            assert!(error.contains("--interval"), "{error}");
        }
    }
}
