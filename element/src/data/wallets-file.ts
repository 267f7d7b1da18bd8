// The list of wallets as a file of the host's own (`npx wallet-modal directory`): read once, and asked as the directory is
// (docs/spec/services.md A3). Pictures are named relative to the file.

import type { OwnListing, WalletListings, WalletQuery } from './types';

/** what is read of any answer (engine/core/src/constants.rs) */
const bytes_max = 2 * 1024 * 1024;
const wait_ms = 10_000;

const files = new Map<string, Promise<OwnListing[]>>();

/** Read as it comes, so that one that is too large is left before it is all there. */
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
    // as the services: it comes from where the page says (docs/spec/services.md)
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
    // It may be there the next time somebody asks.
    file.catch(() => files.delete(url));
  }
  return file;
}

/** The page of a list that a question asks for. */
export function chosen(list: readonly OwnListing[], question: WalletQuery): WalletListings {
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
  return chosen(await wallets(new URL(file, document.baseURI).href), question);
}
