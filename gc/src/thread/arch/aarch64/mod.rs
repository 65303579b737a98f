mod thread_local;

pub(crate) use thread_local::{thread_context, thread_pointer};
