//! nas-forecast on the command line.
fn main() {}
