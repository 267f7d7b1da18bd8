// Do the tests notice? `npm run mutants -- --seed N --count 40 [--of engine|element|secure|all] [--against REF] [--e2e related|all|none]`
// takes random small changes of engine/core/src, engine/walletconnect/src, element/src and demo/secure, the same for the same seed, puts one at a
// time into a copy of the tree in the temp folder (with a target folder of its own; this checkout is never touched) and runs what could notice, quickest
// first: the compiler (what it refuses does not count and the next one takes its place), `cargo test` or vitest, then the browser tests of
// the subject. Who survives is run on the tests of REF too. Exit code 1 when somebody survives.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from './chromium.mjs';
import { main, Problem } from './lib/fail.mjs';
import { applied, mutantsOf, shuffled } from './lib/mutate.mjs';
import { at } from './lib/project.mjs';
import { output } from './lib/run.mjs';

const MINUTE_MS = 60_000;
/** A change may never end; the tests without one take a fraction of this. */
const LIMIT_MS = { build: 20 * MINUTE_MS, quick: 10 * MINUTE_MS, e2e: 40 * MINUTE_MS };
/** Which browser tests look at a source. The first that fits; all of them otherwise. */
const RELATED = [
  [/^demo\/secure\//, ['e2e/embedded']],
  [/send|transfer|transaction|money|amount/, ['e2e/money', 'e2e/host/libraries']],
  [/switch|network|namespaces/, ['e2e/networks', 'e2e/host', 'e2e/money']],
  [/balance|token|activity|nft|identity|asset|account/, ['e2e/account', 'e2e/connect', 'e2e/host/buttons']],
  [/siwx|sign_in|sign-in|signing|signature/, ['e2e/sign-in', 'e2e/relay', 'e2e/host']],
  [/pairing|session|relay|wallet_connect|wallet-connect/, ['e2e/relay', 'e2e/directory']],
  [/directory|links|downloads|all-wallets|get-wallet/, ['e2e/directory', 'e2e/relay']],
];

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '40' },
    of: { type: 'string', default: 'all' },
    against: { type: 'string' },
    e2e: { type: 'string', default: 'related' },
  },
});

/** What can be changed, by the names of `--of`. */
const SOURCES = {
  engine: /^engine\/(core|walletconnect)\/src\/.*\.rs$/,
  element: /^element\/src\/.*\.tsx?$/,
  secure: /^demo\/secure\/[^/]+\.ts$/,
};

const SURVIVED = 'SURVIVED';

/** The copy, and what is run in it. */
class Tree {
  /** Browser tests that fail without any change: what they say counts for nothing. */
  #broken = null;

  constructor(root) {
    this.root = root;
    this.env = { ...process.env, CARGO_TARGET_DIR: path.join(root, 'target') };
  }

  fill(files) {
    for (const file of files) {
      if (!existsSync(at(file))) continue;
      mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
      cpSync(at(file), path.join(this.root, file));
    }
    cpSync(at('node_modules'), path.join(this.root, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }

  /** The quick layers pass without a change, or nothing that fails means anything. */
  async expectSound() {
    console.log(
      `mutants: the tests without a change, in ${this.root} (some minutes: everything is compiled)`,
    );
    for (const [what, ...command] of [CARGO_BUILD, CARGO, TSC, VITEST].filter(isAsked)) {
      const { code, text } = await this.#run(command, LIMIT_MS.build);
      if (code !== 0) throw new Problem(`${what} fails without any change:\n${text.slice(-3000)}`);
    }
  }

  /** Who noticed, SURVIVED, or null when it does not compile. */
  async judge(mutant) {
    const restore = this.#apply(mutant);
    try {
      const [build, quick] = testsOf(mutant);
      if ((await this.#run(build.slice(1), LIMIT_MS.build)).code !== 0) return null;
      const { code } = await this.#run(quick.slice(1), LIMIT_MS.quick);
      if (code !== 0) return `killed by ${quick[0]}${code === null ? ' (it did not end)' : ''}`;
      if (options.e2e === 'none') return SURVIVED;
    } finally {
      restore();
    }
    const folders =
      options.e2e === 'all' ? [] : (RELATED.find(([pattern]) => pattern.test(mutant.file))?.[1] ?? []);
    // Before the change is in it: which of these fail anyway.
    this.#broken ??= new Set(await this.#failing([]));
    const again = this.#apply(mutant);
    try {
      const [first] = (await this.#failing(folders)).filter((title) => !this.#broken.has(title));
      return first ? `killed by e2e (${first})` : SURVIVED;
    } finally {
      again();
    }
  }

  /** Runs the survivors on the tests of an older commit. Tests inside of a Rust source stay the new ones. */
  async againstOld(results, tracked) {
    if (results.length === 0) return;
    const isTest = (file) => /^(e2e|engine\/core\/tests)\/|\.test\.tsx?$/.test(file);
    for (const file of tracked.filter(isTest)) rmSync(path.join(this.root, file), { force: true });
    const old = (await output('git', ['ls-tree', '-r', '--name-only', options.against]))
      .split('\n')
      .filter(isTest);
    for (const file of old) {
      const text = await raw('git', ['show', `${options.against}:${file}`]);
      mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
      writeFileSync(path.join(this.root, file), text);
    }
    this.#broken = null;
    for (const result of results) {
      const end = await this.judge(result.mutant);
      result.end = `${SURVIVED}; on ${options.against}: ${end === null ? 'the old tests do not compile with it' : end}`;
    }
  }

  #apply(mutant) {
    const file = path.join(this.root, mutant.file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, applied(text, mutant));
    return () => writeFileSync(file, text);
  }

  /** Titles of the browser tests that fail, twice in a row. */
  async #failing(folders) {
    const built = await this.#run(['node', 'scripts/setup.mjs'], LIMIT_MS.build);
    if (built.code !== 0) return ['it does not build for the browser'];
    const report = path.join(this.root, 'e2e-report.json');
    rmSync(report, { force: true });
    this.env.CHROMIUM ??= await chromium();
    this.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
    const more = this.#broken ? ['--max-failures', '1'] : [];
    const { text } = await this.#run([...PLAYWRIGHT, '--retries', '1', ...more, ...folders], LIMIT_MS.e2e);
    if (!existsSync(report)) throw new Problem(`the browser tests did not run:\n${text.slice(-2000)}`);
    const failed = [];
    const walk = ({ suites = [], specs = [] }) => {
      suites.forEach(walk);
      for (const { title, file, tests } of specs)
        if (tests.some(({ status }) => status === 'unexpected')) failed.push(`${file}: ${title}`);
    };
    walk(JSON.parse(readFileSync(report, 'utf8')));
    return failed;
  }

  /** `code` is null when it had to be ended: with all it started. */
  #run([command, ...args], limit_ms) {
    const bin = path.join(this.root, 'node_modules', '.bin');
    const env = { ...this.env, PATH: bin + path.delimiter + process.env.PATH };
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: this.root,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const pieces = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece));
      let late = false;
      const limit = setTimeout(() => {
        late = true;
        process.kill(-child.pid, 'SIGKILL');
      }, limit_ms);
      child.on('error', reject);
      child.on('close', (code) => {
        clearTimeout(limit);
        resolve({ code: late ? null : code, text: Buffer.concat(pieces).toString() });
      });
    });
  }
}

// Both crates whichever has the change: the engine's tests run the protocol too.
const OF_ENGINE = ['test', '--locked', '--quiet', '--package', 'walletconnect', '--package', 'wallet-engine'];
const isAsked = ([, command]) => options.of === 'all' || (options.of === 'engine') === (command === 'cargo');
const CARGO_BUILD = ['compiling the engine', 'cargo', ...OF_ENGINE, '--no-run'];
const CARGO = ['cargo test', 'cargo', ...OF_ENGINE];
const TSC = ['tsc', 'tsc', '--project', 'tsconfig.json'];
const VITEST = ['vitest', 'vitest', 'run', '--bail', '1'];
/** The frame of the embedded wallet has its own: no other unit test looks at it. */
const VITEST_SECURE = [...VITEST, '--project', 'secure'];
const PLAYWRIGHT = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter', 'json'];

/** What compiles a change, and what notices it within seconds. */
function testsOf({ file }) {
  if (file.endsWith('.rs')) return [CARGO_BUILD, CARGO];
  return [TSC, file.startsWith('demo/') ? VITEST_SECURE : VITEST];
}

/** What a command prints, to the last byte. */
const raw = (command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: at(), stdio: ['ignore', 'pipe', 'inherit'] });
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.on('close', (code) =>
      code === 0
        ? resolve(Buffer.concat(pieces))
        : reject(new Problem(`${command} ${args.join(' ')} failed`)),
    );
  });

const diff = ({ before, after }) => `- ${before.trim()}${after === null ? '' : `\n+ ${after.trim()}`}`;

function table(results) {
  console.log('\n| | mutant | change | end |\n|---|---|---|---|');
  for (const [i, { mutant, end }] of results.entries())
    console.log(
      `| ${i + 1} | ${mutant.file}:${mutant.line} | ${mutant.name.replaceAll('|', '\\|')} | ${end} |`,
    );
}

function whole(name) {
  const value = Number(options[name]);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Problem(`--${name} is a whole number, not "${options[name]}".`);
  return value;
}

await main('mutants', async () => {
  const [seed, count] = [whole('seed'), whole('count')];
  if (!['related', 'all', 'none'].includes(options.e2e))
    throw new Problem(`--e2e is related, all or none, not "${options.e2e}".`);
  if (![...Object.keys(SOURCES), 'all'].includes(options.of))
    throw new Problem(`--of is engine, element, secure or all, not "${options.of}".`);
  if (options.against && !(await output('git', ['rev-parse', '--verify', `${options.against}^{commit}`])))
    throw new Problem(`git knows no ${options.against}.`);
  const tracked = (await output('git', ['ls-files', '--cached', '--others', '--exclude-standard'])).split(
    '\n',
  );
  const sources = tracked.filter(
    (file) =>
      existsSync(at(file)) &&
      !/\.test\.tsx?$|\.d\.ts$|\/contract\.ts$/.test(file) &&
      Object.entries(SOURCES).some(([of, pattern]) => ['all', of].includes(options.of) && pattern.test(file)),
  );
  const all = shuffled(
    sources.flatMap((file) => mutantsOf(file, readFileSync(at(file), 'utf8'))),
    seed,
  );
  console.log(`mutants: seed ${seed}, ${count} of ${all.length} in ${sources.length} files`);

  const copy = mkdtempSync(path.join(os.tmpdir(), 'wallet-modal-mutants-'));
  try {
    const tree = new Tree(copy);
    tree.fill(tracked);
    await tree.expectSound();
    const results = [];
    for (const mutant of all) {
      if (results.length === count) break;
      const end = await tree.judge(mutant);
      if (end === null) continue;
      results.push({ mutant, end });
      console.log(
        `\n${results.length}/${count} ${end}: ${mutant.file}:${mutant.line} (${mutant.name})\n${diff(mutant)}`,
      );
    }
    if (options.against)
      await tree.againstOld(
        results.filter(({ end }) => end === SURVIVED),
        tracked,
      );
    table(results);
    const alive = results.filter(({ end }) => end.startsWith(SURVIVED)).length;
    if (alive > 0) throw new Problem(`${alive} of ${results.length} survived (seed ${seed}).`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
