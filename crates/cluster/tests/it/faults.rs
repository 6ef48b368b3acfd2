//! Every operation on every kind of bad day, over HTTP/1.1 and HTTP/2: it ends well, took effect once, and asked no more
//! often than it had to.

mod budget;
mod once;
mod races;
mod scene;
mod storms;
mod watches;
