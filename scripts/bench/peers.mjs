// Compares ours with other modals. It runs the benchmark in a folder (its measure.mjs and the modals in its dist/) with a page made from our dist/, and
// prints medians with their ratio to the best other modal. Runs are interleaved, each in a new browser. Compare values only within one run.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { Problem } from '../lib/fail.mjs';
import { at } from '../lib/project.mjs';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>ours</title></head><body>
<wallet-button></wallet-button>
<script type="module" src="./dist/define.js"></script>
<script type="module">
import { createWalletModal } from './dist/index.js';
createWalletModal({ projectId: 'b56e18d47c72ab683b10814fe9495694', networks: [{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: ['https://eth.example.com'] } } }] });
</script></body></html>
`;

const sum = (one) => one.button + one.item;
/** The values of each modal: its mode, and how to read it from a sample. */
const FIGURES = [
  ['load to button, throttled, ms', 'throttled', (one) => one.button],
  ['click to card, throttled, ms', 'throttled', (one) => one.modal],
  ['click to list, throttled, ms', 'throttled', (one) => one.item],
  ['load to list in sum, throttled, ms', 'throttled', sum],
  ['long tasks from the click, throttled, ms', 'throttled', (one) => one.longOpen],
  ['load to button, ms', 'fast', (one) => one.button],
  ['click to list, ms', 'fast', (one) => one.item],
  ['reopen, warm, ms', 'fast', (one) => one.reopen],
  ['brotli at load, kB', 'throttled', (one) => one.loadBytes.br / 1000],
  ['brotli from the click on, kB', 'throttled', (one) => one.openBytes.br / 1000],
  ['files from the click on', 'throttled', (one) => one.openBytes.files],
  ['JS heap open, MB', 'fast', (one) => one.heapOpen.js / 1e6],
  ['nodes in 20 openings', 'fast', (one) => one.heapClosed20?.nodes - one.heapClosed1?.nodes],
  ['requests to others at load', 'throttled', (one) => one.loadExt],
];

/** @param {{ folder: string, runs: number, hover: number }} asked */
export async function peers({ folder, runs, hover }) {
  const measure = path.resolve(folder, 'measure.mjs');
  if (!existsSync(measure)) throw new Problem(`there is no ${measure}`);
  if (!existsSync(at('dist/index.js'))) throw new Problem('there is no dist/: run `npm run setup` first');
  const others = readdirSync(path.resolve(folder, 'dist')).filter((name) => name != 'ours');
  const work = mkdtempSync(path.join(os.tmpdir(), 'wallet-modal-bench-'));
  try {
    const ours = path.join(work, 'ours');
    const files = (name) => !name.includes('.') || /\.(js|wasm|json)$/.test(name);
    mkdirSync(ours);
    cpSync(at('dist'), path.join(ours, 'dist'), {
      recursive: true,
      filter: (from) => files(path.basename(from)),
    });
    writeFileSync(path.join(ours, 'index.html'), PAGE);
    const out = path.join(work, 'results.json');
    await run(measure, [
      '--cand',
      [...others, 'ours'],
      '--dir',
      `ours=${ours}`,
      '--runs',
      runs,
      '--hover',
      hover,
      '--out',
      out,
    ]);
    print(JSON.parse(readFileSync(out, 'utf8')), others);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(script, args) {
  const child = spawn(process.execPath, [script, ...args.map(String)], {
    cwd: path.dirname(script),
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code ? reject(new Problem(`${script} ended with ${code}`)) : resolve()));
  });
}

/** A line a figure: the median of each, and ours in parts of the least of the others. */
function print(samples, others) {
  const names = [...others, 'ours'];
  console.log(
    `\n${''.padEnd(42)}${names.map((name) => name.padStart(16)).join('')}${'ours/best'.padStart(12)}`,
  );
  for (const [title, mode, read] of FIGURES) {
    const medians = names.map((name) =>
      median(samples.filter((one) => one.n == name && one.mode == mode && !one.fail).map(read)),
    );
    const best = Math.min(...medians.slice(0, -1).filter((value) => value > 0));
    const ratio = Number.isFinite(best) ? (medians.at(-1) / best).toFixed(2) : '';
    const cells = medians.map((value) =>
      (Number.isNaN(value) ? '-' : value.toFixed(value < 20 ? 1 : 0)).padStart(16),
    );
    console.log(`${title.padEnd(42)}${cells.join('')}${ratio.padStart(12)}`);
  }
}

function median(values) {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
