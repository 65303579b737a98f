mod preserving;
mod stubs;
mod switch;

pub(crate) use stubs::EXCEPTION_REGISTER;
