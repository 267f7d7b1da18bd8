//! `xtask wasm`: compile, split, bind, name (engine/xtask/README.md; docs/spec/security.md S8, S9).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

use crate::{compact::compact, glue, imports, merge::merge, optimize::optimize, parts};

/// The package that becomes WebAssembly, and the name cargo gives its file.
const PACKAGE: &str = "wallet-engine-web";
const TARGET: &str = "wasm32-unknown-unknown";

/// The text of a panic is for developers, and no user reads it. So a panic is a trap (docs/spec/toolchain.md), which the glue notices (enter.js).
const WITHOUT_WORDS: [&str; 4] =
    ["-Zlocation-detail=none", "-Zfmt-debug=none", "-Zunstable-options", "-Cpanic=immediate-abort"];
/// `ENGINE_DEBUG=1 npm run build`: the console shows where and why a panic happened, and wrapping arithmetic panics.
const DEBUG: &str = "ENGINE_DEBUG";
const WITH_WORDS: [&str; 4] =
    ["-Cdebug-assertions", "-Zunstable-options", "-Cpanic=abort", "-Coverflow-checks"];

/// How much time a build takes for small files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// For `dist/` as it ships.
    Small,
    /// For development: with the toolchain's own standard library, little optimization, and compiling only what has changed.
    Quick,
}

impl Build {
    /// The profile of Cargo.toml, which is also the folder's name.
    const fn profile(self) -> &'static str {
        match self {
            Self::Small => "release",
            Self::Quick => "quick",
        }
    }
}

/// Builds everything into `out`, which it empties first, because old parts must not remain next to a new engine.
pub fn build(kind: Build, out: Option<PathBuf>) -> Result<(), String> {
    let root = workspace_root()?;
    let target = target_dir(&root);
    let out = out.unwrap_or_else(|| target.join("engine"));
    compile(kind, &root, &target)?;
    let file = format!("{}.wasm", PACKAGE.replace('-', "_"));
    let input = target.join(TARGET).join(kind.profile()).join(file);
    let bytes = fs::read(&input).map_err(|e| format!("{}: {e}", input.display()))?;
    emit(kind, &bytes, &root, &out)
}

/// From the compiler's bytes to the finished folder.
fn emit(kind: Build, compiled: &[u8], root: &Path, out: &Path) -> Result<(), String> {
    match fs::remove_dir_all(out) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(format!("{}: {e}", out.display())),
        _ => {}
    }
    let work = out.join("work");
    fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;

    // The splitter goes first, because it reads relocations, which no later step keeps.
    let split_main = work.join("split.wasm");
    let mut options = Options::new(compiled);
    options.output_dir = &work;
    options.main_out_path = &split_main;
    options.link_name = "./parts.js";
    options.main_module = "./glue.js";
    let split = transform(options).map_err(|e| format!("split: {e:#}"))?;

    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(&split_main)
        .out_name("glue")
        .web(true)
        .map_err(|e| format!("wasm-bindgen: {e:#}"))?
        // element/src/engine/border.ts says what of it we use.
        .typescript(false)
        // The caller fetches (with integrity) and passes the compiled module.
        .omit_default_module_path(true)
        // The parts import memory, table and globals of the first one by name.
        .keep_lld_exports(true)
        // A panic leaves borrows taken: load.ts starts over on a clean instance.
        .reset_state_function(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(&work).map_err(|e| format!("wasm-bindgen: {e:#}"))?;

    let mut names = parts::Names::default();
    let glue = glue::edit(&read_text(&work.join("glue.js"))?)?;
    let mut files = merge(&split.prefetch_map, |stem| read(&work.join(format!("{stem}.wasm"))))?;
    let (main, glue) = imports::shorten(&read(&work.join("glue_bg.wasm"))?, &glue, files.bytes.values())?;
    let mut main = compact(&main)?;
    if kind == Build::Small {
        optimize(root, &work, files.bytes.values_mut().chain([&mut main]).collect())?;
    }
    let main = names.add(out, "engine", &main)?;
    let parts = parts::write(out, &files, &mut names)?;

    let table = parts::table(out, &parts, &mut names)?;
    write(&out.join("glue.js"), glue.as_bytes())?;
    write(&out.join("parts.js"), parts::loader(&parts, &table, &names)?.as_bytes())?;
    write(&out.join("manifest.json"), parts::manifest(&main, &parts, &names).as_bytes())?;
    fs::remove_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    print!("{}", parts::summary(&main, &parts, &names));
    Ok(())
}

fn compile(kind: Build, root: &Path, target: &Path) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let cargo_home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
        .ok_or("neither CARGO_HOME nor a home folder is known")?;
    // Panic messages name source files: without these the bytes depend on the folder (S8). The last one that fits counts.
    let short = |folder: &Path, name: &str| format!("--remap-path-prefix={}={name}", folder.display());
    let mut flags = vec![
        // What the splitter works from.
        "-Clink-args=--emit-relocs".to_owned(),
        short(&cargo_home, "/cargo"),
        short(root, "/wallet-modal"),
        short(&sysroot(root)?.join("lib/rustlib/src/rust"), "/rust"),
    ];
    let in_words = std::env::var_os(DEBUG).is_some();
    match kind {
        Build::Small => flags.extend(if in_words { WITH_WORDS } else { WITHOUT_WORDS }.map(str::to_owned)),
        // its profile has the same checks, and its standard library is compiled already
        Build::Quick => {}
    }
    let registries = fs::read_dir(cargo_home.join("registry/src")).into_iter().flatten().flatten();
    flags.extend(registries.map(|registry| short(&registry.path(), "")));
    let mut command = Command::new(cargo);
    command.args(["build", "--locked", "--target", TARGET, "--package", PACKAGE]);
    command.args(["--profile", kind.profile(), "--target-dir"]).arg(target);
    if kind == Build::Small {
        // The standard library is compiled with ours, for size.
        command.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
    }
    let status = command
        .current_dir(root)
        // Encoded, because a folder can have a space in its name.
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
        .env_remove("RUSTFLAGS")
        // Nightly flags on the pinned compiler, whose behavior doesn't change.
        .env("RUSTC_BOOTSTRAP", "1")
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo build of {PACKAGE} failed")) }
}

/// The toolchain's folder. Otherwise, the bytes would contain its sources' paths.
fn sysroot(root: &Path) -> Result<PathBuf, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc).current_dir(root).args(["--print", "sysroot"]).output();
    let said = asked.map_err(|e| format!("rustc: {e}"))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&said.stdout).trim()))
}

/// The project: the nearest folder upwards that has the engine in it.
fn workspace_root() -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|e| format!("the current folder: {e}"))?;
    let is_root = |folder: &&Path| folder.join("engine/web/Cargo.toml").is_file();
    let root = here.ancestors().find(is_root).ok_or("run it inside the project")?;
    Ok(root.to_path_buf())
}

fn target_dir(root: &Path) -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root.join(dir),
        None => root.join("target"),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn read_text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}
