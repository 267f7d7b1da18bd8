// The wallet list as a file of the page (`npx wallet-modal directory`): loaded once, and queried like the directory
// (docs/spec/services.md A3). Icon URLs are relative to the file.

import type { OwnListing, WalletListings, WalletQuery } from './types';

/** the limit of any response (engine/core/src/constants.rs) */
const bytes_max = 2 * 1024 * 1024;
const wait_ms = 10_000;

const files = new Map<string, Promise<OwnListing[]>>();

/** Reads the response in chunks, so that a file that is too large isn't loaded whole. */
async function within(response: Response, url: string): Promise<string> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > bytes_max) {
      reader.cancel().catch(() => {});
      throw new Error(`${url} is larger than ${bytes_max} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

async function read(url: string): Promise<OwnListing[]> {
  const response = await fetch(url, {
    credentials: 'omit',
    // as for services: it must come from the URL that the page names (docs/spec/services.md)
    redirect: 'error',
    signal: AbortSignal.timeout(wait_ms),
  });
  if (!response.ok) throw new Error(`${url}: HTTP status code: ${response.status}`);
  const { version, wallets } = JSON.parse(await within(response, url)) as {
    version?: number;
    wallets?: (OwnListing & { image?: unknown })[];
  };
  if (version !== 1 || !Array.isArray(wallets))
    throw new Error(`${url} isn't a file of \`npx wallet-modal directory\``);
  const isOne = (one: OwnListing | null): boolean =>
    typeof one?.id == 'string' && typeof one.name == 'string';
  return wallets.filter(isOne).map(({ image, ...wallet }) => ({
    ...wallet,
    image_url: typeof image == 'string' && URL.canParse(image, url) ? new URL(image, url).href : null,
  }));
}

function wallets(url: string): Promise<OwnListing[]> {
  let file = files.get(url);
  if (!file) {
    file = read(url);
    files.set(url, file);
    // It might exist at the next query.
    file.catch(() => files.delete(url));
  }
  return file;
}

/** The page of the list that the query asks for. */
export function pageOf(list: readonly OwnListing[], question: WalletQuery): WalletListings {
  const { page, entries, include, exclude, chains, certified } = question;
  const search = question.search.toLowerCase();
  const fits = (wallet: OwnListing): boolean =>
    (!include.length || include.includes(wallet.id)) &&
    !exclude.includes(wallet.id) &&
    (!certified || wallet.badge_type == 'certified') &&
    (!chains.length || !wallet.chains?.length || wallet.chains.some((chain) => chains.includes(chain))) &&
    wallet.name.toLowerCase().includes(search);
  const all = list.filter(fits);
  const from = (Math.max(page, 1) - 1) * entries;
  return { data: all.slice(from, from + entries), count: all.length };
}

export async function listings(file: string, question: WalletQuery): Promise<WalletListings> {
  return pageOf(await wallets(new URL(file, document.baseURI).href), question);
}
