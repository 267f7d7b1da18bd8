// `npm run bench -- [--runs N] [--only uri,open,reload,memory,growth,calls,scale,bytes,journeys,decrypt]`: measures the existing dist/. Each line has
// a value, its goal, its median and the spread of N runs (7). Times need a quiet machine, so no time fails. A step that doesn't finish fails.
// BENCH_BASE_PORT (4300) and BENCH_CHAIN_PORT (8745) move the demo's ports: eleven and nine.
// `npm run bench -- --native`: the engine without a browser, and how its time grows (bench/native.mjs). The first run takes minutes longer.
// `npm run bench -- --peers DIR [--hover ms]`: compares with the modals built in DIR, a checkout of the shared benchmark (bench/peers.mjs).
import { existsSync, statSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { browser } from './bench/browser.mjs';
import { bytes } from './bench/bytes.mjs';
import { calls } from './bench/calls.mjs';
import { decrypt } from './bench/decrypt.mjs';
import { growth } from './bench/growth.mjs';
import { journeys } from './bench/journeys.mjs';
import { memory } from './bench/memory.mjs';
import { native } from './bench/native.mjs';
import { open } from './bench/open.mjs';
import { peers } from './bench/peers.mjs';
import { reload } from './bench/reload.mjs';
import { scale } from './bench/scale.mjs';
import { uri } from './bench/uri.mjs';
import { startDemo } from './lib/demo.mjs';
import { main, Problem } from './lib/fail.mjs';
import { at, servicesBinary } from './lib/project.mjs';

const PARTS = { bytes, journeys, uri, open, reload, memory, growth, calls, scale, decrypt };
const IN_BROWSER = ['journeys', 'uri', 'open', 'reload', 'memory', 'growth', 'calls', 'scale'];
const RUNS = 7;
/** The load of all cores, over a second, before the benchmark starts. */
const IDLE_MIN = 0.9;

await main('bench', async () => {
  const { runs, names, folder, hover, alone } = asked();
  if (folder) {
    await sayIdle();
    return peers({ folder, runs, hover });
  }
  if (alone) {
    await sayIdle();
    return native();
  }
  const inBrowser = names.some((name) => IN_BROWSER.includes(name));
  if (inBrowser) built();
  await sayIdle();
  const demo = inBrowser && (await startDemo({ ...ports(), quiet: true }));
  try {
    const browse = demo && (await browser(demo.url));
    const broken = demo && demo.ended.then((who) => Promise.reject(new Problem(`${who} stopped by itself`)));
    row('', '', 'goal', 'median', 'spread', 'samples');
    for (const name of names) {
      const each = (sample, most = runs) => repeat(name, Math.min(runs, most), sample);
      const measured = PARTS[name]({ browse, each, line });
      await (broken ? Promise.race([measured, broken]) : measured);
    }
  } finally {
    await (demo && demo.end());
  }
});

function asked() {
  try {
    const options = {
      runs: { type: 'string' },
      only: { type: 'string' },
      peers: { type: 'string' },
      hover: { type: 'string' },
      native: { type: 'boolean' },
    };
    const { values } = parseArgs({ options });
    const runs = Number(values.runs ?? RUNS);
    if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1 on');
    const names = values.only?.split(',') ?? Object.keys(PARTS);
    const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
    if (unknown !== undefined) throw new Error(`there is no part "${unknown}"`);
    return { runs, names, folder: values.peers, hover: Number(values.hover ?? 0), alone: values.native };
  } catch ({ message }) {
    throw new Problem(
      `${message}; usage: npm run bench -- [--runs N] [--only ${Object.keys(PARTS)}] [--native] [--peers DIR [--hover ms]]`,
    );
  }
}

/** Doesn't build, so you can measure the existing dist/ while the sources change. */
function built() {
  for (const file of [at('dist/index.js'), servicesBinary])
    if (!existsSync(file)) throw new Problem(`there is no ${file}: run \`npm run setup\` first`);
  const { mtime } = statSync(at('dist/index.js'));
  console.log(`bench: dist/ as built ${mtime.toLocaleString('sv')}`);
}

/** Its own ports, so `npm start` and the browser tests can run at the same time. */
function ports() {
  const port = (name, otherwise) => Number(process.env[name] ?? otherwise);
  return { basePort: port('BENCH_BASE_PORT', 4300), chainPort: port('BENCH_CHAIN_PORT', 8745) };
}

async function sayIdle() {
  const total = () => {
    const all = os.cpus().map(({ times }) => times);
    const sum = (of) => all.reduce((so_far, times) => so_far + of(times), 0);
    return {
      idle: sum((times) => times.idle),
      all: sum((times) => Object.values(times).reduce((a, b) => a + b)),
    };
  };
  const before = total();
  await sleep(1000);
  const after = total();
  const idle = (after.idle - before.idle) / (after.all - before.all);
  if (idle < IDLE_MIN)
    console.log(
      `bench: this machine is ${Math.round(100 * (1 - idle))} % busy: the times below mean nothing`,
    );
}

async function repeat(name, runs, sample) {
  for (let run = 1; run <= runs; run++) {
    try {
      await sample();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(`${name}, run ${run} of ${runs}: ${error.message}`);
    }
  }
}

/** `goal`: one of below, most, least; without it the figure is only told. */
function line(name, unit, samples, goal) {
  const sorted = [...samples].sort((a, b) => a - b);
  const median = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  const spread = sorted.length > 1 ? `${figure(sorted[0])} to ${figure(sorted.at(-1))}` : '';
  const mark = !goal ? '' : meets(median, goal) ? 'ok' : 'miss';
  row(mark, name, words(goal), `${figure(median)} ${unit}`, spread, samples.length);
}

function meets(value, { below, most, least }) {
  if (below !== undefined) return value < below;
  return most !== undefined ? value <= most : value >= least;
}

function words(goal) {
  const [[kind, value]] = Object.entries(goal ?? { '': '' });
  return `${{ below: '<', most: '<=', least: '>=' }[kind] ?? ''} ${value}`;
}

/** Three digits say enough. */
function figure(value) {
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

function row(mark, name, ...cells) {
  const widths = [10, 15, 20, 9];
  const right = cells.map((cell, index) => String(cell).padStart(widths[index])).join('');
  console.log(`${mark.padEnd(5)}${name.padEnd(54)}${right}`.trimEnd());
}
