//! Textual transformations of LLVM IR. The prelude of the collector is written by hand with opaque
//! pointers and a thread-local variable ([`PRELUDE`]). Its other forms are derived from that text.
//! Other IR with opaque pointers is converted for LLVM 14.

mod context;
mod scan;
mod typed;

pub use context::with_context_calls;
pub use typed::typed;

use crate::llvm::Llvm;

/// The hand-written form of the prelude.
pub const PRELUDE: &str = include_str!("../../../../gc/ir/statepoint_gc.ll");

/// The first LLVM version with opaque pointers and the intrinsics that the prelude uses.
const OPAQUE: u32 = 16;

/// Access of compiled code to the thread's context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextAccess {
    /// The context is a thread-local variable with the initial-exec model.
    ThreadLocal,
    /// A function returns the address of the context, which is the same throughout an activation.
    Context,
    /// The same, but any call may change the address: it may continue on another thread.
    Migrating,
}

impl ContextAccess {
    /// All kinds of access.
    pub const ALL: [Self; 3] = [Self::ThreadLocal, Self::Context, Self::Migrating];
}

/// Pointer syntax of LLVM IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerSyntax {
    /// Opaque pointers: `ptr`.
    Opaque,
    /// Typed pointers, such as `i8*`.
    Typed,
}

impl PointerSyntax {
    /// Returns the syntax that an LLVM version requires.
    pub fn of(llvm: Llvm) -> Self {
        if llvm.version() < OPAQUE { Self::Typed } else { Self::Opaque }
    }

    /// Converts IR with opaque pointers to this syntax.
    pub fn write(self, text: &str) -> String {
        match self {
            Self::Opaque => text.to_owned(),
            Self::Typed => typed(text),
        }
    }
}

/// A form of the prelude, which is committed in `gc/ir`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreludeForm {
    /// Access to the thread's context.
    pub access: ContextAccess,
    /// Pointer syntax.
    pub pointers: PointerSyntax,
}

impl PreludeForm {
    /// All forms.
    pub const ALL: [Self; 6] = [
        Self { access: ContextAccess::ThreadLocal, pointers: PointerSyntax::Opaque },
        Self { access: ContextAccess::ThreadLocal, pointers: PointerSyntax::Typed },
        Self { access: ContextAccess::Context, pointers: PointerSyntax::Opaque },
        Self { access: ContextAccess::Context, pointers: PointerSyntax::Typed },
        Self { access: ContextAccess::Migrating, pointers: PointerSyntax::Opaque },
        Self { access: ContextAccess::Migrating, pointers: PointerSyntax::Typed },
    ];

    /// Returns the form with this access for an LLVM version.
    pub fn of(llvm: Llvm, access: ContextAccess) -> Self {
        Self { access, pointers: PointerSyntax::of(llvm) }
    }

    /// Returns the name of its file in `gc/ir`.
    pub fn file(self) -> &'static str {
        match (self.access, self.pointers) {
            (ContextAccess::ThreadLocal, PointerSyntax::Opaque) => "statepoint_gc.ll",
            (ContextAccess::ThreadLocal, PointerSyntax::Typed) => "statepoint_gc_typed.ll",
            (ContextAccess::Context, PointerSyntax::Opaque) => "statepoint_gc_context.ll",
            (ContextAccess::Context, PointerSyntax::Typed) => "statepoint_gc_context_typed.ll",
            (ContextAccess::Migrating, PointerSyntax::Opaque) => "statepoint_gc_migrating.ll",
            (ContextAccess::Migrating, PointerSyntax::Typed) => "statepoint_gc_migrating_typed.ll",
        }
    }

    /// Returns the committed text.
    pub fn text(self) -> &'static str {
        match (self.access, self.pointers) {
            (ContextAccess::ThreadLocal, PointerSyntax::Opaque) => PRELUDE,
            (ContextAccess::ThreadLocal, PointerSyntax::Typed) => {
                include_str!("../../../../gc/ir/statepoint_gc_typed.ll")
            }
            (ContextAccess::Context, PointerSyntax::Opaque) => {
                include_str!("../../../../gc/ir/statepoint_gc_context.ll")
            }
            (ContextAccess::Context, PointerSyntax::Typed) => {
                include_str!("../../../../gc/ir/statepoint_gc_context_typed.ll")
            }
            (ContextAccess::Migrating, PointerSyntax::Opaque) => {
                include_str!("../../../../gc/ir/statepoint_gc_migrating.ll")
            }
            (ContextAccess::Migrating, PointerSyntax::Typed) => {
                include_str!("../../../../gc/ir/statepoint_gc_migrating_typed.ll")
            }
        }
    }

    /// Derives the text from [`PRELUDE`]. Derived forms have no comments.
    pub fn derived(self) -> String {
        let mut text = match self.access {
            ContextAccess::ThreadLocal => PRELUDE.to_owned(),
            access => with_context_calls(PRELUDE, access),
        };
        if self == Self::ALL[0] {
            return text;
        }
        text = scan::without_comments(&self.pointers.write(&text));
        let pointers = match self.pointers {
            PointerSyntax::Opaque => "LLVM 16 and later",
            PointerSyntax::Typed => "LLVM 14, which has typed pointers",
        };
        let access = match self.access {
            ContextAccess::ThreadLocal => "the thread's context is a thread-local variable",
            ContextAccess::Context => "the thread's context is what spgc_thread_context() returns",
            ContextAccess::Migrating => {
                "the thread's context is what spgc_thread_context() returns,\n\
                 ; and may change when a fiber is suspended"
            }
        };
        format!(
            "; {}: what statepoint_gc.ll is, with its comments,\n; for {pointers}; {access}.\n\
             ; Generated from that file. Edit that one, not this one.\n\n{text}",
            self.file()
        )
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn committed_preludes_match_their_source() {
        for form in PreludeForm::ALL {
            let derived = form.derived();
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gc/ir").join(form.file());
            if std::env::var_os("UPDATE").is_some() {
                fs::write(&path, &derived).expect("the file is writable");
            }
            let committed = fs::read_to_string(&path).expect("the file exists");
            assert!(
                committed == derived,
                "{} does not match statepoint_gc.ll; run\n\
                 `UPDATE=1 cargo test -p test-support ir::`",
                path.display()
            );
        }
    }
}
