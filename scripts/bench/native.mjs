// `npm run bench -- --native`: measures the engine without a browser (engine/bench, criterion), with lists that are 10 and 100 times as long. The
// slope compares time with size on logarithms: 0 is constant, 1 is linear.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { at, targetFolder } from '../lib/project.mjs';
import { run } from '../lib/run.mjs';

const folder = path.join(targetFolder, 'bench');
const home = path.join(folder, 'criterion');
const SCALES = ['1x', '10x', '100x'];

export async function native() {
  const args = ['bench', '--locked', '--manifest-path', at('engine/bench/Cargo.toml'), '--'];
  args.push('--warm-up-time', '0.5', '--measurement-time', '2', '--sample-size', '10');
  const env = { ...process.env, CARGO_TARGET_DIR: folder, CRITERION_HOME: home };
  await run('cargo', args, { what: 'the native benchmarks', env });
  for (const group of names(home)) for (const line of lines(path.join(home, group))) row(group, ...line);
}

const names = (of) => readdirSync(of).filter((name) => name != 'report');

/** The median in microseconds, or undefined if the line isn't a measurement. */
function us(of) {
  const file = path.join(of, 'new', 'estimates.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).median.point_estimate / 1000 : undefined;
}

function* lines(group) {
  for (const name of names(group)) {
    const alone = us(path.join(group, name));
    if (alone !== undefined) yield [name, alone];
    const curve = SCALES.map((scale) => us(path.join(group, name, scale)));
    if (curve.every((time) => time !== undefined))
      yield [name, ...curve, Math.log10(curve[2] / curve[0]) / 2];
  }
}

function row(group, name, ...figures) {
  const cells = figures.map((figure) => figure.toPrecision(3).padStart(12)).join('');
  console.log(`${`${group}: ${name}`.padEnd(60)}${cells}`);
}
