// A directory of wallets as files of one's own: all that the modal reads of its listings (docs/spec/services.md A3), one JSON file and the
// pictures in a folder beside it. The same answers give the same bytes, so that what has changed can be looked at before it is published.
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ANSWER_BYTES_MAX, IMAGE_BYTES_MAX, SDK, WAIT_MS, bounded, kindOf, refusal } from './ask.mjs';
import { rasterizer } from './drawing.mjs';
import { oneLine } from './printable.mjs';

export const PUBLIC_DIRECTORY = 'https://api.web3modal.org';
/** The modal keeps no more of a directory. */
const WALLETS_MAX = 2_000;
const ENTRIES = 100;
const PICTURES_AT_ONCE = 6;
/** After a failure of the network, 429 or 503; then it is said. */
const AGAIN_MS = [500, 1_500, 5_000];
const RETRY_AFTER_MS_MAX = 30_000;

const TEXTS = ['name', 'badge_type', 'homepage', 'rdns', 'link_mode', 'mobile_link', 'desktop_link'].concat([
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
]);

/**
 * Asks `url` for every wallet and writes the file `out`, its pictures beside it. `chains`, `include` and `exclude` are lists with commas.
 * @param {{url?: string, out: string, projectId?: string, chains?: string, include?: string, exclude?: string, again_ms?: number[], draw_ms?: number}} of
 * @returns {Promise<{wallets: number, pictures: number, folder: string, warnings: string[]}>}
 */
export async function takeDirectory({
  url = PUBLIC_DIRECTORY,
  out,
  projectId,
  chains,
  include,
  exclude,
  again_ms = AGAIN_MS,
  draw_ms,
}) {
  const query = { ...SDK, projectId, chains, include, exclude };
  const get = (at, more, most) => asked(new URL(at, url), { ...query, ...more }, most, again_ms);
  const listings = await listed(get);
  const warnings = [];
  const drawing = rasterizer(draw_ms);
  const pictures = await drawn(get, listings, warnings, drawing.toPng).finally(drawing.end);
  const folder = `${path.basename(out, path.extname(out))}/`;
  const wallets = listings.map((listing) => walletOf(listing, pictures.get(listing.image_id), folder));
  // a line each: what a newer one changes can be read
  const text = `{"version":1,"wallets":[\n${wallets.map((wallet) => JSON.stringify(wallet)).join(',\n')}\n]}\n`;
  if (Buffer.byteLength(text) > ANSWER_BYTES_MAX)
    throw new Error(
      `${wallets.length} wallets are ${Buffer.byteLength(text)} bytes, and the modal reads ${ANSWER_BYTES_MAX}: name the chains with --chains`,
    );
  const files = new Map([...pictures.values()].map(({ file, bytes }) => [file, bytes]));
  await written(out, text, path.join(path.dirname(out), folder), files);
  return { wallets: wallets.length, pictures: files.size, folder, warnings };
}

/** Every listing once, in the directory's order. */
async function listed(get) {
  const found = new Map();
  for (let page = 1; ; page++) {
    const bytes = await get('/getWallets', { page, entries: ENTRIES }, ANSWER_BYTES_MAX);
    const { data, count } = asJson(bytes);
    if (!Array.isArray(data) || !Number.isInteger(count))
      throw new Error(`page ${page} has no \`data\` and \`count\`: this is no directory of wallets`);
    const before = found.size;
    for (const one of data) {
      if (typeof one?.id != 'string' || typeof one.name != 'string')
        throw new Error(`page ${page} has a wallet without \`id\` or \`name\``);
      if (!found.has(one.id)) found.set(one.id, one);
    }
    if (found.size > WALLETS_MAX)
      throw new Error(
        `there are ${count} wallets, and the modal keeps ${WALLETS_MAX}: name the chains with --chains`,
      );
    if (found.size >= count) break;
    // one that gives the same page for ever
    if (found.size == before)
      throw new Error(`page ${page} brings nothing new, after ${before} of ${count} wallets`);
  }
  if (!found.size) throw new Error('it lists no wallet');
  return [...found.values()];
}

/** The pictures by their ids. What cannot be had is said, and its wallet has none. */
async function drawn(get, listings, warnings, toPng) {
  const names = new Map(listings.map(({ image_id, name }) => [image_id, name]));
  const ids = [...names.keys()].filter((id) => typeof id == 'string' && id);
  const pictures = new Map();
  const lane = async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      try {
        let bytes = await get(`/getWalletImage/${encodeURIComponent(id)}`, {}, IMAGE_BYTES_MAX);
        let kind = kindOf(bytes);
        // An SVG file on the page's own origin runs its scripts there when someone opens it.
        if (kind == 'svg') [bytes, kind] = [await toPng(bytes), 'png'];
        if (!kind) throw new Error('it is neither png, jpeg, webp, gif nor svg');
        const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 20);
        pictures.set(id, { bytes, file: `${hash}.${kind}` });
      } catch (error) {
        warnings.push(`the icon of ${oneLine(names.get(id))}: ${oneLine(error.message)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, lane));
  warnings.sort();
  return pictures;
}

/** What the modal reads of a listing, in one order of its fields; what is not there is left out. */
function walletOf(listing, picture, folder) {
  const wallet = { id: listing.id };
  for (const name of TEXTS)
    if (typeof listing[name] == 'string' && listing[name]) wallet[name] = listing[name];
  if (typeof listing.supports_wc == 'boolean') wallet.supports_wc = listing.supports_wc;
  for (const name of ['chains', 'injected'])
    if (Array.isArray(listing[name]) && listing[name].length) wallet[name] = listing[name];
  if (picture) wallet.image = folder + picture.file;
  return wallet;
}

/** The pictures first, so that no file ever names one that is not there; of an older run what nobody names any more goes last. */
async function written(out, text, folder, files) {
  await mkdir(folder, { recursive: true });
  for (const [file, bytes] of files) await writeFile(path.join(folder, file), bytes);
  await writeFile(`${out}.part`, text);
  await rename(`${out}.part`, out);
  for (const file of await readdir(folder))
    if (/^[\da-f]{20}\.(png|jpg|gif|webp|svg)$/.test(file) && !files.has(file))
      await rm(path.join(folder, file));
}

function asJson(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {};
  } catch {
    throw new Error('it does not answer with JSON: this is no directory of wallets');
  }
}

async function asked(url, query, most, again_ms) {
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, String(value));
  for (let turn = 0; ; turn++) {
    const { bytes, after_ms, error } = await once(url, most);
    if (bytes) return bytes;
    if (after_ms === undefined || turn >= again_ms.length) throw error;
    await new Promise((resolve) => setTimeout(resolve, Math.max(after_ms, again_ms[turn])));
  }
}

/** The bytes, or the error and how long it wants to be left alone, where asking again may help. */
async function once(url, most) {
  let response;
  try {
    response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) });
    if (response.ok) return { bytes: await bounded(response, most) };
  } catch (error) {
    if (response) return { error };
    const why =
      error.name == 'TimeoutError'
        ? `no answer within ${WAIT_MS / 1000} s`
        : (error.cause?.code ?? error.message);
    return { after_ms: 0, error: new Error(`${url.origin} cannot be reached: ${why}`) };
  }
  await response.body?.cancel();
  const { status } = response;
  if (status == 401 || status == 403)
    return {
      error: new Error(
        `${url.origin} does not take this project id (--project): HTTP status code: ${status}`,
      ),
    };
  const error = new Error(`${url.pathname}: ${refusal(status)}`);
  if (status != 429 && status != 503) return { error };
  return {
    after_ms: Math.min(Number(response.headers.get('retry-after') ?? 0) * 1000 || 0, RETRY_AFTER_MS_MAX),
    error,
  };
}
