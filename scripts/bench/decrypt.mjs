// Messages of the relay a second: the example of engine/walletconnect, natively, in the profile of the browser's build.
import path from 'node:path';
import { Problem } from '../lib/fail.mjs';
import { targetFolder } from '../lib/project.mjs';
import { output, run } from '../lib/run.mjs';

const GOAL = { least: 1_000 };
/** The goal is for what wallets and pages send each other; larger ones are only told. */
const USUAL_MAX_BYTES = 11_000;
const LIMIT_MS = 60_000;
const LINE = /^ *(\d+) bytes of JSON: +(\d+) messages\/s$/gm;

export async function decrypt({ each, line }) {
  console.log('bench: building the example (about a minute the first time)');
  const example = ['--package', 'walletconnect', '--release', '--example', 'decrypt'];
  await run('cargo', ['build', '--locked', '--quiet', ...example], { what: 'building the example' });
  const name = process.platform === 'win32' ? 'decrypt.exe' : 'decrypt';
  const program = path.join(targetFolder, 'release', 'examples', name);
  const rates = new Map();
  await each(async () => {
    const text = (await output(program, [], { limit_ms: LIMIT_MS })) ?? '';
    const said = [...text.matchAll(LINE)].map((found) => found.slice(1).map(Number));
    if (said.length === 0)
      throw new Problem(`${program} did not end well, or says something else than it used to`);
    for (const [size, rate] of said) rates.set(size, [...(rates.get(size) ?? []), rate]);
  });
  for (const [size, samples] of rates)
    line(`messages of ${size} bytes decrypted`, '/s', samples, size <= USUAL_MAX_BYTES ? GOAL : undefined);
}
