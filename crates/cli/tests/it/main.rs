//! Whole commands: flags, output, messages, exit statuses.

mod bounds;
mod chart_render;
mod children;
mod command_line;
mod completion;
mod corpus;
mod error_codes;
mod golden;
mod helm_flags;
mod helm_words;
mod man;
#[cfg(unix)]
mod ordered_charts;
mod outside_links;
mod pages;
mod process;
mod reference;
mod release;
mod schema_files;
mod secrets;
mod shell;
mod skipping;
mod template;
#[cfg(target_os = "linux")]
mod terminal;
mod unused_values;
mod variables;
#[cfg(unix)]
mod written_files;
