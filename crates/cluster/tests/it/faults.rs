//! Every operation under every fault, over HTTP/1.1 and HTTP/2: it succeeds, takes effect once, and sends no more
//! requests than necessary.

mod budget;
mod once;
mod races;
mod scene;
mod storms;
mod watches;
