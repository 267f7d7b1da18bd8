// `node scripts/fuzz.mjs [TARGET...] [--runs N] [--plain]`: builds the fuzz targets (engine/fuzz) and runs each one, 10,000,000 times by default.
// `--plain` doesn't trace comparisons: half again as fast, for long runs with a rich corpus. The first finding stops the script, and libFuzzer
// prints the file with the bytes, which `target/fuzz/.../TARGET FILE` repeats. The corpus is in target/fuzz/corpus.
//
// `node scripts/fuzz.mjs TARGET --seeds FILE...` adds files, such as ones of the corpus, to the seeds of a target (engine/fuzz/seeds).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { main, Problem } from './lib/fail.mjs';
import { at, targetFolder } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { addSeeds, seedsOf, spread } from './lib/seeds.mjs';

const TRIPLE = 'x86_64-unknown-linux-gnu';
const folder = path.join(targetFolder, 'fuzz');
/** libFuzzer's instrumentation on the stable compiler, without cargo-fuzz. */
const FLAGS = [
  '-Cpasses=sancov-module',
  '-Cllvm-args=-sanitizer-coverage-level=4',
  '-Cllvm-args=-sanitizer-coverage-inline-8bit-counters',
  '-Cllvm-args=-sanitizer-coverage-pc-table',
  '-Ccodegen-units=1',
  '--cfg fuzzing',
];
const COMPARISONS = '-Cllvm-args=-sanitizer-coverage-trace-compares';

/** Longer inputs only cost time: real ones are shorter than this, and the limits on length have tests of their own. */
const MAX_LEN = { uri: 512, ids: 128, envelope0: 512, envelope1: 512, recap: 1024, client_message: 4096 };
const MAX_LEN_OTHERS = 2048;

const read = (name) => readFileSync(at(name), 'utf8');
const targets = [...read('engine/fuzz/Cargo.toml').matchAll(/^path = "targets\/(\w+)\.rs"$/gm)].map(
  ([, name]) => name,
);

/** Every text and object among the vectors is a start; the fuzzer keeps those that lead somewhere. */
function* seeds(value) {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  yield JSON.stringify(value);
  for (const inner of Object.values(value)) yield* seeds(inner);
}

/** Names of fields and other words that chance would not find soon. */
function dictionary() {
  const words = new Set();
  const collect = (value) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) words.add(name);
      collect(inner);
    }
  };
  collect(vectors);
  for (const word of read('engine/fuzz/words.txt').trim().split('\n')) words.add(word);
  const quoted = [...words].map((word) => `"${word.replace(/[\\"]/g, '\\$&')}"`);
  return `${quoted.join('\n')}\n`;
}

const vectors = JSON.parse(read('docs/spec/walletconnect-vectors.json'));

async function fuzz(name, runs) {
  const corpus = path.join(folder, 'corpus', name);
  const findings = path.join(folder, 'findings', name);
  for (const each of [corpus, findings]) mkdirSync(each, { recursive: true });
  const length = MAX_LEN[name] ?? MAX_LEN_OTHERS;
  const own = seedsOf(name);
  const starts =
    own ?? [...seeds(vectors)].filter((seed) => seed.length <= length).map((seed) => Buffer.from(seed));
  spread(starts, corpus);
  const words = path.join(folder, 'words.dict');
  writeFileSync(words, dictionary());
  const program = path.join(folder, TRIPLE, 'release', name);
  const options = [
    `-runs=${runs}`,
    `-dict=${words}`,
    `-max_len=${length}`,
    '-timeout=10',
    '-rss_limit_mb=2048',
  ];
  const args = [...options, `-artifact_prefix=${findings}/`, '-print_final_stats=1', '-verbosity=0', corpus];
  console.log(`fuzz: ${name}, ${runs} runs`);
  await run(program, args, { what: `fuzzing ${name}` });
}

await main('fuzz', async () => {
  const args = process.argv.slice(2);
  const added = args.indexOf('--seeds');
  const files = added < 0 ? [] : args.splice(added).slice(1);
  const place = args.indexOf('--runs');
  const runs = place < 0 ? 10_000_000 : Number(args.splice(place, 2)[1]);
  const plain = args.indexOf('--plain');
  const flags = plain < 0 ? [...FLAGS, COMPARISONS] : FLAGS;
  if (plain >= 0) args.splice(plain, 1);
  const unknown = args.find((name) => !targets.includes(name));
  if (unknown) throw new Problem(`there is no target "${unknown}", only: ${targets.join(', ')}.`);
  if (files.length > 0) return addSeeds(args[0], files);
  await run(
    'cargo',
    ['build', '--locked', '--release', '--target', TRIPLE, '--manifest-path', at('engine/fuzz/Cargo.toml')],
    {
      what: 'building the fuzz targets',
      env: {
        RUSTFLAGS: flags.join(' '),
        RUSTC_WRAPPER: at('engine/fuzz/rustc.sh'),
        CARGO_TARGET_DIR: folder,
      },
    },
  );
  for (const name of args.length ? args : targets) await fuzz(name, runs);
});
