//! The code that LLVM emits at patchable sites (shadows of stackmaps, patchpoints, statepoints with
//! patch bytes) is recognised by `CheckedRegion`, for every number of bytes.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use object::{Object as _, ObjectSection as _, ObjectSymbol as _};
use stackmap_tool::object_file;
use statepoint_patch::{
    CheckedRegion, PatchArchitecture, PatchError, PatchRegion, PatchSite, RegionContent,
};
use statepoint_scanner::arch::{Aarch64, X86_64};
use statepoint_scanner::stackmap;
use tests::fixtures::Fixture;
use tests::llvm::Llvm;

/// The largest number of patch bytes: more than twice the length of the longest no-op.
const MAX_PATCH_BYTES: u32 = 40;

/// A function with one record. The record's ID is the index of the case.
struct Case {
    site: PatchSite,
    content: RegionContent,
    body: String,
}

/// Returns a case of each kind for each number of bytes that is a multiple of `unit`. A patchpoint
/// with a target needs at least `call` bytes.
fn build_cases(unit: u32, call: u32) -> Vec<Case> {
    let mut cases = Vec::new();
    for bytes in (unit..=MAX_PATCH_BYTES).step_by(unit as usize) {
        let id = cases.len();
        let body = format!(
            "call void @callee() \"statepoint-id\"=\"{id}\" \"statepoint-num-patch-bytes\"=\"{bytes}\"\n  ret void"
        );
        cases.push(Case {
            site: PatchSite::Statepoint { bytes },
            content: RegionContent::NoOps,
            body,
        });
        for (target, content) in [
            ("null", RegionContent::NoOps),
            ("inttoptr (i64 305419896 to ptr)", RegionContent::Call),
        ] {
            if content == RegionContent::NoOps || bytes >= call {
                let id = cases.len();
                let body = format!(
                    "call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 {id}, i32 {bytes}, ptr {target}, i32 0)\n  ret void"
                );
                cases.push(Case { site: PatchSite::Patchpoint { bytes }, content, body });
            }
        }
        // LLVM pads a shadow with no-ops before the next record. Other code that follows can be in
        // the shadow.
        let next = "call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 4294967295, i32 16, ptr null, i32 0)\n  ret void";
        let stores = "store volatile i64 4886718345, ptr @word\n  store volatile i64 4886718345, ptr @other\n  ret void";
        for (rest, content) in [(next, RegionContent::NoOps), (stores, RegionContent::Code)] {
            let id = cases.len();
            let body = format!(
                "call void (i64, i32, ...) @llvm.experimental.stackmap(i64 {id}, i32 {bytes})\n  {rest}"
            );
            cases.push(Case { site: PatchSite::StackMap { shadow: bytes }, content, body });
        }
    }
    cases
}

/// Returns a module with a function for each case.
fn fixture(name: &str, cases: &[Case]) -> Fixture {
    let mut text = "; passes: rewrite-statepoints-for-gc\n\
        declare void @callee()\n\
        declare void @llvm.experimental.stackmap(i64, i32, ...)\n\
        declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)\n\
        @word = external global i64\n\
        @other = external global i64\n"
        .to_owned();
    for (id, case) in cases.iter().enumerate() {
        let gc = match case.site {
            PatchSite::Statepoint { .. } => "gc \"statepoint-example\" ",
            _ => "",
        };
        write!(text, "define void @f{id}() uwtable {gc}{{\n  {}\n}}\n", case.body).unwrap();
    }
    Fixture::from_text(name, text)
}

/// Checks the region of each record. Returns the content, or the error, by the record's ID.
fn checked_regions<A: PatchArchitecture>(
    path: &Path,
    cases: &[Case],
) -> HashMap<usize, Result<RegionContent, PatchError>> {
    let bytes = fs::read(path).unwrap();
    let source = object_file::read_bytes(path, &bytes).unwrap().swap_remove(0);
    let object = object::File::parse(&*bytes).unwrap();
    let text = object.section_by_name(".text").unwrap();
    let symbol = object.symbols().find(|symbol| symbol.name() == Ok("f0")).unwrap();
    let base = source.functions.named("f0").unwrap().start - symbol.address();
    let code = text.data().unwrap();
    let maps = source.stack_maps.unwrap();
    let mut found = HashMap::new();
    for map in stackmap::maps(&maps.bytes) {
        for (function, record) in map.unwrap().function_records().unwrap() {
            let id = record.id as usize;
            let Some(case) = cases.get(id) else { continue };
            let address = function.address + u64::from(record.instruction_offset);
            let region = PatchRegion::<A>::new(case.site, address).unwrap();
            let start = (region.range().start - base) as usize;
            let checked = CheckedRegion::new(region, &code[start..start + region.len()]);
            found.insert(id, checked.map(|checked| checked.content));
            // The code before a patchpoint's record is not the region of a statepoint.
            if let PatchSite::Patchpoint { bytes } = case.site
                && start >= bytes as usize
            {
                let statepoint =
                    PatchRegion::<A>::new(PatchSite::Statepoint { bytes }, address).unwrap();
                let code = &code[start - bytes as usize..start];
                assert!(CheckedRegion::new(statepoint, code).is_err(), "{region:?}: {code:02x?}");
            }
        }
    }
    found
}

/// Compiles all cases with each LLVM version, and compares the content of each region.
fn check<A: PatchArchitecture>(target: &str, options: &[&str]) {
    let cases = build_cases(A::ALIGNMENT as u32, A::PATCHPOINT_CALL_SIZE.into());
    let directory = tempfile::tempdir().unwrap();
    for llvm in Llvm::installed() {
        let fixture = fixture(&format!("regions{}", options.concat()), &cases);
        let object = llvm.compile(&fixture, target, options, directory.path()).unwrap();
        let found = checked_regions::<A>(&object, &cases);
        assert_eq!(found.len(), cases.len());
        for (id, case) in cases.iter().enumerate() {
            let at = format!("LLVM {}, {target} {options:?}: {:?}", llvm.version(), case.site);
            assert_eq!(found[&id], Ok(case.content), "{at}");
        }
    }
}

#[test]
fn regions_have_what_llvm_writes_for_x86_64() {
    check::<X86_64>("x86_64", &[]);
}

/// LLVM chooses no-ops by processor, since the longest no-op that decodes fast differs.
#[test]
fn regions_have_the_no_ops_of_each_processor() {
    check::<X86_64>("x86_64", &["-mcpu=znver3"]);
    check::<X86_64>("x86_64", &["-mcpu=silvermont"]);
}

#[test]
fn regions_have_what_llvm_writes_for_aarch64() {
    check::<Aarch64>("aarch64", &[]);
}
