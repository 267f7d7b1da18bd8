// The chains of the frame's tests: three anvils for the whole run, with the smart accounts' factory and the tokens at the same addresses
// on each. Blocks are mined immediately.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import {
  concatHex,
  createTestClient,
  encodeAbiParameters,
  getAddress,
  getContractAddress,
  http,
  parseAbiParameters,
  publicActions,
  walletActions,
  zeroHash,
} from 'viem';
import { CHAIN_IDS, findAnvil } from '../../../scripts/lib/demo.mjs';
import { at } from '../../../scripts/lib/project.mjs';

const { contracts } = JSON.parse(readFileSync(at('demo/services/src/contracts.json'), 'utf8'));
/** The deterministic deployment proxy (EIP-1014), which every anvil has. */
const CREATOR = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const SUPPLY = 10n ** 30n;

const token = (...facts) =>
  concatHex([
    contracts.DemoToken,
    encodeAbiParameters(parseAbiParameters('string, string, uint8, uint256'), [...facts, SUPPLY]),
  ]);
const TOKENS = {
  DUSD: concatHex([contracts.SilentDollar, encodeAbiParameters(parseAbiParameters('uint256'), [SUPPLY])]),
  MDW: token('Meadow', 'MDW', 18),
  QGLD: token('Quarry Gold', 'QGLD', 8),
};

export default async function setup({ provide }) {
  const anvil = await findAnvil();
  const all = await Promise.all(CHAIN_IDS.map((id) => start(anvil, id)));
  const [made] = await Promise.all(all.map(({ url }) => deploy(url)));
  provide('chains', { urls: all.map(({ url }) => url), accountCode: contracts.DemoAccount, ...made });
  return () => Promise.all(all.map(({ end }) => end()));
}

async function start(anvil, id) {
  const port = await freePort();
  const where = ['--host', '127.0.0.1', '--port', port, '--chain-id', id, '--silent'].map(String);
  // Tied to this process: it ends when this program ends, for any reason.
  const command = [at('scripts/lib/leash.mjs'), anvil, ...where];
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'ignore', 'inherit'] });
  const gone = new Promise((resolve) => child.on('close', resolve));
  const end = () => (child.stdin.end(), gone);
  return { url: `http://127.0.0.1:${port}`, end };
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Deploys everything on a chain; returns the addresses, the treasury and the sponsor. */
async function deploy(url) {
  const transport = http(url, { retryCount: 60, retryDelay: 50 });
  const client = createTestClient({ mode: 'anvil', transport, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
  const [treasury, sponsor] = await client.getAddresses();
  const create = async (data, to) => {
    const hash = await client.sendTransaction({ account: treasury, chain: null, data, to });
    const receipt = await client.waitForTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Error('a contract of the tests was not created');
    return receipt.contractAddress;
  };
  const tokens = {};
  for (const [symbol, code] of Object.entries(TOKENS)) tokens[symbol] = getAddress(await create(code));
  const code = contracts.DemoAccountFactory;
  await create(concatHex([zeroHash, code]), CREATOR);
  const factory = getContractAddress({ opcode: 'CREATE2', from: CREATOR, salt: zeroHash, bytecode: code });
  const entryPoint = getContractAddress({ from: factory, nonce: 1n });
  return { treasury, sponsor, tokens, factory, entryPoint };
}
