//! Typed and opaque pointers of LLVM IR.

/// The pointer syntax of an LLVM version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Opaque pointers: `ptr`.
    Opaque,
    /// Typed pointers. All values are `i8*`, and are cast where another type is required.
    Typed,
}

impl Dialect {
    /// Returns the syntax of an LLVM version.
    pub fn of(version: u32) -> Self {
        if version < 15 { Self::Typed } else { Self::Opaque }
    }

    /// Returns the type of references.
    pub fn reference(self) -> &'static str {
        match self {
            Self::Opaque => "ptr addrspace(1)",
            Self::Typed => "i8 addrspace(1)*",
        }
    }

    /// Returns the type of pointers outside the heap.
    pub fn pointer(self) -> &'static str {
        match self {
            Self::Opaque => "ptr",
            Self::Typed => "i8*",
        }
    }

    /// Returns the `personality` clause of a function definition.
    pub fn personality(self) -> &'static str {
        match self {
            Self::Opaque => "personality ptr @random_personality ",
            Self::Typed => "personality i8* bitcast (i32 (...)* @random_personality to i8*) ",
        }
    }

    /// Returns the constant expression for the address of a function with these parameter types and
    /// the result `i64`.
    pub fn function_address(self, parameters: &str, name: &str) -> String {
        match self {
            Self::Opaque => format!("@{name}"),
            Self::Typed => format!("bitcast (i64 ({parameters})* @{name} to i8*)"),
        }
    }

    /// Returns the type of pointers to `target` in address space 0 or 1.
    pub fn pointer_to(self, target: &str, space: u32) -> String {
        match (self, space) {
            (Self::Opaque, 0) => "ptr".to_owned(),
            (Self::Opaque, _) => format!("ptr addrspace({space})"),
            (Self::Typed, 0) => format!("{target}*"),
            (Self::Typed, _) => format!("{target} addrspace({space})*"),
        }
    }
}
