// Bitcoin wallets that are globals of the page (docs/spec/page-wallets.md section 3): those in `btc_providers`, and those with their own
// global. They fire no event, so this file reads the globals at load, a few times after that, and at each opening.

import {
  add,
  after,
  filterItems,
  findItem as firstOf,
  listen,
  mapped,
  own as ownOf,
  Unique,
} from '../captured';
import type { PageWallet } from '../engine/border';
import { splitText } from '../parted';
import { adaptBitcoin, mainnet, signet, testnet, type Dialect } from './bitcoin';
import { isKnown, registered } from './bitcoin-known';
import { entries_max, readable } from './expected';
import { attempt } from './foreign';
import type { PageContext } from './index';
import { keplrPicture } from './keplr-picture';
import { leatherDialect } from './leather';
import { satsDialect } from './sats-connect';
import { numbering } from './numbering';
import { normalName, toSlug } from './slug';
import { isText, readList, type Foreign } from './standard';
import { okxDialect, unisatDialect } from './unisat';

const family = 'bip122';
const name_length_max = 64;
const path_length_max = 128;
const steps_max = 4;
const strangers_max = 64;
/** a wallet might define its global shortly after the page reads it */
const late_ms = [200, 400, 600] as const;

const describe = ownOf<typeof Reflect.getOwnPropertyDescriptor>('Reflect', 'getOwnPropertyDescriptor');
const way = {};
const globals = window as unknown as Foreign;
type Globals = Record<string, Record<string, unknown> | undefined>;

/** Reads a path such as `XverseProviders.BitcoinProvider` through own properties only. */
function at(path: string): object | null {
  const steps = splitText(path, '.');
  let of: unknown = steps.length > steps_max ? null : globals;
  for (let i = 0; i < steps.length && of; i++) {
    const from = of as object;
    of = attempt(() => (describe(from, steps[i]!) ? (from as Foreign)[steps[i]!] : null));
    if (typeof of != 'object') of = null;
  }
  return of as object | null;
}

const has = (provider: object, ...methods: string[]): boolean =>
  !firstOf(methods, (method) => typeof attempt(() => (provider as Foreign)[method]) != 'function');

/** A wallet's own info, and how to call it. */
interface Candidate {
  name: string;
  rdns: string | null;
  picture?: unknown;
  object: object;
  /** creates its dialect */
  dialect: (() => Dialect) | null;
  /** loads the dialect; older ones load only if such a wallet exists */
  loadDialect?(): Promise<Dialect>;
  /** whether a better way already lists it */
  isElsewhere?(): boolean;
}

const older = async (object: object): Promise<Dialect> => (await import('./bitcoin-jwt')).jwtDialect(object);

function requested(name: string, object: object | null, picture?: unknown): Candidate | null {
  if (!object) return null;
  const candidate = { name, rdns: null, picture, object };
  if (has(object, 'request'))
    return {
      ...candidate,
      dialect: () => (object == at('LeatherProvider') ? leatherDialect(object) : satsDialect(object)),
    };
  return has(object, 'connect', 'signMessage', 'signTransaction')
    ? { ...candidate, dialect: null, loadDialect: () => older(object) }
    : null;
}

/** An entry of the list that WBIP-004 wallets share. */
function ofEntry(entry: unknown): Candidate | null {
  const of = (typeof entry == 'object' && entry ? entry : {}) as Foreign;
  const id = attempt(() => of.id);
  const name = attempt(() => of.name);
  const icon = attempt(() => of.icon);
  if (!isText(id, path_length_max) || !isText(name, name_length_max)) return null;
  // eslint-disable-next-line no-restricted-syntax -- a picture
  const picture = typeof icon == 'string' ? icon.replace(/^data:image\/svg;/, 'data:image/svg+xml;') : icon;
  return requested(name, at(id), picture);
}

const unisat = (name: string, rdns: string | null, object: unknown): Candidate | null =>
  typeof object == 'object' && object && has(object, 'requestAccounts', 'getAccounts', 'signMessage')
    ? { name, rdns, object, dialect: () => unisatDialect(object) }
    : null;

function keplr(): Candidate | null {
  const { bitcoin_keplr, keplr: own } = globals as Globals;
  const there = unisat('Keplr', 'app.keplr', bitcoin_keplr ?? own?.bitcoin);
  return there && { ...there, picture: keplrPicture, dialect: () => unisatDialect(there.object, true) };
}

function okx(): Candidate | null {
  const of = (globals as Globals).okxwallet;
  const objects: (readonly [string, object])[] = [];
  const hear = (chain: string, name: string): void => {
    const object = attempt(() => of?.[name]);
    if (typeof object == 'object' && object && has(object, 'connect', 'signMessage'))
      add(objects, [chain, object] as const);
  };
  hear(mainnet, 'bitcoin');
  hear(testnet, 'bitcoinTestnet');
  hear(signet, 'bitcoinSignet');
  const first = objects[0];
  return first
    ? { name: 'OKX Wallet', rdns: 'com.okex.wallet', object: first[1], dialect: () => okxDialect(objects) }
    : null;
}

function phantom(): Candidate | null {
  const object = (globals as Globals).phantom?.bitcoin;
  const isElsewhere = () => registered.has('Phantom');
  return typeof object == 'object' && object && has(object, 'requestAccounts', 'signPSBT') && !isElsewhere()
    ? {
        name: 'Phantom',
        rdns: 'app.phantom',
        object,
        isElsewhere,
        dialect: null,
        loadDialect: async () => (await import('./bitcoin-phantom')).phantomDialect(object),
      }
    : null;
}

/** One reader per global: if one throws, the others still run. */
const places: readonly (() => Candidate | null)[] = [
  () => requested('Xverse', at('XverseProviders.BitcoinProvider') ?? at('BitcoinProvider')),
  () => requested('Leather', at('LeatherProvider')),
  // Other wallets also define `unisat`. If both names exist, the longer one is UniSat's.
  () => unisat('UniSat', null, globals.unisat_wallet ?? globals.unisat),
  keplr,
  () => unisat('Bitget Wallet', 'com.bitget.web3', (globals as Globals).bitkeep?.unisat),
  () => unisat('Binance Wallet', 'com.binance.wallet', (globals as Globals).binancew3w?.bitcoin),
  okx,
  phantom,
];

const idOf = (name: string): string => `${family}:${toSlug(name)}`;

export function findBitcoinGlobals(
  announce: (wallet: PageWallet) => boolean,
  signal: AbortSignal,
  { expects }: Pick<PageContext, 'expects'>,
): void {
  // A wallet that the engine rejected for lack of space is offered again.
  const accepted = new Unique<object>();
  const place = numbering();

  const hear = (read: () => Candidate | null): void => {
    const candidate = attempt(read);
    if (!candidate || accepted.has(candidate.object) || isKnown(candidate.object, way)) return;
    const { object } = candidate;
    if (candidate.dialect) return void introduce(candidate, candidate.dialect());
    accepted.add(object);
    const left = () => accepted.delete(object);
    const introduced = after(
      candidate.loadDialect!(),
      (now) => signal.aborted || candidate.isElsewhere?.() || introduce(candidate, now) || left(),
    );
    void after(introduced, undefined, left);
  };

  const introduce = ({ name: own_name, object, rdns, picture }: Candidate, dialect: Dialect): boolean => {
    const name = normalName(own_name);
    // Another object with the same info is another wallet.
    const own = idOf(name);
    const number = place(own, object);
    const wallet: PageWallet = {
      id: number > 1 ? `${own}~${number}` : own,
      name,
      icon: null,
      picture,
      rdns,
      namespaces: [family],
      type: 'INJECTED',
      provider: object,
      ...adaptBitcoin(dialect),
    };
    const isTaken = announce(wallet);
    if (isTaken) accepted.add(object);
    return isTaken;
  };

  const look = (): void => {
    if (signal.aborted) return;
    const entries: unknown[] = [];
    mapped(['btc_providers', 'webbtc_providers'], (list) => {
      const all = readList(
        attempt(() => globals[list]),
        entries_max,
      );
      const isRead = readable(strangers_max, expects);
      mapped(all, (entry) => {
        const name = attempt(() => (entry as Foreign).name);
        if (isText(name, name_length_max) && isRead(idOf(normalName(name)))) add(entries, entry);
      });
    });
    // Wallets with their own global come first, so that strangers in the shared lists can't take their places (T3, floods).
    const own = new Unique<unknown>();
    mapped(places, (read) => own.add(attempt(read)?.object));
    const isOwn = (entry: unknown) => {
      const object = attempt(() => ofEntry(entry))?.object;
      return !!object && own.has(object);
    };
    mapped(filterItems(entries, isOwn), (entry) => hear(() => ofEntry(entry)));
    mapped(places, hear);
    mapped(entries, (entry) => hear(() => ofEntry(entry)));
  };
  const lookAgain = (): void => {
    look();
    mapped(late_ms, (ms) => setTimeout(look, ms));
  };
  lookAgain();
  // Each opening, and each intent to open, requests announcements again (wallets/announced.ts).
  mapped(['unisat#initialized', 'load', 'eip6963:requestProvider'], (type) =>
    listen(type, lookAgain, signal),
  );
}
