//! The dispatcher on scripted work. Whole plans on a real cluster are tested where the commands are.

mod dispatch;
mod ordered;
mod script;
