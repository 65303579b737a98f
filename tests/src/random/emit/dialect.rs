//! The two pointer syntaxes of LLVM IR.

/// The pointer syntax of an LLVM version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// A pointer is a `ptr`.
    Opaque,
    /// A pointer has the type that it points to; here that is `i8`, and others are cast.
    Typed,
}

impl Dialect {
    /// Returns the syntax of an LLVM version.
    pub fn of(version: u32) -> Self {
        if version < 15 { Self::Typed } else { Self::Opaque }
    }

    /// The type of references.
    pub fn reference(self) -> &'static str {
        match self {
            Self::Opaque => "ptr addrspace(1)",
            Self::Typed => "i8 addrspace(1)*",
        }
    }

    /// The type of pointers that are not references.
    pub fn pointer(self) -> &'static str {
        match self {
            Self::Opaque => "ptr",
            Self::Typed => "i8*",
        }
    }

    /// The text at the end of a function's head that names the personality routine.
    pub fn personality(self) -> &'static str {
        match self {
            Self::Opaque => "personality ptr @random_personality ",
            Self::Typed => "personality i8* bitcast (i32 (...)* @random_personality to i8*) ",
        }
    }

    /// Returns the address of a function with the result `i64` and these parameter types, as a
    /// pointer.
    pub fn function_address(self, parameters: &str, name: &str) -> String {
        match self {
            Self::Opaque => format!("@{name}"),
            Self::Typed => format!("bitcast (i64 ({parameters})* @{name} to i8*)"),
        }
    }

    /// Returns the type of pointers to a type, in an address space: 0 or 1.
    pub fn pointer_to(self, target: &str, space: u32) -> String {
        match (self, space) {
            (Self::Opaque, 0) => "ptr".to_owned(),
            (Self::Opaque, _) => format!("ptr addrspace({space})"),
            (Self::Typed, 0) => format!("{target}*"),
            (Self::Typed, _) => format!("{target} addrspace({space})*"),
        }
    }
}
