//! Tests of the results page, generated from known numbers. It is parsed strictly as XML, and, if
//! Chromium is installed, rendered in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Value, json};
use test_support::browser;

const SUBJECTS: [&str; 4] = ["ours", "limit", "java-g1", "go"];

/// Returns a row of results.
fn row(suite: &str, case: &str, subject: &str, metric: &str, unit: &str, median: f64) -> Value {
    json!({
        "suite": suite, "case": case, "subject": subject, "metric": metric, "unit": unit,
        "min": median / 2.0, "median": median, "max": median * 3.0,
        "multiple_of_ours": if subject == "ours" { 1.0 } else { 1.25 }, "multiple_of_limit": null,
    })
}

/// Returns results with a curve of four depths, reported and observed pauses, and texts that
/// contain markup.
fn results() -> Value {
    let mut rows = Vec::new();
    let mut distributions = Vec::new();
    for (at, subject) in (1_u32..).zip(SUBJECTS) {
        let factor = f64::from(at);
        for depth in [1_000, 10_000, 100_000, 1_000_000] {
            let case = format!("depth={depth} functions=1 mode=spilled");
            let cost = factor * (2.5 + f64::from(depth) / 1e6);
            rows.push(row("root-scan", &case, subject, "ns_per_frame", "ns", cost));
        }
        for word in ["", " observer=outside"] {
            let case = format!("threads=64 live_mb=256 heap=4{word}");
            let longest = 10f64.powi(5 + at as i32);
            rows.push(row("pause", &case, subject, "pause_p99_ns", "ns", longest / 2.0));
            distributions.push(json!({
                "suite": "pause", "case": case, "subject": subject, "times": "pause_ns", "unit": "ns",
                "count": 10_000,
                "points": [[0.0, 2e4], [0.5, 5e4], [0.9, 1e5], [0.99, longest / 2.0], [1.0, longest]],
            }));
        }
    }
    rows.push(row("<b>&suite", "size=16", "<i>", "ns_per_object", "ns", 1_234_567.0));
    json!({
        "workload": "compare", "quick": false, "rounds": 3, "wall_ns": 5_000_000_000_u64, "result": false,
        "machine": { "processor": "<script>document.title = 'taken over'</script>", "processors": 2,
                     "versions": { "rustc": "rustc 1.95" } },
        "rows": rows, "distributions": distributions,
        "failures": ["pause: go: \"</pre><script>alert(1)</script>\" & \u{1b}[1m"],
        "skipped": ["ocamlopt: not found (Debian: apt-get install ocaml-nox)"],
    })
}

fn compare(arguments: &[&str]) -> Output {
    let mut command: Command = examples::runner::command(env!("CARGO_BIN_EXE_compare"));
    command.args(arguments).output().expect("the program starts")
}

/// Writes the results to a folder and generates the page and the pictures there. Returns the page's
/// path.
fn generate_page(folder: &Path) -> PathBuf {
    let rows = folder.join("rows.json");
    fs::write(&rows, format!("a table\n{}\n", results())).expect("rows");
    let [rows, out] = [&rows, folder].map(|path| path.to_str().expect("text"));
    let output = compare(&["page", rows, "--out", out, "--pictures"]);
    assert!(output.status.success(), "{output:?}");
    folder.join("report.html")
}

/// Parses text that must be well-formed.
fn read(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).expect("it is well-formed")
}

fn with_class<'a, 'i>(
    root: Node<'a, 'i>,
    class: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    let has = move |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|names| names.split(' ').any(|name| name == class))
    };
    root.descendants().filter(has)
}

fn text_of(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// Checks the content of the page, as written or as serialised by a browser.
fn check(text: &str) {
    let document = read(text);
    let root = document.root();
    let named = |name: &'static str| root.descendants().filter(move |n| n.has_tag_name(name));

    // Texts are escaped, and no external resources are loaded.
    for name in ["script", "link", "img", "iframe", "i"] {
        assert_eq!(named(name).count(), 0, "{name}");
    }
    for node in root.descendants() {
        assert!(node.attribute("src").is_none());
        let address = node.attribute("href").unwrap_or("#");
        assert!(address.starts_with('#'), "{address}");
    }
    let page = text_of(root);
    for text in ["<b>&suite", "document.title = 'taken over'", "</pre><script>", "ocaml-nox"] {
        assert!(page.contains(text), "{text}");
    }
    assert!(page.contains("Not a valid comparison"));

    // Each row is in a table, with all digits.
    let results = results();
    let rows = results["rows"].as_array().expect("rows");
    let lines: Vec<Node<'_, '_>> =
        named("tr").filter(|line| line.has_attribute("data-subject")).collect();
    assert_eq!(lines.len(), rows.len());
    // A number that is parsed from text may differ in its last bit.
    let close = |a: f64, b: f64| (a - b).abs() <= b.abs() * 1e-12;
    let value = |line: &Node<'_, '_>, name: &str| {
        let cell = line.children().find(|cell| cell.attribute("data-name") == Some(name))?;
        cell.attribute("data-value")?.parse::<f64>().ok()
    };
    for row in rows {
        let same = |line: &&Node<'_, '_>| {
            line.attribute("data-subject") == row["subject"].as_str()
                && ["min", "median", "max"].iter().all(|name| {
                    let wanted = row[*name].as_f64().expect("a number");
                    value(line, name).is_some_and(|value| close(value, wanted))
                })
        };
        assert!(lines.iter().any(|line| same(&line)), "{row}");
    }
    assert!(page.contains("1.23 ms") && page.contains("100,000"), "formatted numbers");

    // There are one curve and two distributions. Each has the lines and names of all subjects.
    let charts: Vec<Node<'_, '_>> =
        with_class(root, "chart").filter(|chart| chart.has_attribute("aria-label")).collect();
    assert_eq!(charts.len(), 3);
    for chart in &charts {
        for class in ["series", "name"] {
            assert_eq!(with_class(*chart, class).count(), SUBJECTS.len(), "{class}");
        }
        let lines: Vec<_> = with_class(*chart, "line").collect();
        assert_eq!(lines.len(), SUBJECTS.len());
        for path in lines.iter().filter_map(|line| line.attribute("d")) {
            assert!(!path.contains("NaN") && !path.contains("inf"), "{path}");
        }
    }
    let titles: Vec<String> = named_in(root, "title").map(text_of).collect();
    assert!(titles.iter().any(|title| title == "ours, depth=1000: 2.50 ns (1.25 ns to 7.50 ns)"));
    assert!(titles.iter().any(|title| title == "go, 99 %: 500 ms"), "{titles:?}");
}

fn named_in<'a, 'i>(root: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    root.descendants().filter(move |node| node.tag_name().name() == name)
}

#[test]
fn report_is_well_formed_and_has_every_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = generate_page(folder.path());
    let text = fs::read_to_string(page).expect("the page");
    check(&text);
}

#[test]
fn pictures_are_complete_svg_files() {
    let folder = tempfile::tempdir().expect("a folder");
    generate_page(folder.path());
    let name = "pause-threads-64-live_mb-256-heap-4-observer-outside-pause_ns.svg";
    let text = fs::read_to_string(folder.path().join(name)).expect("the picture");
    let document = read(&text);
    assert!(document.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    let page = text_of(document.root());
    assert!(page.contains("Pauses observed from outside") && page.contains("99.9 %"), "{page}");
    assert_eq!(with_class(document.root(), "line").count(), SUBJECTS.len());
}

#[test]
fn invalid_results_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    fs::write(path("wrong.json"), "{\"rows\":[{}]}").expect("a file");
    for (file, text) in [("wrong.json", "missing field"), ("none.json", "No such file")] {
        let output = compare(&["page", &path(file), "--out", &path("out")]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(text) && errors.contains(file), "{errors}");
        assert!(!folder.path().join("out").exists(), "nothing is written");
    }
}

#[test]
fn browser_shows_the_report_without_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(dom) = browser::open(&generate_page(folder.path())) else { return };
    assert!(
        dom.contains("<title>statepoint-gc compared with other garbage collectors</title>"),
        "no script ran"
    );
    check(&browser::as_xml(&dom).replace("\"<i>\"", "\"&lt;i&gt;\""));
}
