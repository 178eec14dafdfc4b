//! Links libcalque: that of the folder CALQUE_LIB_DIR, else that of pkg-config, else the
//! system's. With the feature `static` the library becomes a part of the program.
use std::{env, process::Command};

/// What pkg-config prints; None when it does not know the package.
fn pkg_config(arguments: &[&str]) -> Option<String> {
    let found = Command::new("pkg-config").args(arguments).output().ok()?;
    let text = String::from_utf8(found.stdout).ok()?;
    (found.status.success() && !text.trim().is_empty()).then(|| text.trim().to_string())
}

fn search(folder: Option<String>) {
    if let Some(folder) = folder {
        println!("cargo:rustc-link-search=native={folder}");
    }
}

fn main() {
    for name in ["CALQUE_LIB_DIR", "PKG_CONFIG_PATH"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    search(env::var("CALQUE_LIB_DIR").ok().or_else(|| pkg_config(&["--variable=libdir", "calque"])));
    if env::var_os("CARGO_FEATURE_STATIC").is_none() {
        println!("cargo:rustc-link-lib=dylib=calque");
        return;
    }
    println!("cargo:rustc-link-lib=static=calque");
    println!("cargo:rustc-link-lib=dylib=m");
    // The archive of a release has jansson inside; Debian's leaves it out.
    let required = pkg_config(&["--print-requires-private", "calque"]).unwrap_or_default();
    if required.contains("jansson") {
        search(pkg_config(&["--variable=libdir", "jansson"]));
        println!("cargo:rustc-link-lib=static=jansson");
    }
}
