// Starts and stops the demo's local chains and services, for `npm start` and for the browser tests, which use other ports.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Problem } from './fail.mjs';
import { at, servicesBinary } from './project.mjs';
import { output } from './run.mjs';

/** The demo's hosts take this many ports from the base port on. */
const HOSTS = 11;
/** Each chain has a port, counted from the chain port: the first chain, one to switch to, and one that wallets don't know. */
export const CHAIN_IDS = [1337, 1338, 1339];
/** After them the chain that stands for Ethereum, with its names; no page is configured with it. */
const MAINNET_ID = 1;
const START_LIMIT_MS = 30_000;
const END_LIMIT_MS = 5_000;

/**
 * TABLE: the nodes of other namespaces. Their ports follow those of the chains, in this order. `name`: the name in the demo's services, if it
 * isn't the namespace's; `network`: which of the namespace's networks it is.
 */
const NODES = [
  {
    family: 'solana',
    isThere: () => isInstalled('litesvm/dist/internal.js'),
    without: '`npm install` brings its node (litesvm) where there is one for this platform.',
  },
  { family: 'polkadot', isThere: () => true },
  { family: 'bip122', folder: 'bitcoin', isThere: () => true },
  { family: 'cosmos', isThere: () => true },
  { family: 'polkadot', name: 'polkadot-relay', network: 'relay', isThere: () => true },
];

/** How many ports a run takes from the chain port on. */
export const CHAIN_PORTS = CHAIN_IDS.length + 1 + NODES.length;

/**
 * `pages`: the folder of the demo's pages and wallets.
 *
 * @returns {Promise<{url: string, end: () => Promise<void>, ended: Promise<string>}>} `ended`: the name of a process that stopped unexpectedly
 */
export async function startDemo({
  basePort,
  chainPort,
  blockTime_s = 2,
  data = ':memory:',
  quiet = false,
  pages = at('demo'),
}) {
  const chains = CHAIN_IDS.map((id, index) => ({ id, port: chainPort + index }));
  const mainnet = { id: MAINNET_ID, port: chainPort + CHAIN_IDS.length };
  const nodes = NODES.map((node, index) => ({ ...node, port: chainPort + CHAIN_IDS.length + 1 + index }));
  const hostPorts = Array.from({ length: HOSTS }, (_, offset) => basePort + offset);
  for (const port of [...[...chains, mainnet, ...nodes].map(({ port }) => port), ...hostPorts])
    await free(port);
  const anvil = await findAnvil();
  const running = [];
  const end = async () => void (await Promise.all(running.map((program) => program.end())));
  try {
    for (const { id, port } of [...chains, mainnet]) {
      const where = ['--host', '127.0.0.1', '--port', port, '--chain-id', id];
      // Mainnet's copy makes a block only for a transaction, so nothing waits for its blocks.
      const blocks = id === MAINNET_ID ? [] : ['--block-time', blockTime_s];
      const chain = [leash, anvil, ...where, ...blocks, '--silent'];
      running.push(keep(`the local chain ${id} (anvil)`, process.execPath, chain, { quiet }));
    }
    const there = nodes.filter(({ isThere }) => isThere());
    for (const { family, without } of nodes.filter((node) => !there.includes(node)))
      console.error(`The demo runs without ${family}: ${without}`);
    const started = there.map(({ family, name = family, folder = family, network, port }) => {
      const node = [leash, process.execPath, at(`demo/${folder}/node.mjs`), '--port', port];
      if (network) node.push('--network', network);
      return keep(`the node of ${name}`, process.execPath, node, { quiet });
    });
    running.push(...started);
    for (const node of started)
      await Promise.race([node.says(/^ready (\S+)/m), ...running.map(stopsEarly), late()]);
    mkdirSync(at('.demo/wallet'), { recursive: true });
    const hostArgs = ['--base-port', basePort, '--dist', at('dist'), '--demo', pages];
    for (const { port } of chains) hostArgs.push('--chain', `http://127.0.0.1:${port}`);
    hostArgs.push('--mainnet', `http://127.0.0.1:${mainnet.port}`);
    for (const { family, name = family, port } of there)
      hostArgs.push('--node', `${name}=http://127.0.0.1:${port}`);
    const more = ['--data', data, '--wallet-bundle', at('.demo/wallet'), '--stop-with-stdin'];
    const hosts = keep('the demo services', servicesBinary, [...hostArgs, ...more], { quiet });
    running.push(hosts);
    const url = await Promise.race([hosts.says(/^ready (\S+)/m), ...running.map(stopsEarly), late()]);
    return { url, end, ended: Promise.race(running.map(({ name, gone }) => gone.then(() => name))) };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Whether a package is installed, and runs on this platform. */
function isInstalled(name) {
  try {
    return !!createRequire(import.meta.url)(name);
  } catch {
    return false;
  }
}

const leash = fileURLToPath(new URL('leash.mjs', import.meta.url));

/** A child that ends with its standard input: so it ends with us, however we end. */
function keep(name, command, args, { quiet }) {
  // Detached: in a terminal, Ctrl-C reaches only this process, which stops the others in order.
  const child = spawn(command, args.map(String), { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  let text = '';
  const heard = new Set();
  child.stdin.on('error', () => {});
  child.stdout.on('data', (piece) => {
    text = (text + piece).slice(-10_000);
    heard.forEach((fn) => fn());
  });
  let errors = '';
  child.stderr.on('data', (piece) => {
    errors = (errors + piece).slice(-10_000);
    if (!quiet) process.stderr.write(piece);
  });
  const gone = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(errors.trim() || `exit code ${code}`));
  });
  return {
    name,
    gone,
    says: (pattern) =>
      new Promise((resolve) => {
        const look = () => pattern.test(text) && resolve(pattern.exec(text)[1]);
        heard.add(look);
        look();
      }),
    end: async () => {
      child.stdin.end();
      const late = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
      await gone;
      clearTimeout(late);
    },
  };
}

const stopsEarly = ({ name, gone }) =>
  gone.then((why) => Promise.reject(new Problem(`${name} stopped: ${why}`)));

const late = () =>
  new Promise((_resolve, reject) => {
    const message = `the demo services were not ready after ${START_LIMIT_MS / 1000} s`;
    setTimeout(() => reject(new Problem(message)), START_LIMIT_MS).unref();
  });

/** Asked before anything starts: "in use" is clearer here than in the words of each program. */
function free(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`;
      reject(
        new Problem(
          `port ${port} ${why}: stop the program that holds it (perhaps another \`npm start\`) and try again.`,
        ),
      );
    });
    probe.listen(port, '127.0.0.1', () => probe.close(resolve));
  });
}

/** The binary itself: the npm wrapper takes seconds. */
export async function findAnvil() {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const own = at(
    'node_modules/@foundry-rs',
    `anvil-${platform}`,
    'bin',
    process.platform === 'win32' ? 'anvil.exe' : 'anvil',
  );
  if (process.env.ANVIL) return process.env.ANVIL;
  if (existsSync(own)) return own;
  if ((await output('anvil', ['--version'])) !== null) return 'anvil';
  throw new Problem(
    'the local chain (anvil) is missing: there is no package for this platform in the lock, so install Foundry (https://getfoundry.sh) or set ANVIL to its binary.',
  );
}
