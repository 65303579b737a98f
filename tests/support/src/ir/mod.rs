//! Transformations of LLVM IR as text: the collector's prelude is written once, by hand, for opaque
//! pointers and thread-local access ([`PRELUDE`]). All its other forms are derived from that, as is
//! whatever else is written with opaque pointers and compiled by LLVM 14.

mod context;
mod scan;
mod typed;

pub use context::by_context;
pub use typed::typed;

use crate::llvm::Llvm;

/// The prelude as it is written by hand.
pub const PRELUDE: &str = include_str!("../../../../gc/ir/statepoint_gc.ll");

/// The first LLVM version with opaque pointers and the intrinsics that the prelude uses.
const OPAQUE: u32 = 16;

/// The way in which compiled code gets the thread's context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// As a thread-local variable, of the initial-exec model.
    ThreadLocal,
    /// As the result of a function.
    Context,
}

/// The pointer syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointers {
    /// `ptr`.
    Opaque,
    /// With the type that they point to.
    Typed,
}

impl Pointers {
    /// Returns the syntax that an LLVM version requires.
    pub fn of(llvm: Llvm) -> Self {
        if llvm.version() < OPAQUE { Self::Typed } else { Self::Opaque }
    }

    /// Rewrites IR with opaque pointers in this syntax.
    pub fn write(self, text: &str) -> String {
        match self {
            Self::Opaque => text.to_owned(),
            Self::Typed => typed(text),
        }
    }
}

/// A form of the prelude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The access of its code to the thread's context.
    pub access: Access,
    /// Its pointer syntax.
    pub pointers: Pointers,
}

impl Form {
    /// Returns all forms.
    pub const ALL: [Self; 4] = [
        Self { access: Access::ThreadLocal, pointers: Pointers::Opaque },
        Self { access: Access::ThreadLocal, pointers: Pointers::Typed },
        Self { access: Access::Context, pointers: Pointers::Opaque },
        Self { access: Access::Context, pointers: Pointers::Typed },
    ];

    /// Returns the form for an LLVM version.
    pub fn of(llvm: Llvm, access: Access) -> Self {
        Self { access, pointers: Pointers::of(llvm) }
    }

    /// Returns the name of its file in `gc/ir`.
    pub fn file(self) -> &'static str {
        match (self.access, self.pointers) {
            (Access::ThreadLocal, Pointers::Opaque) => "statepoint_gc.ll",
            (Access::ThreadLocal, Pointers::Typed) => "statepoint_gc_typed.ll",
            (Access::Context, Pointers::Opaque) => "statepoint_gc_context.ll",
            (Access::Context, Pointers::Typed) => "statepoint_gc_context_typed.ll",
        }
    }

    /// Returns the committed text.
    pub fn text(self) -> &'static str {
        match (self.access, self.pointers) {
            (Access::ThreadLocal, Pointers::Opaque) => PRELUDE,
            (Access::ThreadLocal, Pointers::Typed) => {
                include_str!("../../../../gc/ir/statepoint_gc_typed.ll")
            }
            (Access::Context, Pointers::Opaque) => {
                include_str!("../../../../gc/ir/statepoint_gc_context.ll")
            }
            (Access::Context, Pointers::Typed) => {
                include_str!("../../../../gc/ir/statepoint_gc_context_typed.ll")
            }
        }
    }

    /// Returns the expected text: derived from [`PRELUDE`], whose comments are not repeated.
    pub fn derived(self) -> String {
        let mut text = match self.access {
            Access::ThreadLocal => PRELUDE.to_owned(),
            Access::Context => by_context(PRELUDE),
        };
        if self == Self::ALL[0] {
            return text;
        }
        text = scan::without_comments(&self.pointers.write(&text));
        let pointers = match self.pointers {
            Pointers::Opaque => "LLVM 16 and later",
            Pointers::Typed => "LLVM 14, which has typed pointers",
        };
        let access = match self.access {
            Access::ThreadLocal => "the thread's context is a thread-local variable",
            Access::Context => "the thread's context is what spgc_thread_context() returns",
        };
        format!(
            "; {}: what statepoint_gc.ll is, with its comments,\n; for {pointers}; {access}.\n; Generated from that file. Edit that one, not this one.\n\n{text}",
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
        for form in Form::ALL {
            let derived = form.derived();
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gc/ir").join(form.file());
            if std::env::var_os("UPDATE").is_some() {
                fs::write(&path, &derived).expect("the file is writable");
            }
            let committed = fs::read_to_string(&path).expect("the file exists");
            assert!(
                committed == derived,
                "{} is not what statepoint_gc.ll says; run `UPDATE=1 cargo test -p test-support ir::`",
                path.display()
            );
        }
    }
}
