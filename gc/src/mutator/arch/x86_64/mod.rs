mod preserving;
mod stubs;

pub(crate) use stubs::EXCEPTION_REGISTER;
