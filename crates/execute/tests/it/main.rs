//! The dispatcher with scripted operations. The tests of the commands execute whole plans on a real cluster.

mod dispatch;
mod ordered;
mod script;
