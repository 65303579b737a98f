//! Tests of reading, and small graphs for other tests.

use crate::{EdgeName, ReadError, Snapshot, Target, growth, shortest_path};

/// Returns the text of a snapshot with `count` nodes and these edges. The size of node n is 10^n,
/// and its name `n`. A target of 1000 or more stands for a weak edge to the target less 1000.
fn text(count: usize, edges: &[(usize, usize)]) -> String {
    let (mut nodes, mut list, mut written) = (Vec::new(), Vec::new(), 0);
    for node in 0..count {
        let own: Vec<_> = edges.iter().filter(|(from, _)| *from == node).collect();
        let kind = if node == 0 { 9 } else { 3 };
        let size = 10_u64.pow((node % 16) as u32);
        nodes.push(format!("{kind},{node},{},{size},{},0", 2 * node + 1, own.len()));
        for (_, target) in own {
            let (kind, target) =
                if *target >= 1_000_000 { (6, target - 1_000_000) } else { (2, *target) };
            list.push(format!("{kind},{target},{}", target * 6));
            written += 1;
        }
    }
    let strings: Vec<_> = (0..count).map(|node| format!("\"{node}\"")).collect();
    format!(
        r#"{{"snapshot":{{"meta":{{"node_fields":["type","name","id","self_size","edge_count","detachedness"],
        "node_types":[["hidden","array","string","object","code","closure","regexp","number","native","synthetic"],"string"],
        "edge_fields":["type","name_or_index","to_node"],
        "edge_types":[["context","element","property","internal","hidden","shortcut","weak"],"string_or_number","node"]}},
        "node_count":{count},"edge_count":{written}}},
        "nodes":[{}],"edges":[{}],"samples":[1,2],"strings":[{}]}}"#,
        nodes.join(","),
        list.join(","),
        strings.join(","),
    )
}

/// Returns a snapshot; see [`text`].
pub(crate) fn graph(count: usize, edges: &[(usize, usize)]) -> Snapshot {
    let mut sorted = edges.to_vec();
    sorted.sort_by_key(|(from, _)| *from);
    let mut own = sorted.iter().peekable();
    // `text` searches all edges for each node.
    if count < 1000 {
        return Snapshot::read(text(count, &sorted).as_bytes()).expect("the text is a snapshot");
    }
    let mut nodes = String::new();
    let mut list = String::new();
    for node in 0..count {
        let mut edges = 0;
        while let Some((_, target)) = own.next_if(|(from, _)| *from == node) {
            let comma = if list.is_empty() { "" } else { "," };
            list += &format!("{comma}2,0,{}", target * 6);
            edges += 1;
        }
        let comma = if node == 0 { "" } else { "," };
        nodes += &format!("{comma}3,0,{node},1,{edges},0");
    }
    let small = text(1, &[]);
    let (head, _) = small.split_once("\"node_count\"").expect("the head");
    let text = format!(
        "{head}\"node_count\":{count},\"edge_count\":{}}},\"nodes\":[{nodes}],\"edges\":[{list}],\
         \"strings\":[\"\"]}}",
        sorted.len()
    );
    Snapshot::read(text.as_bytes()).expect("the text is a snapshot")
}

#[test]
fn nodes_and_edges_are_read() {
    let snapshot = graph(3, &[(0, 1), (1, 2), (1, 1_000_000)]);
    assert_eq!((snapshot.node_count(), snapshot.edge_count()), (3, 3));
    assert_eq!((snapshot.name(2), snapshot.id(2), snapshot.size(2)), ("2", 5, 100));
    assert_eq!((snapshot.kind(0), snapshot.kind(1)), ("synthetic", "object"));
    let edges: Vec<_> = snapshot.edges(1).map(|edge| (edge.name, edge.is_weak())).collect();
    assert_eq!(edges, [(EdgeName::Text("2"), false), (EdgeName::Text("0"), true)]);
    assert_eq!(snapshot.address(1), None);
}

#[test]
fn each_prefix_of_a_file_is_cut_short() {
    let text = text(3, &[(0, 1), (1, 2)]);
    for end in 0..text.len() {
        match Snapshot::read(&text.as_bytes()[..end]) {
            Err(ReadError::CutShort { .. }) => {}
            other => panic!("{end} bytes: {other:?}"),
        }
    }
}

#[test]
fn foreign_files_are_refused_with_a_reason() {
    let good = text(3, &[(0, 1), (1, 2)]);
    for (old, new, why) in [
        ("\"node_count\":3", "\"node_count\":4", "\"nodes\" has 18 numbers, for 4 items"),
        ("\"node_count\":3", "\"node_count\":2", "\"nodes\" has more than 2 items"),
        ("\"edge_count\":2", "\"edge_count\":3", "the nodes have 2 edges, but edge_count is 3"),
        ("2,2,12", "2,2,13", "item 1 of \"edges\": its target 13 is not the first field of a node"),
        ("2,2,12", "2,2,18", "item 1 of \"edges\": its target does not exist"),
        ("2,2,12", "9,2,12", "item 1 of \"edges\": its type does not exist"),
        ("2,2,12", "2,9,12", "string 9 does not exist; there are 3"),
        ("self_size", "size", "the field \"self_size\" is missing"),
        ("\"nodes\":", "\"other\":", "\"edges\" stands too early"),
        ("\"strings\":", "\"other\":", "\"strings\" is missing"),
        ("\"edge_types\"", "\"types\"", "missing field `edge_types`"),
        ("\"samples\":[1,2]", "\"nodes\":[]", "\"nodes\" stands twice"),
        ("\"samples\":[1,2]", "\"edges\":[]", "\"edges\" stands twice"),
        ("\"samples\":[1,2]", "\"strings\":[],\"strings\":[]", "\"strings\" stands twice"),
        ("\"samples\":[1,2]", "\"snapshot\":{}", "\"snapshot\" stands twice"),
        (
            "3,1,3,10,1,0",
            "3,1,3,9223372036854775807,1,0",
            "item 1 of \"nodes\": the sizes of the nodes",
        ),
    ] {
        let bad = good.replacen(old, new, 1);
        assert_ne!(bad, good, "{old}");
        let error = Snapshot::read(bad.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    for text in ["[]", "{}", "no JSON", "\u{7f}ELF"] {
        assert!(matches!(Snapshot::read(text.as_bytes()), Err(ReadError::Foreign(_))), "{text}");
    }
}

#[test]
fn paths_are_shortest_and_without_weak_edges() {
    let edges = [(0, 1), (0, 2), (1, 3), (2, 4), (4, 3), (0, 1_000_005), (3, 5)];
    let snapshot = graph(7, &edges);
    let path = |target: &str| {
        let steps = shortest_path(&snapshot, &target.parse().unwrap())?;
        Some(steps.iter().map(|step| step.edge.target).collect::<Vec<_>>())
    };
    assert_eq!(path("5"), Some(vec![1, 3, 5]));
    assert_eq!(path("@7"), Some(vec![1, 3]));
    assert_eq!(path("@1"), Some(vec![]));
    for target in ["6", "9", "@100", "0x10"] {
        assert_eq!(path(target), None, "{target}");
    }
    for text in ["@", "@x", "0x", ""] {
        assert!(text.parse::<Target>().is_err(), "{text}");
    }
}

#[test]
fn growth_lists_what_differs() {
    let all = growth(&graph(2, &[]), &graph(4, &[]));
    let found: Vec<_> = all.iter().map(|g| (g.class.as_str(), g.objects, g.self_bytes)).collect();
    assert_eq!(found, [("3", 1, 1000), ("2", 1, 100)]);
}
