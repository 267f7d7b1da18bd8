// Compiles the demo's contracts into demo/services/src/contracts.json, which the services deploy. It is committed, so that nothing waits for
// a compiler; a test of demo/services runs this with --check and fails when the file is not what the sources give.
//
//   node demo/contracts/compile.mjs [--check]
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import solc from 'solc';

const at = (name) => new URL(name, import.meta.url);
const OUT = at('../services/src/contracts.json');

const sources = Object.fromEntries(
  readdirSync(at('.'))
    .filter((name) => name.endsWith('.sol'))
    .sort()
    .map((name) => [name, { content: readFileSync(at(name), 'utf8') }]),
);

const settings = {
  optimizer: { enabled: true, runs: 200 },
  // Older than the local chain's rules, so that the bytecode doesn't depend on anvil's default.
  evmVersion: 'shanghai',
  // Only the bytecode, without a hash of comments and paths.
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
};

const answer = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })));
const problems = (answer.errors ?? []).map(({ formattedMessage }) => formattedMessage);
if (problems.length > 0) throw new Error(problems.join('\n'));

const contracts = Object.assign(
  {},
  ...Object.values(answer.contracts).map((file) =>
    Object.fromEntries(Object.entries(file).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`])),
  ),
);
const text = `${JSON.stringify({ compiler: solc.version(), contracts }, null, 2)}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(OUT, 'utf8') !== text) {
    console.error('demo/services/src/contracts.json is old: run `node demo/contracts/compile.mjs`');
    process.exitCode = 1;
  }
} else {
  writeFileSync(OUT, text);
}
