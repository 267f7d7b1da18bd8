// The page's own responses instead of a service's (option `data`): the engine makes the same request as to the service. This file calls
// the page's function or reads its file, and writes the result in the service's format. The engine validates it like any response. In its
// own chunk, because most pages don't use it.

import type { page as Page } from '../page';
import { written } from '../written';
import type { DataSources } from './types';
import { listings } from './wallets-file';

type Question = { query: URLSearchParams; last: string; account: string; body: unknown };
type Fields = Record<string, unknown>;

const list = (query: URLSearchParams, name: string): string[] =>
  query.get(name)?.split(',').filter(Boolean) ?? [];
const inside = (name: string, given: unknown): unknown => (Array.isArray(given) ? { [name]: given } : given);

/** By name: the request's arguments, and the format of the response. */
const of: Record<
  keyof DataSources,
  [ask: (of: Question) => unknown, as: (given: unknown, of: Question) => unknown]
> = {
  wallets: [
    ({ query }) => ({
      page: Number(query.get('page') ?? 1),
      entries: Number(query.get('entries') ?? 40),
      search: query.get('search') ?? '',
      include: list(query, 'include'),
      exclude: list(query, 'exclude'),
      chains: list(query, 'chains'),
      certified: query.get('badge_type') == 'certified',
    }),
    (given) => given,
  ],
  balances: [
    ({ query, account }) => ({
      chainId: query.get('chainId'),
      address: account,
      refresh: list(query, 'forceUpdate'),
    }),
    (given) => inside('balances', given),
  ],
  history: [
    ({ query, account }) => ({
      chainId: query.get('chainId'),
      address: account,
      cursor: query.get('cursor'),
    }),
    (given) => given,
  ],
  prices: [
    ({ body }) => ({ currency: 'usd', addresses: (body as { addresses: string[] }).addresses }),
    (given) => inside('fungibles', given),
  ],
  names: [
    ({ last }) => (isAddress(last) ? { address: last } : { name: last }),
    (given, { last }) => {
      const { address } = (given ?? {}) as { address?: unknown };
      return isAddress(last)
        ? (given ?? { name: null, avatar: null })
        : { addresses: address ? { 60: { address } } : {} };
    },
  ],
};

/** the list that the response must have, because the engine needs it */
const lists: Fields = { wallets: 'data', balances: 'balances', history: 'data', prices: 'fungibles' };

const isAddress = (text: string): boolean => /^0x[\da-f]{40}$/i.test(text);

export async function answer(
  page: typeof Page,
  name: string,
  url: string,
  body?: string,
): Promise<string | null> {
  try {
    // The package's own files respond in the same way. Each loads on first use.
    if (name == 'drawing') return (await import('../drawings/drawing')).drawing(url);
    const isKnown = name == 'known';
    const [question, as] = of[isKnown ? 'wallets' : (name as keyof DataSources)];
    const { pathname, searchParams: query } = new URL(url);
    const parts = pathname.split('/').map(decodeURIComponent);
    const request = { query, last: parts.at(-1)!, account: parts[3]!, body: body && JSON.parse(body) };
    const data = page.options.data ?? {};
    const own = isKnown ? (await import('./known')).answer : data[name as keyof DataSources];
    const ask = typeof own == 'string' ? listings.bind(null, own) : (own as (question: unknown) => unknown);
    // Called as a method, because it might belong to an object of the page.
    const result = as(await ask.call(data, question(request) as never), request) as Fields | null;
    const needed = lists[name] as string | undefined;
    if (needed && !Array.isArray(result?.[needed]))
      throw new TypeError(`data.${name}() must return an object with a \`${needed}\` array`);
    // A bigint becomes a decimal string.
    return written(result, String)!;
  } catch (error) {
    // eslint-disable-next-line no-console -- for who wrote the function
    console.error(
      `[wallet-modal] data.${name}() failed. See node_modules/wallet-modal/docs/guide/errors.md#data_failed`,
      error,
    );
    return null;
  }
}
