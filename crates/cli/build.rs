//! Links the command so that it starts quickly.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|it| it == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        // Tens of thousands of addresses need not be filled in at every start.
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
