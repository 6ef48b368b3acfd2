//! The library as others use it: no command line, no control plane.

mod in_process;
mod stand_in;
