//! Conversion of an allocation profile to the format of `pprof`.
//!
//! The samples have the four values that viewers know from heap profiles of Go and of tcmalloc:
//! objects and bytes that were allocated, and that are in use. The type of the objects is the label
//! `type`.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use hashbrown::HashMap;

use super::messages::{Function, Label, Line, Location, Mapping, Profile, Sample, ValueType};
use super::types::{AllocationProfile, AllocationSite, ProfileFrame};

/// The values of each sample: the type and the unit.
const VALUES: [(&str, &str); 4] = [
    ("alloc_objects", "count"),
    ("alloc_space", "bytes"),
    ("inuse_objects", "count"),
    ("inuse_space", "bytes"),
];

/// Converts a profile.
pub(super) fn convert(profile: &AllocationProfile) -> Profile {
    let mut strings = Strings::default();
    let values = VALUES.map(|(name, unit)| strings.value_type(name, unit));
    let type_key = strings.index("type");
    let mut tables = Tables { profile, strings, ..Tables::default_of(profile) };
    let sample = profile.sites.iter().map(|site| tables.sample(site, type_key)).collect();
    let mapping = tables.mappings();
    let Tables { mut strings, locations, functions, .. } = tables;
    Profile {
        sample_type: values.to_vec(),
        sample,
        mapping,
        location: locations.items,
        function: functions.items,
        time_nanos: since_epoch(profile.read_at),
        duration_nanos: nanoseconds(profile.duration),
        period_type: Some(strings.value_type("space", "bytes")),
        period: signed(profile.interval),
        default_sample_type: strings.index("inuse_space"),
        string_table: strings.texts,
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn nanoseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}

fn since_epoch(time: SystemTime) -> i64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, nanoseconds)
}

/// The table of strings.
struct Strings {
    texts: Vec<String>,
    indices: HashMap<String, i64>,
}

impl Default for Strings {
    /// The first string is empty: the format requires it.
    fn default() -> Self {
        Self { texts: vec![String::new()], indices: HashMap::from([(String::new(), 0)]) }
    }
}

impl Strings {
    fn index(&mut self, text: &str) -> i64 {
        let next = self.texts.len() as i64;
        *self.indices.entry_ref(text).or_insert_with(|| {
            self.texts.push(text.to_owned());
            next
        })
    }

    fn value_type(&mut self, name: &str, unit: &str) -> ValueType {
        ValueType { r#type: self.index(name), unit: self.index(unit) }
    }
}

/// Items with IDs from 1, by their keys.
struct Numbered<K, T> {
    items: Vec<T>,
    ids: HashMap<K, u64>,
}

impl<K, T> Default for Numbered<K, T> {
    fn default() -> Self {
        Self { items: Vec::new(), ids: HashMap::new() }
    }
}

/// What the samples refer to.
struct Tables<'a> {
    profile: &'a AllocationProfile,
    strings: Strings,
    locations: Numbered<ProfileFrame, Location>,
    functions: Numbered<(Arc<str>, Arc<str>), Function>,
}

impl<'a> Tables<'a> {
    fn default_of(profile: &'a AllocationProfile) -> Self {
        let (strings, locations, functions) = Default::default();
        Self { profile, strings, locations, functions }
    }

    fn sample(&mut self, site: &AllocationSite, type_key: i64) -> Sample {
        let AllocationSite { stack, type_name, allocated, in_use, .. } = site;
        let counts = [allocated, in_use];
        let value = counts.into_iter().flat_map(|count| [count.objects, count.bytes].map(signed));
        Sample {
            location_id: stack.iter().map(|frame| self.location(frame)).collect(),
            value: value.collect(),
            label: vec![Label { key: type_key, str: self.strings.index(type_name) }],
        }
    }

    fn location(&mut self, frame: &ProfileFrame) -> u64 {
        if let Some(&id) = self.locations.ids.get(frame) {
            return id;
        }
        let images = self.profile.images.iter();
        let image = images.zip(1..).find(|(image, _)| image.code.contains(&frame.address));
        let id = self.locations.items.len() as u64 + 1;
        let line = vec![Line { function_id: self.function(frame) }];
        let mapping_id = image.map_or(0, |(_, number)| number);
        self.locations.items.push(Location { id, mapping_id, address: frame.address, line });
        self.locations.ids.insert(frame.clone(), id);
        id
    }

    fn function(&mut self, frame: &ProfileFrame) -> u64 {
        let key = (Arc::clone(&frame.function), Arc::clone(&frame.symbol));
        let next = self.functions.items.len() as u64 + 1;
        let id = *self.functions.ids.entry(key).or_insert(next);
        if id == next {
            let name = self.strings.index(&frame.function);
            let system_name = self.strings.index(&frame.symbol);
            self.functions.items.push(Function { id, name, system_name });
        }
        id
    }

    fn mappings(&mut self) -> Vec<Mapping> {
        let mapping = |(image, id): (&super::types::Image, u64)| Mapping {
            id,
            memory_start: image.code.start,
            memory_limit: image.code.end,
            file_offset: image.file_offset,
            filename: self.strings.index(&image.file.to_string_lossy()),
            has_functions: true,
        };
        self.profile.images.iter().zip(1..).map(mapping).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::ObjectCount;
    use crate::object::TypeId;

    fn frame(address: u64, function: &str) -> ProfileFrame {
        let symbol = format!("_{function}").into();
        ProfileFrame { address, function: function.into(), symbol, file: None }
    }

    fn text(profile: &Profile, index: i64) -> &str {
        &profile.string_table[index as usize]
    }

    #[test]
    fn samples_refer_to_locations_functions_and_types() {
        let main = frame(0x1005, "main");
        let image = super::super::types::Image {
            code: 0x1000..0x2000,
            file_offset: 0x400,
            file: std::path::Path::new("/bin/program").into(),
        };
        let site = |youngest: ProfileFrame, id: u32, objects| AllocationSite {
            stack: [youngest, main.clone()].into(),
            type_id: TypeId::new(id),
            type_name: format!("type {id}").into(),
            allocated: ObjectCount { objects, bytes: 16 * objects },
            in_use: ObjectCount { objects: 1, bytes: 16 },
        };
        let profile = convert(&AllocationProfile {
            interval: 4096,
            read_at: SystemTime::UNIX_EPOCH + Duration::from_nanos(5),
            duration: Duration::from_nanos(7),
            samples: 3,
            sites: vec![site(frame(0x9000, "parse"), 1, 3), site(frame(0x9010, "parse"), 2, 4)],
            images: vec![image],
        });
        assert_eq!(profile.string_table[0], "");
        let of = |kind: &ValueType| [text(&profile, kind.r#type), text(&profile, kind.unit)];
        let kinds: Vec<_> = profile.sample_type.iter().map(of).collect();
        assert_eq!(kinds[1], ["alloc_space", "bytes"]);
        assert_eq!(text(&profile, profile.default_sample_type), "inuse_space");
        assert_eq!((profile.time_nanos, profile.duration_nanos, profile.period), (5, 7, 4096));
        let [first, second] = &profile.sample[..] else { panic!("{:?}", profile.sample) };
        assert_eq!(first.value, [3, 48, 1, 16]);
        assert_eq!(
            (text(&profile, first.label[0].key), text(&profile, first.label[0].str)),
            ("type", "type 1")
        );
        assert_eq!(first.location_id[1], second.location_id[1], "one location for main");
        assert_ne!(first.location_id[0], second.location_id[0]);
        let location = |id: u64| &profile.location[id as usize - 1];
        let function = |id: u64| &profile.function[location(id).line[0].function_id as usize - 1];
        assert_eq!(function(first.location_id[0]), function(second.location_id[0]));
        assert_eq!(text(&profile, function(first.location_id[0]).name), "parse");
        assert_eq!(text(&profile, function(first.location_id[1]).system_name), "_main");
        let mapped = [first.location_id[0], first.location_id[1]].map(|id| location(id).mapping_id);
        assert_eq!(mapped, [0, 1]);
        assert_eq!(text(&profile, profile.mapping[0].filename), "/bin/program");
    }
}
