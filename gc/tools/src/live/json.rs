//! The counters as JSON.

use serde_json::{Map, Value, json};
use spgc_stats::PAUSE_BOUNDS_NS;

use super::table::last_collection;
use super::{LiveSample, Rates};

/// Returns the object that `spgc-top --once --json` prints: the fields of
/// `spgc_stats::HeapCounters` by their names, and what identifies the heap. States are words.
pub fn to_json(sample: &LiveSample, rates: &Rates) -> Value {
    let LiveSample { header, counters, state, .. } = sample;
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
    put("process", json!(header.process));
    put("heap", json!(header.heap));
    put("created_unix_ns", json!(header.created_unix_ns));
    put("state", json!(state.word()));
    for (name, value) in counters.named() {
        match name {
            // `state` has it.
            "has_ended" => None,
            "cycle_phase" => {
                let phase = spgc_stats::CyclePhase::from_number(value);
                put(name, phase.map_or(json!(value), |phase| json!(phase.word())))
            }
            "last_collection" => put(name, json!(last_collection(counters))),
            name => put(name, json!(value)),
        };
    }
    let buckets = counters.pause_buckets.iter().enumerate();
    let buckets = buckets
        .map(|(index, count)| json!({ "up_to_ns": PAUSE_BOUNDS_NS.get(index), "count": count }));
    put("pause_buckets", buckets.collect());
    let rates = json!({
        "over_seconds": rates.over.as_secs_f64(),
        "allocated_bytes_per_second": rates.allocated,
        "collections_per_second": rates.collections,
        "paused_percent": rates.paused_percent,
    });
    put("rates", rates);
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::super::sample::HeapState;
    use super::super::sample::tests::sample;
    use super::*;

    #[test]
    fn all_counters_are_in_the_object() {
        let sample = sample(HeapState::ProcessGone);
        let object = to_json(&sample, &sample.rates_since_creation());
        assert_eq!(object["process"], 4711);
        assert_eq!(object["state"], "process-gone");
        assert_eq!(object["cycle_phase"], "marking");
        assert_eq!(object["last_collection"], "young");
        assert_eq!(object["pause_longest_ns"], 9_500_000);
        assert_eq!(object["pause_buckets"][6], json!({ "up_to_ns": 2_000_000, "count": 80 }));
        assert_eq!(object["pause_buckets"][15]["up_to_ns"], Value::Null);
        assert_eq!(object["rates"]["over_seconds"], 125.0);
        for (name, _) in sample.counters.named() {
            assert_eq!(object.get(name).is_none(), name == "has_ended", "{name}");
        }
    }
}
