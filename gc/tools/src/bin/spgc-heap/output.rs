//! Output as text and JSON.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use serde_json::{Value, json};
use spgc_tools::{ClassGrowth, ClassSizes, Dominators, EdgeName, Snapshot, Step};

/// What a command prints.
pub(crate) struct Output(String);

impl Output {
    /// Writes to standard output. A reader that has closed the pipe is no error.
    pub(crate) fn print(&self) -> Result<(), String> {
        let mut out = io::stdout().lock();
        match out.write_all(self.0.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(format!("cannot write the output: {error}"))
            }
            _ => Ok(()),
        }
    }

    fn json(value: &Value) -> Self {
        Self(format!("{value}\n"))
    }
}

/// Adds a line to text in memory, which cannot fail.
macro_rules! line {
    ($text:expr, $($format:tt)*) => {{ let _ = writeln!($text, $($format)*); }};
}

pub(crate) fn top(all: &[ClassSizes], shown: &[ClassSizes], as_json: bool) -> Output {
    let objects: u64 = all.iter().map(|class| class.objects).sum();
    let bytes: u64 = all.iter().map(|class| class.self_bytes).sum();
    if as_json {
        let item = |class: &ClassSizes| {
            json!({
                "type": class.class,
                "objects": class.objects,
                "self_bytes": class.self_bytes,
                "retained_bytes": class.retained_bytes,
            })
        };
        let types: Vec<_> = shown.iter().map(item).collect();
        return Output::json(&json!({ "objects": objects, "bytes": bytes, "types": types }));
    }
    let mut text = String::new();
    line!(text, "{:>14} {:>12} {:>14}  type", "bytes", "objects", "retained");
    for ClassSizes { class, objects, self_bytes, retained_bytes } in shown {
        line!(text, "{self_bytes:>14} {objects:>12} {retained_bytes:>14}  {class}");
    }
    line!(text, "{bytes:>14} {objects:>12} {bytes:>14}  all {} types", all.len());
    Output(text)
}

pub(crate) fn diff(all: &[ClassGrowth], shown: &[ClassGrowth], as_json: bool) -> Output {
    let objects: i64 = all.iter().map(|class| class.objects).sum();
    let bytes: i64 = all.iter().map(|class| class.self_bytes).sum();
    if as_json {
        let item = |class: &ClassGrowth| {
            json!({
                "type": class.class,
                "objects": class.objects,
                "self_bytes": class.self_bytes,
            })
        };
        let types: Vec<_> = shown.iter().map(item).collect();
        return Output::json(&json!({ "objects": objects, "bytes": bytes, "types": types }));
    }
    let mut text = String::new();
    line!(text, "{:>14} {:>12}  type", "bytes", "objects");
    for ClassGrowth { class, objects, self_bytes } in shown {
        line!(text, "{self_bytes:>+14} {objects:>+12}  {class}");
    }
    line!(text, "{bytes:>+14} {objects:>+12}  all {} types that differ", all.len());
    Output(text)
}

/// Returns the JSON of a node.
fn node_json(snapshot: &Snapshot, node: usize, dominators: Option<&Dominators>) -> Value {
    json!({
        "name": snapshot.name(node),
        "kind": snapshot.kind(node),
        "id": snapshot.id(node),
        "address": snapshot.address(node),
        "self_bytes": snapshot.size(node),
        "retained_bytes": dominators.map(|dominators| dominators.retained(node)),
    })
}

/// Returns the text of a node.
fn node_text(snapshot: &Snapshot, node: usize, dominators: Option<&Dominators>) -> String {
    let name = match snapshot.kind(node) {
        "string" => format!("{:?}", snapshot.name(node)),
        _ => snapshot.name(node).to_owned(),
    };
    if snapshot.is_synthetic(node) {
        return name;
    }
    let mut text = format!("{name} @{}", snapshot.id(node));
    if let Some(address) = snapshot.address(node) {
        let _ = write!(text, " at {address:#x}");
    }
    let _ = write!(text, ", {} bytes", snapshot.size(node));
    if let Some(dominators) = dominators {
        let _ = write!(text, ", retains {}", dominators.retained(node));
    }
    text
}

pub(crate) fn path(
    snapshot: &Snapshot,
    steps: &[Step<'_>],
    dominators: Option<&Dominators>,
    as_json: bool,
) -> Output {
    if as_json {
        let item = |step: &Step<'_>| {
            let name = match step.edge.name {
                EdgeName::Text(text) => json!(text),
                EdgeName::Index(index) => json!(index),
            };
            let to = node_json(snapshot, step.edge.target, dominators);
            json!({ "edge": name, "kind": step.edge.kind, "to": to })
        };
        let steps: Vec<_> = steps.iter().map(item).collect();
        return Output::json(&json!({ "path": steps }));
    }
    let mut text = String::new();
    for step in steps {
        let to = step.edge.target;
        let node = node_text(snapshot, to, dominators);
        if snapshot.is_synthetic(to) && snapshot.is_synthetic(step.from) {
            // The numbers of roots and threads mean nothing.
            line!(text, "{node}");
            continue;
        }
        line!(text, "  {} -> {node}", edge_text(step.edge.name));
    }
    Output(text)
}

/// Returns the text of an edge. The name of a slot in a frame is no field.
fn edge_text(name: EdgeName<'_>) -> String {
    match name {
        EdgeName::Text(text) if text.contains(' ') => text.to_owned(),
        name => name.to_string(),
    }
}

pub(crate) fn no_path(as_json: bool) -> Output {
    if as_json {
        return Output::json(&json!({ "path": null }));
    }
    Output("no such object is reachable\n".to_owned())
}
