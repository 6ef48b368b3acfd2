//! The `skeg` process.

fn main() -> std::process::ExitCode {
    skeg_cli::main()
}
