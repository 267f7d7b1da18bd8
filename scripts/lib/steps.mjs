// The long steps between a checkout and something that runs. Each prints a line first and is skipped when nothing it
// reads has changed (stamps.mjs).
import { existsSync, lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Problem } from './fail.mjs';
import { at, engineFolder, servicesBinary, targetFolder, xtaskBinary } from './project.mjs';
import { ENGINE_TEXTS, writeEngineTexts } from '../packaging/licence-texts.mjs';
import { run, say } from './run.mjs';
import { hashOf, isDone, unlessDone } from './stamps.mjs';

const stamp = (name) => path.join(targetFolder, 'stamps', name);
const RUST = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml'];
/**
 * Everything that compiles for this machine. One selection for building and testing: cargo chooses the features of shared
 * dependencies by it, and another selection compiles them again.
 */
export const NATIVE = ['--workspace', '--exclude', 'wallet-engine-web'];
/**
 * Compiles our crates with clippy's compiler, which lints them on the way and produces the same code. So `npm test` doesn't need `cargo clippy`,
 * which would check every dependency again. A warning is an error.
 */
export const LINTED = {
  // A cold build without incremental data takes half the time. A checkout that compiles repeatedly keeps it.
  ...(process.env.CARGO_INCREMENTAL || existsSync(path.join(targetFolder, 'debug/incremental'))
    ? {}
    : { CARGO_INCREMENTAL: '0' }),
  RUSTC_WORKSPACE_WRAPPER: 'clippy-driver',
  // the way cargo-clippy passes `-D warnings` on
  CLIPPY_ARGS: '-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__',
};
/** Families of the page of effects. */
const EFFECTS = ['eip155', 'bitcoin', 'cosmos', 'polkadot', 'solana'];
const NPM = ['package.json', 'package-lock.json', '.npmrc', 'demo/chain/package.json'];

/** node_modules, exactly as the lock has it. */
export function packages() {
  // With a link, npm ci would empty the linked folder, in another checkout.
  if (lstatSync(at('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Problem(
      'node_modules is a link: remove it, npm ci installs into a folder of this checkout only.',
    );
  }
  const inside = at('node_modules', '.stamp');
  return unlessDone(inside, hashOf(NPM, process.versions.modules), [], async () => {
    say('setup: npm packages (about 40 s)');
    await run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], { what: 'npm ci' });
  });
}

/** The programs that run here: the build tool and the hosts of the demo. `env`: for cargo. */
export function programs(env) {
  const inputs = ['engine/core', 'engine/xtask', 'demo/services/src', 'demo/services/Cargo.toml', ...RUST];
  return unlessDone(stamp('programs'), hashOf(inputs), [xtaskBinary, servicesBinary], async () => {
    say('setup: build tool and demo services (about 2 minutes the first time)');
    await run('cargo', ['build', '--locked', '--quiet', ...NATIVE, '--bins'], {
      what: 'building the programs',
      env,
    });
  });
}

/**
 * The files that are written from Rust: the views' contract from the engine's types, the tests' list of hosts from the table of
 * hosts. Only `npm run build` writes them; elsewhere a test says that they are stale.
 */
export async function contract() {
  const engine = [
    'element/src/contract.ts',
    'element/src/i18n/en/toasts.gen.ts',
    'element/src/testing/empty.gen.ts',
    'engine/core/src/command/contract.rs',
    'engine/xtask/README.md',
  ];
  await written('contract', engine, 'wallet-engine', ['engine/core/src']);
  const services = ['demo/services/src', 'demo/services/Cargo.toml'];
  await written('hosts', ['e2e/support/hosts.gen.mjs'], 'demo-services', services);
}

/** Writes generated files with the unit tests `contract` of a crate, which otherwise fail if the files are stale. */
function written(name, files, crate, sources) {
  const hash = hashOf([...sources, ...files, ...RUST]);
  return unlessDone(
    stamp(name),
    hash,
    files.map((file) => at(file)),
    async () => {
      say(`build: ${files.join(', ')} (about 30 s)`);
      await run('cargo', ['test', '--locked', '--quiet', '--package', crate, '--lib', 'contract'], {
        what: `writing ${files.join(', ')}`,
        env: { WRITE_CONTRACT: '1' },
      });
    },
  );
}

const ENGINE = ['engine', ...RUST, 'package-lock.json'];
const ENGINE_OUT = [path.join(engineFolder, 'manifest.json')];
// with the words of a panic, or without (engine/xtask/src/wasm.rs)
const engineHash = () => hashOf(ENGINE, process.env.ENGINE_DEBUG ?? '');

/** The engine's WebAssembly and its glue as they ship, in the target folder. */
export function engine() {
  return unlessDone(stamp('engine'), engineHash(), ENGINE_OUT, async () => {
    say('setup: engine -> WebAssembly (about five minutes the first time)');
    rmSync(stamp('engine-quick'), { force: true });
    await run(xtaskBinary, ['wasm'], { what: 'building the engine' });
  });
}

/** An engine for development, in the same place: larger, and compiled in a fraction of the time. Keeps an engine as it ships if that is current. */
export async function quickEngine({ quiet = true } = {}) {
  const hash = engineHash();
  if (isDone(stamp('engine'), hash, ENGINE_OUT)) return;
  await unlessDone(stamp('engine-quick'), hash, ENGINE_OUT, async () => {
    say('setup: engine -> WebAssembly, not optimized (about two minutes the first time)');
    rmSync(stamp('engine'), { force: true });
    await run(xtaskBinary, ['wasm', '--quick'], { what: 'building the engine', quiet });
  });
}

/** The demo's pocket wallet, with the official SDK in it: .demo/wallet/pocket.js (a second). */
export function pocketWallet() {
  const inputs = ['demo/wallets/pocket', 'demo/wallets/confirm', ...NPM];
  const output = at('.demo/wallet/pocket.js');
  return unlessDone(stamp('pocket'), hashOf(inputs), [output], () => {
    say('setup: the pocket wallet (about 2 s)');
    return run(
      'esbuild',
      [
        at('demo/wallets/pocket/pocket.ts'),
        '--bundle',
        '--minify',
        '--format=esm',
        '--target=es2022',
        '--log-level=warning',
        `--outfile=${output}`,
        // The SDK's switch for tests: it doesn't contact hosts to verify sites.
        '--banner:js=globalThis.process ??= { env: { IS_VITEST: "true" } };',
        '--define:global=globalThis',
      ],
      { what: 'bundling the pocket wallet' },
    );
  });
}

/**
 * Bundles the requests of the demo's page of effects, one file per namespace, and the wallets of the page "Strange wallets", into
 * .demo/wallet/effects/ (three seconds).
 */
export function effects() {
  const inputs = [
    'demo/effects',
    'demo/cosmos/layout.mjs',
    'demo/polkadot/payload.mjs',
    'demo/strange',
    'bindings/testing',
    ...NPM,
  ];
  const folder = at('.demo/wallet/effects');
  const strange = path.join(folder, 'strange-wallets.js');
  const outputs = [...EFFECTS.map((family) => path.join(folder, `${family}.js`)), strange];
  return unlessDone(stamp('effects'), hashOf(inputs), outputs, async () => {
    say('setup: the pages of effects and of strange wallets (about 3 s)');
    rmSync(folder, { recursive: true, force: true });
    // The test kit's wallets, in a page: the kit is for Node and takes its bytes.
    await run(
      'esbuild',
      [
        at('demo/strange/wallets.ts'),
        `--inject:${at('demo/strange/buffer.ts')}`,
        '--bundle',
        '--minify',
        '--format=esm',
        '--target=es2022',
        '--log-level=warning',
        `--outfile=${strange}`,
      ],
      { what: 'bundling the page of strange wallets' },
    );
    return run(
      'esbuild',
      [
        ...EFFECTS.map((family) => at(`demo/effects/${family}.ts`)),
        '--bundle',
        '--splitting',
        '--minify',
        '--format=esm',
        '--target=es2022',
        '--log-level=warning',
        `--outdir=${folder}`,
      ],
      { what: 'bundling the page of effects' },
    );
  });
}

/** dist/ is written by something else from now on: the next step that needs it builds it. */
export const forgetDist = () => rmSync(stamp('dist'), { force: true });

/** dist/ with its types, the demo wallet's window and the secure site's frame. */
export function dist() {
  const inputs = [
    'element/src',
    'demo/wallets/confirm',
    'demo/secure',
    'rollup.config.mjs',
    'scripts/rollup',
    'scripts/packaging/licence-texts.mjs',
    'Cargo.lock',
    'rollup.types.config.mjs',
    'tsconfig.json',
    'bindings',
    ...NPM,
  ];
  const outputs = [at('dist/integrity.json'), at('dist/types/index.d.ts'), at(ENGINE_TEXTS)];
  const glue = existsSync(engineFolder) ? hashOf([path.relative(at(), engineFolder)]) : '';
  return unlessDone(stamp('dist'), hashOf(inputs, glue), outputs, async () => {
    say('setup: dist/ (about 15 s)');
    await run('rollup', ['--config', '--silent'], { what: 'rollup' });
    await run('rollup', ['--config', 'bindings/rollup.config.mjs', '--silent'], {
      what: 'rollup (bindings)',
    });
    await run('rollup', ['--config', 'rollup.types.config.mjs', '--silent'], { what: 'rollup (types)' });
    await writeEngineTexts();
  });
}
