// Tests the tests. `npm run mutants -- --seed N --count 40 [--of engine|element|secure|all] [--against REF] [--e2e related|all|none]`
// makes small random changes in engine/core/src, engine/walletconnect/src, element/src and demo/secure; a seed repeats them. It applies one change
// at a time to a copy in the temp folder, with its own target folder. This checkout never changes. Then it runs the checks, the fastest first: the
// compiler (another change replaces one that doesn't compile), `cargo test` or vitest, then the browser tests of the subject. Changes of Rust
// functions are compiled into one build (lib/weave.mjs). `--within features/money,signing` limits the changes to these folders. Survivors also run
// against the tests of REF. The exit code is 1 if a change survives.
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
import { SWITCH, SWITCH_CODE, functionAround, woven } from './lib/weave.mjs';

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
    within: { type: 'string', default: '' },
  },
});

/** The sources that can change, by the names of `--of`. */
const SOURCES = {
  engine: /^engine\/(core|walletconnect)\/src\/.*\.rs$/,
  element: /^element\/src\/.*\.tsx?$/,
  secure: /^demo\/secure\/[^/]+\.ts$/,
};

const SURVIVED = 'SURVIVED';

/** The copy, and the commands that run in it. */
class Tree {
  /** Browser tests that fail without a change. Their results are ignored. */
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
    const noticed = this.#woven.has(mutant) ? await this.#judgeWoven(mutant) : await this.#judgeBuilt(mutant);
    if (noticed !== SURVIVED || options.e2e === 'none') return noticed;
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

  /** Runs the survivors against the tests of an older commit. Tests inside a Rust source stay new. */
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

  async #judgeBuilt(mutant) {
    const restore = this.#apply(mutant);
    try {
      const [build, ...quick] = testsOf(mutant);
      if ((await this.#run(build.slice(1), LIMIT_MS.build)).code !== 0) return null;
      for (const [what, ...command] of quick) {
        const { code } = await this.#run(command, LIMIT_MS.quick);
        if (code !== 0) return `killed by ${what}${code === null ? ' (it did not end)' : ''}`;
      }
      return SURVIVED;
    } finally {
      restore();
    }
  }

  /** Builds the tests of the engine with as many of these changes as compile together. */
  async weave(mutants) {
    const files = new Map();
    for (const mutant of mutants.filter(({ file }) => file.endsWith('.rs')))
      files.set(mutant.file, [...(files.get(mutant.file) ?? []), mutant]);
    const originals = new Map([...files.keys(), ...LIBS].map((file) => [file, this.#read(file)]));
    let number = 0;
    const all = [...files].flatMap(([file, of]) =>
      of.map((mutant) => ({
        ...mutant,
        of: mutant,
        number: ++number,
        isAlone: !functionAround(originals.get(file).split('\n'), mutant.line),
      })),
    );
    if (all.length === 0) return;
    console.log(`mutants: one build with ${all.length} changes`);
    try {
      for (;;) {
        const owners = new Map();
        for (const [file, text] of originals) {
          const here = all.filter((one) => one.file === file && !one.isAlone);
          const { text: changed, owner } = woven(text, here);
          owners.set(file, owner);
          writeFileSync(path.join(this.root, file), LIBS.includes(file) ? changed + SWITCH_CODE : changed);
        }
        const { code, text } = await this.#run(
          [...CARGO_BUILD.slice(1), '--message-format', 'json'],
          LIMIT_MS.build,
        );
        const messages = text
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line));
        if (code === 0) {
          this.#programs = messages
            .filter(({ reason, executable }) => reason === 'compiler-artifact' && executable)
            .map(({ executable, target, manifest_path }) => ({
              name: target.name,
              executable: this.#kept(executable),
              cwd: path.dirname(manifest_path),
            }));
          break;
        }
        const refused = new Set(messages.flatMap((message) => ownersOf(message, owners)));
        if (refused.size === 0)
          throw new Problem(`the changes beside each other do not compile:\n${text.slice(-3000)}`);
        for (const one of all) if (refused.has(one.number)) one.isAlone = true;
      }
    } finally {
      for (const [file, text] of originals) writeFileSync(path.join(this.root, file), text);
    }
    for (const one of all) if (!one.isAlone) this.#woven.set(one.of, one.number);
    const began = Date.now();
    const failing = await this.#judgeNumber(0, this.#programs, LIMIT_MS.quick);
    if (failing !== SURVIVED) throw new Problem(`the tests fail without any change: ${failing}`);
    this.#woven_ms = 3 * (Date.now() - began) + MINUTE_MS;
  }

  /** Copies a program of the woven build, because builds of single changes have the same name and would overwrite it. */
  #kept(executable) {
    const kept = path.join(this.root, 'woven', path.basename(executable));
    mkdirSync(path.dirname(kept), { recursive: true });
    cpSync(executable, kept);
    return kept;
  }

  /** The changes in the build, by the number that turns each one on. */
  #woven = new Map();
  #programs = [];
  #woven_ms = 0;

  #judgeWoven(mutant) {
    const crate = mutant.file.split('/')[1] === 'core' ? 'wallet_engine' : 'walletconnect';
    const rank = ({ name }) => [crate, 'scenarios'].indexOf(name) + 1 || 3;
    const programs = this.#programs.toSorted((a, b) => rank(a) - rank(b));
    return this.#judgeNumber(this.#woven.get(mutant), programs, this.#woven_ms);
  }

  /** The first test that fails ends it. */
  async #judgeNumber(number, programs, limit_ms) {
    for (const { name, executable, cwd } of programs) {
      const end = await new Promise((resolve, reject) => {
        const child = spawn(executable, [], {
          cwd,
          env: { ...this.env, [SWITCH]: `${number}` },
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        let text = '';
        let failed = null;
        const limit = setTimeout(() => {
          failed = 'it did not end';
          child.kill('SIGKILL');
        }, limit_ms);
        child.stdout.on('data', (piece) => {
          text = (text + piece).slice(-4000);
          failed ??= /^test (.+) \.\.\. FAILED$/m.exec(text)?.[1] ?? null;
          if (failed) child.kill('SIGKILL');
        });
        child.on('error', reject);
        child.on('close', (code) => {
          clearTimeout(limit);
          resolve(failed ?? (code === 0 ? null : `it ended with ${code}`));
        });
      });
      if (end) return `killed by ${name} (${end})`;
    }
    return SURVIVED;
  }

  #read(file) {
    return readFileSync(path.join(this.root, file), 'utf8');
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

/** Defines the switch of woven changes. */
const LIBS = ['engine/core/src/lib.rs', 'engine/walletconnect/src/lib.rs'];

/** The changes that a compiler's error is about. */
function ownersOf({ reason, message }, owners) {
  if (reason !== 'compiler-message' || message.level !== 'error') return [];
  const spans = message.spans.filter(({ is_primary }) => is_primary);
  return spans.flatMap(({ file_name, line_start }) => {
    const owner = [...owners].find(([file]) => file_name.endsWith(file) || file.endsWith(file_name))?.[1];
    return owner?.[line_start - 1] ?? [];
  });
}

/** The commands that compile a change and test it within seconds: first the tests with the file's name, then all. */
function testsOf({ file }) {
  if (file.endsWith('.rs')) return [CARGO_BUILD, CARGO];
  if (file.startsWith('demo/')) return [TSC, VITEST_SECURE];
  const own = file.replace(/\.tsx?$/, '');
  return [TSC, ['vitest, own file', ...VITEST.slice(1), '--passWithNoTests', `${own}.test`], VITEST];
}

/** A command's complete output. */
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

/** A Rust module that only tests compile, and the modules below it. */
function testModules(files) {
  return files
    .filter((file) => file.endsWith('.rs'))
    .flatMap((file) => {
      const folder = /\/(lib|mod)\.rs$/.test(file) ? path.dirname(file) : file.slice(0, -'.rs'.length);
      const found = readFileSync(at(file), 'utf8').matchAll(/^#\[cfg\(test\)\]\n(?:pub )?mod (\w+);/gm);
      return [...found].flatMap(([, name]) => [`${folder}/${name}.rs`, `${folder}/${name}/`]);
    });
}

const within = (file) => options.within.split(',').some((part) => file.includes(part));

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
  const ofTests = testModules(tracked.filter((file) => existsSync(at(file))));
  const isTestOnly = (file) =>
    ofTests.some((known) => (known.endsWith('/') ? file.startsWith(known) : file === known));
  const sources = tracked.filter(
    (file) =>
      existsSync(at(file)) &&
      !/\.test\.tsx?$|\.d\.ts$|\/contract\.ts$/.test(file) &&
      !/\/fuzz(\.rs$|\/)|^engine\/bench\//.test(file) && // what feeds the fuzzer or is timed is no product
      !isTestOnly(file) &&
      within(file) &&
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
    // the next changes replace one that doesn't compile
    await tree.weave(all.slice(0, Math.ceil(count * 1.4)));
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
