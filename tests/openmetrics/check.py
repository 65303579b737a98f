"""Reads a heap's counters with the OpenMetrics parser of the Prometheus project, which refuses what
is not in the format, and checks some of their values. Run by `.ci/openmetrics`."""

import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

families = {family.name: family for family in text_string_to_metric_families(sys.stdin.read())}


def samples(family, name):
    return {tuple(s.labels.values()): s.value for s in families[family].samples if s.name == name}


for name, kind in [
    ("spgc_library", "info"),
    ("spgc_heap_used_bytes", "gauge"),
    ("spgc_allocated_bytes", "counter"),
    ("spgc_collections", "counter"),
    ("spgc_cycle_phase", "stateset"),
    ("spgc_pause_seconds", "histogram"),
    ("spgc_time_to_safepoint_seconds", "summary"),
]:
    assert families[name].type == kind, (name, families[name].type)
    assert families[name].documentation, name
collections = samples("spgc_collections", "spgc_collections_total")
pauses = samples("spgc_pause_seconds", "spgc_pause_seconds_count")[()]
assert collections[("young",)] > 0 and sum(collections.values()) == pauses, (collections, pauses)
buckets = samples("spgc_pause_seconds", "spgc_pause_seconds_bucket")
assert buckets[("+Inf",)] == pauses and len(buckets) == 16, buckets
assert sum(samples("spgc_cycle_phase", "spgc_cycle_phase").values()) == 1
[limit] = samples("spgc_heap_limit_bytes", "spgc_heap_limit_bytes").values()
[used] = samples("spgc_heap_used_bytes", "spgc_heap_used_bytes").values()
assert 0 < used <= limit == 64 << 20, (used, limit)
print(f"openmetrics: {len(families)} families, {pauses:.0f} pauses")
