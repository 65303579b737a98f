//! The porting guide, held to what it says: commands are run, IR is compiled, what is shown is compared, links lead
//! somewhere.

mod code;
mod commands;
mod guide;
mod ir;
mod links;
mod shown;
