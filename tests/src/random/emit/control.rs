//! Statements with bodies: loops, branches, and vectors that are live across a body.

use super::super::model::{Pick, Statement};
use super::Parameter;
use super::body::{FunctionEmitter, Value, ValueKind};

impl FunctionEmitter<'_> {
    /// Emits a loop. The checksum, one reference, and a pointer that moves through an array of
    /// words are carried by phis. Their incoming values in the latch are known only after the body,
    /// so the phis have placeholders until then.
    pub(super) fn repeat(
        &mut self,
        rounds: u32,
        has_poll: bool,
        carried: Pick,
        array: Pick,
        body: &[Statement],
    ) {
        let reference = self.dialect.reference();
        let first = self.pick_reference(carried);
        let walked = self.array(array);
        // The pointer must stay inside the array after the last iteration, too.
        let rounds = walked.as_ref().map_or(rounds, |&(_, length)| rounds.min(length - 1));
        let start = walked.map(|(array, _)| self.out.field(&array, 16));
        let before = self.out.label().to_owned();
        let [head, inside, after] = ["head", "body", "after"].map(|stem| self.out.fresh_name(stem));
        let [latch, checksum_next, carried_next, walker_next, count_next] =
            ["LATCH", "RUNNING", "CARRIED", "WALKER", "COUNT"]
                .map(|stem| format!("<{}>", self.out.fresh_name(stem)));

        self.out.line(format_args!("br label %{head}"));
        self.out.block(&head);
        let old = self.checksum.clone();
        let count = self
            .out
            .value("count", format_args!("phi i64 [ 0, %{before} ], [ {count_next}, %{latch} ]"));
        self.checksum = self.out.value(
            "running",
            format_args!("phi i64 [ {old}, %{before} ], [ {checksum_next}, %{latch} ]"),
        );
        let checksum_at_head = self.checksum.clone();
        let carried_value = self.out.value(
            "carried",
            format_args!("phi {reference} [ {first}, %{before} ], [ {carried_next}, %{latch} ]"),
        );
        let walker = start.map(|start| {
            self.out.value(
                "walker",
                format_args!("phi {reference} [ {start}, %{before} ], [ {walker_next}, %{latch} ]"),
            )
        });
        let limit = if has_poll {
            let entry = self.program.entry();
            let of_table = self.dialect.pointer_to("[8 x i64]", 0);
            let word = self.dialect.pointer_to("i64", 0);
            let at = self.out.value(
                "limit",
                format_args!(
                    "getelementptr [8 x i64], {of_table} @{entry}_rounds, i64 0, i64 {rounds}"
                ),
            );
            self.out.value("limit", format_args!("load volatile i64, {word} {at}, align 8"))
        } else {
            rounds.to_string()
        };
        let more = self.out.value("more", format_args!("icmp ult i64 {count}, {limit}"));
        self.out.line(format_args!("br i1 {more}, label %{inside}, label %{after}"));

        self.out.block(&inside);
        self.out.mark(if has_poll { "loop with polls" } else { "loop with a known trip count" });
        if walker.is_some() {
            self.out.mark("pointer moved in a loop");
        }
        let outer_operands = self.operands.len();
        let mut carried_values = vec![Value { name: carried_value, kind: ValueKind::Any }];
        carried_values.extend(
            walker.as_ref().map(|walker| Value { name: walker.clone(), kind: ValueKind::Interior }),
        );
        self.operands.extend(carried_values.iter().cloned());
        self.statements(body);
        if let Some(walker) = &walker {
            let word = self.out.load("i64", walker);
            self.mix(&word);
            let next = self.out.field(walker, 8);
            self.out.resolve_placeholder(&walker_next, &next);
        }
        let next = self.pick_reference(carried.rotate_left(7));
        self.out.resolve_placeholder(&carried_next, &next);
        let checksum = self.checksum.clone();
        self.out.resolve_placeholder(&checksum_next, &checksum);
        let next = self.out.value("count", format_args!("add i64 {count}, 1"));
        self.out.resolve_placeholder(&count_next, &next);
        let last = self.out.label().to_owned();
        self.out.resolve_placeholder(&latch, &last);
        self.out.line(format_args!("br label %{head}"));

        self.out.block(&after);
        self.checksum = checksum_at_head;
        self.operands.truncate(outer_operands);
        self.operands.extend(carried_values);
    }

    /// Emits a conditional branch, and phis that merge the checksum, a reference, a derived pointer
    /// and a structure of both bodies.
    pub(super) fn branch(&mut self, bit: u32, then: &[Statement], otherwise: &[Statement]) {
        let [yes, no, after] = ["then", "else", "after"].map(|stem| self.out.fresh_name(stem));
        let old = self.checksum.clone();
        let shifted = self.out.value("bit", format_args!("lshr i64 {old}, {}", 20 + bit));
        let low = self.out.value("bit", format_args!("and i64 {shifted}, 1"));
        let is_set = self.out.value("bit", format_args!("icmp ne i64 {low}, 0"));
        self.out.line(format_args!("br i1 {is_set}, label %{yes}, label %{no}"));
        let outer_operands = self.operands.len();
        let ends = [(yes, then), (no, otherwise)].map(|(label, body)| {
            self.out.block(&label);
            self.checksum.clone_from(&old);
            self.statements(body);
            let checksum = self.checksum.clone();
            let reference = self.pick_reference(bit.wrapping_mul(11));
            let interior = self.pick_of_kind(bit, |kind| kind == ValueKind::Interior);
            self.operands.truncate(outer_operands);
            let structure = bit.is_multiple_of(3).then(|| self.pair(&checksum, &reference));
            let end = self.out.label().to_owned();
            self.out.line(format_args!("br label %{after}"));
            (end, checksum, reference, interior, structure)
        });
        let [end1, end2] = ends;
        let (end1, checksum1, reference1, interior1, structure1) = end1;
        let (end2, checksum2, reference2, interior2, structure2) = end2;
        let kind = self.dialect.reference();
        self.out.block(&after);
        self.checksum = self.out.value(
            "running",
            format_args!("phi i64 [ {checksum1}, %{end1} ], [ {checksum2}, %{end2} ]"),
        );
        let merged = self.out.value(
            "merged",
            format_args!("phi {kind} [ {reference1}, %{end1} ], [ {reference2}, %{end2} ]"),
        );
        let merged_interior = interior1.zip(interior2).map(|(one, two)| {
            self.out.value(
                "inside",
                format_args!("phi {kind} [ {}, %{end1} ], [ {}, %{end2} ]", one.name, two.name),
            )
        });
        if let (Some(one), Some(two)) = (structure1, structure2) {
            // Comments are valid between phis.
            self.out.mark("phi of structures");
            let kind = Parameter::Pair.kind(self.dialect);
            let structure = self.out.value(
                "structure",
                format_args!("phi {kind} [ {one}, %{end1} ], [ {two}, %{end2} ]"),
            );
            let [reference, number] = [0, 1].map(|index| {
                self.out.value("part", format_args!("extractvalue {kind} {structure}, {index}"))
            });
            let reference = self.out.pin(&reference);
            self.push(reference, ValueKind::Any);
            self.mix(&number);
        }
        self.push(merged, ValueKind::Any);
        if let Some(inside) = merged_interior {
            self.out.mark("phi of derived pointers");
            self.push(inside, ValueKind::Interior);
        }
    }

    /// Emits a vector of references that is live across the body, and then extracts its elements.
    pub(super) fn vector(&mut self, picks: &[Pick], loaded: bool, body: &[Statement]) {
        if !self.features.vectors {
            return self.statements(body);
        }
        self.out.mark(match picks.len() {
            2 => "vector of 2",
            3 => "vector of 3",
            4 => "vector of 4",
            _ => "vector of 8",
        });
        let reference = self.dialect.reference();
        let kind = format!("<{} x {reference}>", picks.len());
        let node = self.pick_of_kind(picks[0], |kind| kind == ValueKind::Node);
        let (vector, kinds) = match node.filter(|_| loaded && picks.len() == 2) {
            Some(node) => {
                self.out.mark("vector that is loaded");
                let at = self.out.field(&node.name, 8);
                (self.out.load(&kind, &at), vec![ValueKind::Any; 2])
            }
            None => {
                let null = Value { name: "null".to_owned(), kind: ValueKind::Any };
                let mut vector = "zeroinitializer".to_owned();
                let mut kinds = Vec::new();
                for (index, &pick) in picks.iter().enumerate() {
                    let value = self.pick_any(pick).unwrap_or_else(|| null.clone());
                    vector = self.out.value(
                        "vector",
                        format_args!(
                            "insertelement {kind} {vector}, {reference} {}, i32 {index}",
                            value.name
                        ),
                    );
                    // The vector does not preserve the lengths of arrays.
                    let inside = value.kind == ValueKind::Interior;
                    kinds.push(if inside { ValueKind::Interior } else { ValueKind::Any });
                }
                (vector, kinds)
            }
        };
        let outer_operands = self.operands.len();
        self.statements(body);
        self.operands.truncate(outer_operands);
        for (index, element) in kinds.into_iter().enumerate() {
            let value = self
                .out
                .value("element", format_args!("extractelement {kind} {vector}, i32 {index}"));
            self.push(value, element);
            let newest = self.operands.len() - 1;
            self.mix_value(newest as Pick);
        }
    }
}
