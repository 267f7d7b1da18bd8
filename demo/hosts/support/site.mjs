// A framework's site: a copy of a host's folder outside the checkout, as on another machine, with its packages; its commands; and its
// server.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demo } from './browser.mjs';

/** The guide's placeholders, and the demo's values for them. */
const VALUES = [
  [
    `projectId: 'YOUR_PROJECT_ID'`,
    `...${JSON.stringify({ projectId: demo.projectId, services: demo.services, features: demo.features })}`,
  ],
  ['id: 1,', 'id: 1337,'],
  ['https://your.node', demo.networks[0].rpcUrls.default.http[0]],
];
const START_LIMIT_MS = 120_000;

/** Copies files of a host (`[from, to]`, files or folders) and its node_modules to a new folder; returns that folder. */
export function site(host, files) {
  const folder = mkdtempSync(path.join(tmpdir(), `wallet-modal-${path.basename(host)}-`));
  for (const [from, to] of files) cpSync(path.join(host, from), path.join(folder, to), { recursive: true });
  for (const file of filesIn(folder)) {
    const text = readFileSync(file, 'utf8');
    const filled = VALUES.reduce((filled, [from, to]) => filled.replaceAll(from, to), text);
    if (filled != text) writeFileSync(file, filled);
  }
  // Hundreds of megabytes, so files are linked if the file system supports it.
  const modules = path.join(host, 'node_modules');
  if (spawnSync('cp', ['-al', modules, folder]).status !== 0)
    cpSync(modules, path.join(folder, 'node_modules'), { recursive: true, force: true });
  return folder;
}

export const removeSite = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());

const environment = (more) => ({
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  CI: '1',
  // The site must not see settings of a test runner.
  NODE_ENV: undefined,
  NODE_OPTIONS: undefined,
  NODE_TEST_CONTEXT: undefined,
  ...more,
});

/** Runs a command of the site to its end; returns its output. */
export async function command(folder, words, env = {}) {
  const child = start(folder, words, env);
  const code = await child.ended;
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${child.said()}`);
  return child.said();
}

/** Starts a server of the site; resolves once it responds. `words` and `env` get its port. */
export async function server(folder, words, env = () => ({})) {
  const port = await freePort();
  const child = start(folder, words(`${port}`), env(`${port}`));
  const url = `http://localhost:${port}/`;
  let code;
  void child.ended.then((ended) => (code = ended));
  const late = Date.now() + START_LIMIT_MS;
  for (;;) {
    // A development server's first build is slow, so it doesn't happen during a browser test.
    const answer = await fetch(url, { signal: AbortSignal.timeout(START_LIMIT_MS) }).catch(() => null);
    if (answer?.ok) break;
    if (code !== undefined || Date.now() > late) {
      child.end();
      throw new Error(`no server (${code ?? answer?.status}):\n${child.said()}`);
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  return { url, said: child.said, end: () => (child.end(), child.ended) };
}

function start(cwd, [file, ...words], env) {
  // Its own process group, because it starts other processes.
  const child = spawn(path.resolve(cwd, 'node_modules/.bin', file), words, {
    cwd,
    env: environment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = new Promise((done) => child.on('close', (code, signal) => done(code ?? signal)));
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  return { ended, end, said: () => said };
}

function freePort() {
  return new Promise((done) => {
    const taken = createServer().listen(0, () => {
      const { port } = taken.address();
      taken.close(() => done(port));
    });
  });
}
