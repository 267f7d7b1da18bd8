// `npm run prove [-- ROW...]`: the proofs of `engine/core/tests/scenarios/proofs` a hundred times over, one of the browser, and the fuzz targets.
// `npm test` runs the same tests once, from the same seed. PROVE_TIMES (100) says how many times, PROVE_SEED another seed; every failure names
// its own. Stops at the first row that fails.
import { main, Problem } from './lib/fail.mjs';
import { at } from './lib/project.mjs';
import { run } from './lib/run.mjs';

/** TABLE: a proof's name, its description, and the command that runs it many times. Add a row for a new proof. */
const rows = (times) => {
  const count = (one) => (one * times).toLocaleString('en-US');
  return [
    {
      name: 'services',
      what: `every endpoint, each bad answer at up to ${times} of its places`,
      prove: (env) => tests(env, 'proofs::evil', 'proofs::pictures'),
    },
    {
      name: 'texts',
      what: `${count(1_000)} attacks through the text pipeline and through every field`,
      prove: (env) => tests(env, 'proofs::texts'),
    },
    {
      name: 'amounts',
      what: `${count(10_000)} amounts written, read and shown; ${count(30)} totals`,
      prove: (env) => tests(env, 'proofs::amounts'),
    },
    {
      name: 'swaps',
      what: `${count(2_000)} hostile swaps, ${count(1_000)} hostile approvals, and the good ones they were made of`,
      prove: (env) => tests(env, 'proofs::swaps'),
    },
    {
      name: 'solana',
      what: `${count(500)} transactions of random instructions, half of them with one that hands an account over, each changed three times`,
      prove: (env) => tests(env, 'proofs::solana'),
    },
    {
      name: 'descriptors',
      what: `${count(500)} calls of random types, each changed eight times, and ${count(800)} descriptors that were broken somewhere`,
      prove: (env) => tests(env, 'proofs::descriptors'),
    },
    {
      name: 'first-list',
      what: `the list of the first card beside the engine's, for ${count(100)} pages`,
      prove: async (env) => {
        const file = at('target', 'first-list.json');
        await tests({ ...env, FIRST_LIST: file }, 'proofs::first_list');
        await run('npx', ['vitest', 'run', 'element/src/first'], {
          what: 'first-list',
          env: { FIRST_LIST: file },
          quiet: true,
        });
      },
    },
    {
      name: 'announcements',
      what: `${count(1_000)} sequences of announcements of three families in the engine, and as many in a page`,
      prove: async (env) => {
        await tests(env, 'proofs::announcements');
        await run('npx', ['vitest', 'run', 'element/src/wallets/announcements'], {
          what: 'announcements',
          env,
          quiet: true,
        });
      },
    },
    {
      name: 'flat',
      what: `what the engine holds after ${(1_000 * Math.min(times, 10)).toLocaleString('en-US')} operations of each kind`,
      prove: (env) => tests(env, 'proofs::flat'),
    },
    {
      name: 'opening',
      what: `the card as it comes, by screen, project and pace; closed and opened again after each of ${Math.min(400, 8 * times)} pauses on four pages, slow and busy`,
      prove: (env) =>
        run('node', ['scripts/test.mjs', 'e2e/shell/frames', 'e2e/shell/again'], {
          what: 'opening',
          env,
          quiet: true,
        }),
    },
    {
      name: 'fuzz',
      what: `every decoder of foreign bytes, ${count(100_000)} inputs each`,
      prove: () => run('node', ['scripts/fuzz.mjs', '--runs', String(100_000 * times)], { what: 'fuzzing' }),
    },
  ];
};

function number(name, usual) {
  const given = process.env[name] ?? String(usual);
  if (!/^[1-9]\d*$/.test(given)) throw new Problem(`${name} is a whole number, not "${given}".`);
  return Number(given);
}

/** Tests whose path begins like that. No match is an error, because a proof that doesn't run proves nothing. */
async function tests(env, ...paths) {
  const args = ['test', '--locked', '--profile', 'prove', '-p', 'wallet-engine', '--test', 'scenarios', '--'];
  for (const path of paths) {
    const said = [];
    await run('cargo', [...args, '--nocapture', path], {
      what: path,
      env,
      quiet: true,
      heard: (piece) => said.push(piece),
    });
    const text = Buffer.concat(said).toString();
    const passed = /test result: ok\. (\d+) passed/.exec(text)?.[1];
    if (!Number(passed)) throw new Problem(`there is no test at ${path}.`);
    console.log(`${path}: ${passed} passed`);
    for (const line of text.match(/^.*, seed \d+$/gm) ?? []) console.log(`  ${line}`);
  }
}

await main('prove', async () => {
  const [times, seed] = [number('PROVE_TIMES', 100), number('PROVE_SEED', 20_261_122)];
  const all = rows(times);
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !all.some((row) => row.name == name));
  if (unknown)
    throw new Problem(`there is no row "${unknown}", only: ${all.map((row) => row.name).join(', ')}.`);
  const env = { PROVE_TIMES: String(times), PROVE_SEED: String(seed) };
  const done = [];
  for (const { name, what, prove } of all.filter((row) => !asked.length || asked.includes(row.name))) {
    console.log(`\nprove: ${name}: ${what}, seed ${seed}`);
    const began = Date.now();
    await prove(env);
    done.push(`${name}: ${what}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  }
  console.log(`\nprove: all passed, seed ${seed}\n${done.join('\n')}`);
});
