//! Generates `src/v1.rs` of the SDK: `cargo run --manifest-path generate/Cargo.toml`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

const HEADER: &str = "// Generated from proto/conquian/v1 by ../generate; do not edit.\n\n";

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = here.join("../src/v1.rs");
    fs::write(&target, format!("{HEADER}{}", generated(&contract(here))?))?;
    println!("written: {}", target.display());
    Ok(())
}

/// The folder of the .proto files: a bot's copy of the SDK has one of its own.
fn contract(here: &Path) -> PathBuf {
    let copied = here.join("../proto");
    if copied.is_dir() { copied } else { here.join("../../../proto") }
}

/// The code for the contract in the folder `proto`.
fn generated(proto: &Path) -> Result<String, Box<dyn Error>> {
    let files = protox::compile(["conquian/v1/referee.proto"], [proto])?;
    let folder = env::temp_dir().join(format!("conquian-generate-{}", std::process::id()));
    fs::create_dir(&folder)?;
    tonic_prost_build::configure()
        .build_server(false)
        .build_transport(false)
        .extern_path(".google.protobuf.Duration", "crate::duration::Duration")
        .out_dir(&folder)
        .compile_fds(files)?;
    let code = fs::read_to_string(folder.join("conquian.v1.rs"))?;
    fs::remove_dir_all(&folder)?;
    Ok(code)
}
