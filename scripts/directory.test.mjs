// @vitest-environment node
// `npx wallet-modal directory` writes all wallets of a directory to one file with their images, the same file each time, and explains failures.
// e2e/directory/own-file.e2e.ts checks that the modal reads such a file.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takeDirectory } from '../bin/directory.mjs';

const id = (n) => n.toString(16).padStart(64, '0');
const listing = (n) => ({
  image_id: `image-${n % 200}`,
  order: n,
  name: `Wallet ${n}`,
  id: id(n),
  badge_type: n % 3 ? null : 'certified',
  chains: ['eip155:1'],
  mobile_link: '',
  homepage: `https://w${n}.example`,
});
/** Each drawing differs, and one would run a script if opened. */
const svg = (n) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" onload="alert(1)"><script>alert(2)</script><rect width="${1 + n / 20}" height="9" fill="#a03"/></svg>`;

/** Responses that replace those of the directory below: a path's beginning, the status, the body, how often (-1: always). */
let instead;
let asked;
let server;
let url;
let folder;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    asked.push(`${pathname}?${searchParams}`);
    const told = instead.find(([start, , , times]) => pathname.startsWith(start) && times !== 0);
    if (told) {
      told[3]--;
      const body = typeof told[2] == 'function' ? told[2](searchParams) : told[2];
      return void response.writeHead(told[1], told[4]).end(body);
    }
    const image = /^\/getWalletImage\/image-(\d+)$/.exec(pathname);
    if (image) return void response.end(svg(image[1]));
    const [page, entries] = [Number(searchParams.get('page')), Number(searchParams.get('entries'))];
    const data = Array.from({ length: 250 }, (_, n) => listing(n)).slice(
      (page - 1) * entries,
      page * entries,
    );
    response.end(JSON.stringify({ data, count: 250 }));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${server.address().port}`;
  folder = mkdtempSync(path.join(tmpdir(), 'directory-'));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  instead = [];
  asked = [];
});

const out = () => path.join(folder, 'wallets.json');
const take = (more) => takeDirectory({ url, out: out(), projectId: 'p1', again_ms: [1, 1], ...more });

test('takes every wallet once with its image, and the same bytes again @10.43', async () => {
  const taken = await take();
  expect(taken).toEqual({ wallets: 250, pictures: 200, folder: 'wallets/', warnings: [] });
  expect(asked.filter((one) => one.startsWith('/getWallets?'))).toEqual(
    [1, 2, 3].map(
      (page) => `/getWallets?st=wallet-modal&sv=html-core-1.0.0&projectId=p1&page=${page}&entries=100`,
    ),
  );
  const text = readFileSync(out(), 'utf8');
  const { version, wallets } = JSON.parse(text);
  expect(version).toBe(1);
  expect(wallets.map((wallet) => wallet.id)).toEqual(Array.from({ length: 250 }, (_, n) => id(n)));
  // Missing images, and formats that the modal doesn't read, are skipped.
  expect(Object.keys(wallets[0])).toEqual(['id', 'name', 'badge_type', 'homepage', 'chains', 'image']);
  expect(Object.keys(wallets[1])).toEqual(['id', 'name', 'homepage', 'chains', 'image']);
  expect(wallets[200].image).toBe(wallets[0].image);
  // The directory's drawings are pixels: nothing of them can run on the page's origin.
  for (const { image } of wallets.slice(0, 200)) {
    expect(image).toMatch(/\.png$/);
    const bytes = readFileSync(path.join(folder, image));
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.includes('script')).toBe(false);
  }

  const before = statSync(out()).mtimeMs;
  writeFileSync(path.join(folder, 'wallets', `${'a'.repeat(20)}.png`), 'of an older run');
  writeFileSync(path.join(folder, 'wallets', 'mine.txt'), 'not ours');
  await take();
  expect(statSync(out()).mtimeMs).toBeGreaterThan(before);
  expect(readFileSync(out(), 'utf8')).toBe(text);
  const files = readdirSync(path.join(folder, 'wallets'));
  expect(files).toHaveLength(201);
  expect(files).toContain('mine.txt');
});

test('skips and reports a missing image, and retries a busy service @10.43', async () => {
  instead = [
    ['/getWalletImage/image-7', 404, '', 1],
    ['/getWalletImage/image-8', 200, 'a text', 1],
    ['/getWalletImage/image-9', 200, Buffer.alloc(600 * 1024), 1],
    ['/getWallets', 429, '', 1],
    ['/getWallets', 503, '', 1],
  ];
  const { pictures, warnings } = await take({ chains: 'eip155:1' });
  expect(pictures).toBe(197);
  expect(warnings).toHaveLength(3);
  expect(warnings.join('\n')).toMatch(/HTTP status code: 404/);
  expect(warnings.join('\n')).toMatch(/neither png, jpeg, webp, gif nor svg/);
  expect(warnings.join('\n')).toMatch(/more than the 524288 bytes/);
  expect(asked[0]).toContain('chains=eip155%3A1');
});

describe('keeps the old file and reports an invalid directory @10.43', () => {
  const page = (data, count) => JSON.stringify({ data, count });
  const many = (length, more) => Array.from({ length }, (_, n) => ({ ...listing(n), ...more }));
  test.each([
    [403, '', /does not take this project id \(--project\): HTTP status code: 403/],
    [500, '', /\/getWallets: HTTP status code: 500/],
    [503, '', /\/getWallets: HTTP status code: 503/],
    [200, '<html>', /does not answer with JSON/],
    [200, 'null', /no `data` and `count`/],
    [200, page({}, 1), /no `data` and `count`/],
    [200, page([{ id: id(1) }], 1), /a wallet without `id` or `name`/],
    [200, page([], 0), /lists no wallet/],
    [200, page(many(3), 9), /page 2 brings nothing new, after 3 of 9 wallets/],
    [200, page(many(2001), 2001), /there are 2001 wallets, and the modal keeps 2000: .*--chains/],
    [
      200,
      page(many(1500, { homepage: `https://a.example/${'x'.repeat(1300)}` }), 1500),
      /more than the 2097152/,
    ],
  ])('%s %#', async (status, body, words) => {
    writeFileSync(out(), 'before');
    instead = [['/getWallets', status, body, -1]];
    await expect(take()).rejects.toThrow(words);
    expect(readFileSync(out(), 'utf8')).toBe('before');
  });

  test('reports a file too large for the modal', async () => {
    const long = { homepage: `https://a.example/${'x'.repeat(1300)}` };
    const all = many(1800, long);
    const of = (number) => page(all.slice((number - 1) * 100, number * 100), all.length);
    instead = [['/getWallets', 200, (query) => of(Number(query.get('page'))), -1]];
    await expect(take()).rejects.toThrow(/1800 wallets are \d+ bytes, and the modal reads 2097152/);
  });

  test('reports an unreachable service', async () => {
    await expect(take({ url: 'http://127.0.0.1:1' })).rejects.toThrow(
      /http:\/\/127\.0\.0\.1:1 cannot be reached/,
    );
  });
});

test('prints its result, and explains a wrong call @10.43', async () => {
  const program = fileURLToPath(new URL('../bin/wallet-modal.mjs', import.meta.url));
  const run = (...args) =>
    promisify(execFile)(process.execPath, [program, ...args]).then(
      ({ stdout, stderr }) => [0, stdout + stderr],
      ({ code, stdout, stderr }) => [code, stdout + stderr],
    );
  instead = [
    ['/getWalletImage/image-3', 200, '<svg xmlns="http://www.w3.org/2000/svg"><rect', 1],
    ['/getWalletImage/image-4', 200, '\x1b]0;title\x07', 1],
  ];
  const [code, told] = await run('directory', '--url', url, '--out', out());
  expect([code, told]).toEqual([
    0,
    expect.stringMatching(/Wrote 250 wallets to .*wallets\.json and 198 icons to wallets\/ beside it/),
  ]);
  expect(told).toMatch(/^Skipped the icon of Wallet \d*3: /m);
  expect(told).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
});

test('removes control characters from a service’s names', async () => {
  const data = [{ ...listing(1), name: 'A\x1b[2J\r\n\u202eB\x9bC', image_id: 'x' }];
  instead = [
    ['/getWallets', 200, JSON.stringify({ data, count: 1 }), -1],
    ['/getWalletImage/x', 404, '', -1],
  ];
  const { warnings } = await take();
  expect(warnings).toEqual(['the icon of A[2J BC: /getWalletImage/x: HTTP status code: 404']);
});

test('drops only the icon for an endless drawing or a redirect', async () => {
  const noise = '<filter id="f"><feTurbulence baseFrequency="0.01" numOctaves="999999999"/></filter>';
  const mask = (n) =>
    `<mask id="m${n}">${`<rect width="9" height="9" mask="url(#m${n + 1})"/>`.repeat(2)}</mask>`;
  const drawing = (inner) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">${inner}</svg>`;
  const data = [1, 2, 3, 4].map((n) => ({ ...listing(n), name: `${n} ${'long '.repeat(n * 100)}` }));
  instead = [
    ['/getWallets', 200, JSON.stringify({ data, count: 4 }), -1],
    ['/getWalletImage/image-1', 200, drawing(`${noise}<rect width="9" height="9" filter="url(#f)"/>`), -1],
    [
      '/getWalletImage/image-2',
      200,
      drawing(
        `${Array.from({ length: 30 }, (_, n) => mask(n)).join('')}<rect width="9" height="9" mask="url(#m0)"/>`,
      ),
      -1,
    ],
    ['/getWalletImage/image-3', 302, '', -1, { location: '/getWalletImage/image-4' }],
  ];
  const { pictures, warnings } = await take({ draw_ms: 1_000 });
  expect(pictures).toBe(1);
  expect(warnings).toEqual([
    expect.stringMatching(/^the icon of 1 .*: it is not drawn within 1000 ms$/),
    expect.stringMatching(/^the icon of 2 .*: it is not drawn within 1000 ms$/),
    expect.stringMatching(/^the icon of 3 .*: .*HTTP status code: 302, a redirect/),
  ]);
  for (const warning of warnings) expect(warning.length).toBeLessThan(700);
});

test('drops only the icon for a too tall or too deep drawing', async () => {
  const drawing = (size, inner) => `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`;
  const deep = '<g opacity="0.5">'.repeat(20_000);
  const data = [1, 2, 3].map(listing);
  instead = [
    ['/getWallets', 200, JSON.stringify({ data, count: 3 }), -1],
    ['/getWalletImage/image-1', 200, drawing('width="1" height="9000"', '<rect width="1" height="9"/>'), -1],
    [
      '/getWalletImage/image-2',
      200,
      drawing('viewBox="0 0 9 9"', `${deep}<rect width="9" height="9"/>${'</g>'.repeat(20_000)}`),
      -1,
    ],
  ];
  const { pictures, warnings } = await take();
  expect(pictures).toBe(1);
  expect(warnings).toEqual([
    'the icon of Wallet 1: it is too tall for an icon',
    expect.stringMatching(/^the icon of Wallet 2: /),
  ]);
});

test('prints help and version, and names a wrong argument', async () => {
  const usage = expect.stringContaining('Usage: wallet-modal <command>');
  for (const args of [['--help'], ['-h'], ['help'], ['directory', '--help'], ['check-services', '-h']])
    expect(await started(...args)).toEqual({ code: 0, stdout: usage, stderr: '' });
  const version = expect.stringMatching(/^\d+\.\d+\.\d+\n$/);
  for (const args of [['--version'], ['-v'], ['directory', '--version']])
    expect(await started(...args)).toEqual({ code: 0, stdout: version, stderr: '' });
  const wrong = (words) => ({ code: 2, stdout: '', stderr: expect.stringContaining(words) });
  expect(await started()).toEqual({ code: 2, stdout: '', stderr: usage });
  expect(await started('nonsense')).toEqual(wrong('Unknown command: nonsense'));
  expect(await started('toString')).toEqual(wrong('Unknown command: toString'));
  expect(await started('--nonsense')).toEqual(wrong("Unknown option '--nonsense'"));
  expect(await started('directory')).toEqual(wrong('directory needs --out'));
  expect(await started('directory', '--out', out())).toEqual(wrong('--project ID'));
  expect(await started('directory', '--url', url, '--out', 'wallets')).toEqual(wrong('with an extension'));
  expect(await started('directory', '--nonsense')).toEqual(wrong("Unknown option '--nonsense'"));
  // an option of the other command
  expect(await started('directory', '--wallet', url)).toEqual(wrong("Unknown option '--wallet'"));
  expect(await started('directory', 'more', '--out', out())).toEqual(wrong('Unexpected argument: more'));
  expect(await started('check-services')).toEqual(wrong('check-services needs'));
  expect(await started('directory', '--url', 'http://127.0.0.1:1', '--out', out())).toMatchObject({
    code: 1,
  });
});

/** Runs the program. */
function started(...args) {
  const program = fileURLToPath(new URL('../bin/wallet-modal.mjs', import.meta.url));
  return promisify(execFile)(process.execPath, [program, ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}
