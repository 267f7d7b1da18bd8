// Checks the machine's tools before the first long step, with one sentence for each missing one.
import { readFileSync } from 'node:fs';
import { Problem } from './fail.mjs';
import { at } from './project.mjs';
import { output, run } from './run.mjs';

const NODE_MIN = [20, 19];
/** `rust-src`: the standard library is compiled with the engine (engine/xtask/src/wasm.rs). */
const COMPONENTS = ['clippy', 'rustfmt', 'rust-src'];
const WASM = 'wasm32-unknown-unknown';

/** Node, a C compiler, cargo, and the pinned toolchain with its WebAssembly target. */
export async function checkTools() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
    throw new Problem(`Node ${NODE_MIN.join('.')} or newer is needed, this is ${process.versions.node}.`);
  }
  if ((await output('cc', ['--version'])) === null) {
    throw new Problem(
      'a C compiler (cc) is needed: on Debian or Ubuntu `apt-get install build-essential`, on macOS `xcode-select --install`.',
    );
  }
  if ((await output('rustup', ['--version'])) === null) {
    throw new Problem('rustup is needed (it brings cargo in the pinned version): see https://rustup.rs.');
  }
  await toolchain();
  if ((await output('cargo', ['--version'])) === null) {
    throw new Problem('cargo does not run although rustup does: `rustup show` says why.');
  }
}

/** The pinned toolchain with its components. rust-toolchain.toml isn't enough if rustup doesn't install automatically. */
async function toolchain() {
  const channel = /channel\s*=\s*"([^"]+)"/.exec(readFileSync(at('rust-toolchain.toml'), 'utf8'))[1];
  const has = async (kind) =>
    ((await output('rustup', [kind, 'list', '--installed', '--toolchain', channel])) ?? '').split('\n');
  const [targets, components] = await Promise.all([has('target'), has('component')]);
  const missing = COMPONENTS.filter((name) => !components.some((line) => line.startsWith(name)));
  if (targets.includes(WASM) && missing.length === 0) return;
  console.log(`setup: Rust ${channel} with ${WASM}`);
  const parts = COMPONENTS.flatMap((name) => ['--component', name]);
  await run(
    'rustup',
    ['toolchain', 'install', channel, '--profile', 'minimal', '--no-self-update', '--target', WASM, ...parts],
    {
      what: `installing Rust ${channel} (rustup)`,
    },
  );
}
