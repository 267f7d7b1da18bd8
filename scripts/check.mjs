// Everything that reads the sources without running them: formats, lints, types, locks.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { main, Problem } from './lib/fail.mjs';
import { commits } from './commits.mjs';
import { checkLicenses } from './lib/licenses.mjs';
import { at } from './lib/project.mjs';
import { run, say } from './lib/run.mjs';
import { NATIVE, packages } from './lib/steps.mjs';
import { checkTools } from './lib/tools.mjs';
import { changelogOf } from './release/version.mjs';
import { words } from './words.mjs';

const DENY = ['--', '-D', 'warnings'];

export async function check() {
  await sources();
  await run('cargo', ['clippy', '--locked', '--quiet', ...NATIVE, '--all-targets', ...DENY], {
    what: 'clippy',
  });
  await lintWeb();
  say('check: formats, lints, types and locks are fine');
}

/** Checks that don't need a Rust compiler. */
export async function sources() {
  locks();
  await commits();
  words();
  // throws if a file of changelog.d has a wrong name or line
  changelogOf(at());
  await run('cargo', ['fmt', '--all', '--check'], { what: 'cargo fmt' });
  await run('eslint', ['.', '--max-warnings', '0'], { what: 'eslint' });
  await run('tsc', ['--project', 'tsconfig.json'], { what: 'tsc' });
  await run('tsc', ['--project', 'bindings/tsconfig.json'], { what: 'tsc (bindings)' });
  await run('tsc', ['--project', 'e2e/tsconfig.json'], { what: 'tsc (e2e)' });
  await run('prettier', ['--check', '--log-level', 'warn', '.'], { what: 'prettier' });
  await run(
    'cspell',
    ['--config', 'cspell.json', '--no-default-configuration', '--no-progress', '--no-summary'],
    {
      what: 'cspell (a name that it lacks goes into scripts/words/project.txt)',
    },
  );
}

/** Lints the browser half, which compiles only for the browser. It uses the release profile, because the engine's build has compiled its dependencies. */
export function lintWeb() {
  const target = ['--target', 'wasm32-unknown-unknown', '--release'];
  return run(
    'cargo',
    ['clippy', '--locked', '--quiet', '--package', 'wallet-engine-web', ...target, ...DENY],
    { what: 'clippy (web)' },
  );
}

/** Packages with a known install script. It never runs (.npmrc). Review a new one before you add it. */
const SCRIPTS_KNOWN = new Set([
  'node_modules/esbuild',
  'node_modules/fsevents',
  // Peers of the Bitcoin tests' packages. Compiling makes them faster; otherwise they use JavaScript.
  'node_modules/secp256k1',
  'node_modules/bitcoinjs-message/node_modules/secp256k1',
]);

/** docs/spec/security.md S5: exact versions, no registry in the lock, no unknown install script, open licenses, nothing the product needs at run time. */
function locks() {
  const hosts = readdirSync(at('demo/hosts')).map((name) => `demo/hosts/${name}/package-lock.json`);
  for (const file of ['demo/hosts/package-lock.json', ...hosts].filter((one) => existsSync(at(one)))) {
    const { packages } = JSON.parse(readFileSync(at(file), 'utf8'));
    checkLicenses(packages, file);
    for (const [name, entry] of Object.entries(packages))
      if (/^https?:/.test(entry.resolved ?? ''))
        throw new Problem(`${file}: ${name} names a registry (see .npmrc)`);
  }
  const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  checkLicenses(lock.packages, 'package-lock.json');
  for (const [name, entry] of Object.entries(lock.packages)) {
    if (entry.hasInstallScript && !SCRIPTS_KNOWN.has(name))
      throw new Problem(`package-lock.json: ${name} brings an install script`);
    if (/^https?:/.test(entry.resolved ?? ''))
      throw new Problem(`package-lock.json: ${name} names a registry (see .npmrc)`);
    if (name.startsWith('node_modules/') && !entry.link && !entry.integrity)
      throw new Problem(`package-lock.json: ${name} has no integrity`);
  }
  const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  for (const [name, version] of Object.entries(manifest.devDependencies)) {
    // an alias of a second version: npm:<name>@<version>
    if (!/^(npm:[^:]+@)?\d+\.\d+\.\d+$/.test(version))
      throw new Problem(`package.json: ${name} has no exact version`);
  }
  if (manifest.dependencies || manifest.optionalDependencies)
    throw new Problem('package.json: the product has no run-time packages, dist/ carries what it needs');
  if (!existsSync(at('Cargo.lock')))
    throw new Problem('Cargo.lock is missing: it belongs into the repository');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main('check', async () => {
    await checkTools();
    await packages();
    await check();
  });
}
