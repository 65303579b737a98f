//! Writes seeds of fuzz targets to `fuzz/corpus`: from the fixtures of the tests, and for
//! `cranelift` random ones.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use libfuzzer_sys::arbitrary::Unstructured;
use statepoint_scanner::arch::X86_64;
use statepoint_scanner::cfi::EhFrame;
use statepoint_scanner::stackmap::model::Map;
use statepoint_scanner::stackmap::{StackMapLayout, encode, maps};
use statepoint_scanner::table::TableBuilder;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in files(&root.join("../tests/fixtures/sections"), "bin")? {
        let section = fs::read(&path)?;
        write(root, "section", &path, &section)?;
        for (number, map) in maps(&section).enumerate() {
            let map = Map::from(&map?);
            for layout in StackMapLayout::ALL {
                // Some layouts cannot hold some maps.
                if let Ok(bytes) = encode(&map, layout) {
                    let path = path.with_file_name(format!("{}-{number}", stem(&path)));
                    write(root, &layout.to_string(), &path, &bytes)?;
                    write(
                        root,
                        "section",
                        &path.with_file_name(format!("{}-{layout}", stem(&path))),
                        &bytes,
                    )?;
                }
            }
        }
    }
    for entry in fs::read_dir(root.join("../tests/fixtures/objects"))? {
        let path = entry?.path();
        // The IR from which the object files were compiled is not a seed.
        if path.extension().is_some_and(|kind| kind != "ll") {
            let bytes = fs::read(&path)?;
            write(root, "object_file", &path.with_added_extension("seed"), &bytes)?;
            write(root, "compile", &path.with_added_extension("seed"), &bytes)?;
        }
    }
    for path in files(&root.join("../scanner/fixtures/x86_64"), "eh_frame")? {
        let unwind = fs::read(&path)?;
        if let Ok(section) = fs::read(path.with_extension("stackmaps")) {
            // Some fixtures are intentionally invalid, and cannot be compiled.
            let rules = EhFrame::<X86_64>::new(0x50_0000, &unwind)?;
            let built =
                TableBuilder::<X86_64>::new().add(&section, &rules).and_then(TableBuilder::build);
            if let Ok(table) = built {
                let bytes: Vec<u8> =
                    table.words().iter().flat_map(|word| word.to_le_bytes()).collect();
                write(root, "table", &path, &bytes)?;
            }
        }
        let mut seed = 0x40_0000_u64.to_le_bytes().to_vec();
        seed.extend((0x33_u64 | 8 << 32).to_le_bytes());
        seed.extend(unwind);
        write(root, "eh_frame", &path, &seed)?;
    }
    for (number, seed) in (0..10_000).map(random_bytes).filter(|seed| is_valid(seed)).enumerate() {
        write(root, "cranelift", Path::new(&format!("random-{number}")), &seed)?;
    }
    Ok(())
}

/// Returns random bytes: splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
fn random_bytes(seed: u64) -> Vec<u8> {
    let words = (1..=32_u64).map(|index| {
        let word = (seed << 32 | index).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    });
    words.flat_map(u64::to_le_bytes).collect()
}

/// Returns whether the bytes are valid descriptions of functions that Cranelift compiled, with
/// several references. Few random bytes are.
fn is_valid(bytes: &[u8]) -> bool {
    let functions = fuzz::arbitrary::cranelift_functions::<X86_64>(&mut Unstructured::new(bytes));
    functions.is_ok_and(|functions| {
        let sites = functions.iter().flat_map(|(function, _)| &function.call_sites);
        sites.map(|site| site.references.len()).sum::<usize>() > 3
            && functions.iter().all(|(function, rule)| function.check().is_ok() && rule.is_some())
    })
}

/// Returns the files in a directory that have this extension.
fn files(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            paths.push(path);
        }
    }
    Ok(paths)
}

/// Writes a seed of a target. The stem of `like` is the name of the seed.
fn write(root: &Path, target: &str, like: &Path, seed: &[u8]) -> Result<(), Box<dyn Error>> {
    let directory = root.join("corpus").join(target);
    fs::create_dir_all(&directory)?;
    Ok(fs::write(directory.join(stem(like)), seed)?)
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
