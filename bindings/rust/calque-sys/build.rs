//! Links libcalque: from the folder CALQUE_LIB_DIR, by pkg-config, or from the system.
use std::{env, process::Command};

fn main() {
    println!("cargo:rerun-if-env-changed=CALQUE_LIB_DIR");
    println!("cargo:rustc-link-lib=dylib=calque");
    if let Ok(folder) = env::var("CALQUE_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
    } else if let Ok(found) = Command::new("pkg-config").args(["--variable=libdir", "calque"]).output() {
        let folder = String::from_utf8_lossy(&found.stdout);
        if found.status.success() {
            println!("cargo:rustc-link-search=native={}", folder.trim());
        }
    }
}
