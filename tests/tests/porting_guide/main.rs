//! Checks of the porting guide: commands are run, IR is compiled, shown output is compared, links
//! have targets.

mod code;
mod commands;
mod guide;
mod ir;
mod links;
mod shown;
