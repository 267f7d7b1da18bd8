// The first rows of Connect, as far as they are known before the engine runs: announced wallets, recent wallets, WalletConnect, and space
// for the logins. The rule is the engine's (engine/core/src/features/connect/model/page_wallets.rs, `rows`; logins:
// features/project/model.rs). This file only handles the plain case, which nearly every page is. If it meets any option or announcement
// that it doesn't know exactly, it returns nothing, and the card waits for the engine. A test compares it with thousands of options,
// announcements and recent wallets that the engine generates (engine/core/tests/vectors/first-list.json).

import type { Options } from '../options';
import type { WalletInfo } from '../wallets/introduction';

export interface FirstRow {
  /** the argument of `connect.select` */
  id: string;
  name: string;
  tag: 'recent' | 'installed' | 'qrcode';
  testId: string;
}

export interface FirstList {
  /** in order; rows that work on this device come before `qrcode` */
  rows: FirstRow[];
  /** the number of lines for logins: the field, the wide row, the row below it */
  logins: 0 | 1 | 2 | 3;
  /** whether "All wallets" is offered */
  all: boolean;
}

/** Options that change the list's order, members or texts, or where it is stored. */
const tellers = [
  'adapters',
  'customWallets',
  'enableEIP6963',
  'enableEmbedded',
  'enableInjected',
  'enableWallets',
  'excludeWalletIds',
  'featuredWalletIds',
  'includeWalletIds',
  'messages',
  'storage',
];
const features_that_tell = [
  'allWallets',
  'collapseWallets',
  'connectMethodsOrder',
  'connectorTypeOrder',
  'emailShowWallets',
  'legalCheckbox',
];
/** 6.2: networks of the embedded wallet (engine/core/src/constants.rs, `AUTH_CHAINS`) */
const logged_in_on = [
  1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113,
  324, 280, 100, 8453, 84531, 84532, 7777777, 999,
];
/** not offered on some devices */
const barred_somewhere = ['google', 'x', 'facebook'];
const providers = [...barred_somewhere, 'farcaster', 'discord', 'apple', 'github'];

const recent_max = 2;
const wallets_max = 64;

/** Whether a label needs no cleaning. */
const isPlain = (text: unknown): text is string =>
  typeof text == 'string' && /^[!-~](?:[ -~]{0,62}[!-~])?$/.test(text);

/** Lookalikes of well-known wallets (engine/core/src/features/directory/model/lookalikes.rs, `KNOWN`): normalized name -> rdns. */
const known_looks: Record<string, string> = {
  rnetarnask: 'io.metamask',
  colnbasewallet: 'com.coinbase.wallet',
  keplr: 'app.keplr',
  phantorn: 'app.phantom',
  okxwallet: 'com.okex.wallet',
  blnancewallet: 'com.binance.wallet',
  ralnbow: 'me.rainbow',
  rabbywallet: 'io.rabby',
  trustwallet: 'com.trustwallet.app',
  bravewallet: 'com.brave.wallet',
  zerlon: 'io.zerion.wallet',
  bltgetwallet: 'com.bitget.web3',
};
/** Normalizes a plain name as the engine does when it compares names. A name without a letter stays as it is. */
const lookOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('m', 'rn')
    .replace(/[^a-z\d]/g, '') || name;
const isForeign = ({ name, rdns }: WalletInfo): boolean => {
  const look = lookOf(name);
  const own = Object.hasOwn(known_looks, look) && known_looks[look];
  return !!own && rdns != own && !rdns.startsWith(`${own}.`);
};
const isListing = (id: string) => /^[0-9a-f]{64}$/i.test(id);

/** Reads the record of recent wallets; null if it has another format. */
function recentOf(record: unknown): { id: string; name: string }[] | null {
  if (record == null) return [];
  if (!Array.isArray(record) || record.length > recent_max) return null;
  const list = record as { id: unknown; name: unknown; rdns?: unknown }[];
  const isRight = (item: (typeof list)[number]) =>
    typeof item == 'object' && item && isPlain(item.id) && isPlain(item.name);
  return list.every(isRight) ? (list as { id: string; name: string }[]) : null;
}

/** Read-only networks aren't offered. */
const offeredNetworks = (networks: Options['networks']): Options['networks'] =>
  Array.isArray(networks)
    ? networks.filter((one: { readOnly?: unknown }) => one?.readOnly !== true)
    : networks;

/** The number of lines for logins; null if it isn't the plain case. */
function loginsOf({
  projectId,
  networks,
  features = {},
  authChains: more = [],
}: Options): FirstList['logins'] | null {
  const ids = offeredNetworks(networks)!.map(({ id }) => id as number);
  const { email = true, socials = true } = features;
  if (typeof email != 'boolean' || !Array.isArray(more)) return null;
  let many = 0;
  if (socials === true) many = 2;
  else if (Array.isArray(socials)) {
    const providersOf = (socials as unknown[]).filter((name) => providers.includes(name as string));
    if (providersOf.length < socials.length || new Set(providersOf).size < providersOf.length) return null;
    const sure = providersOf.filter((name) => !barred_somewhere.includes(name as string)).length;
    many = Math.min(2, providersOf.length);
    if (Math.min(2, sure) != many) return null;
  } else if (socials !== false) return null;
  return projectId && ids.some((id) => logged_in_on.includes(id) || more.includes(`eip155:${id}`))
    ? ((+email + many) as FirstList['logins'])
    : 0;
}

export function firstList(
  options: Options,
  wallets: readonly WalletInfo[],
  record: unknown,
  isPhone = false,
): FirstList | null {
  const { projectId, features = {} } = options;
  const networks = offeredNetworks(options.networks);
  const isEvm = ({ id, chainNamespace: of }: NonNullable<Options['networks']>[number]) =>
    Number.isSafeInteger(id) && (id as number) > 0 && (of == null || of == 'eip155');
  if (!Array.isArray(networks) || !networks.length || !networks.every(isEvm)) return null;
  if (projectId != null && !/^[!-~]{1,128}$/.test(projectId)) return null;
  if (projectId == 'YOUR_PROJECT_ID') return null;
  if (tellers.some((name) => options[name as keyof Options] != null)) return null;
  if (options.allWallets != null && options.allWallets != 'SHOW') return null;
  if (
    typeof features != 'object' ||
    features_that_tell.some((name) => features[name as keyof typeof features] != null)
  )
    return null;
  const recent = recentOf(record);
  const logins = loginsOf(options);
  if (!recent || logins == null || wallets.length > wallets_max) return null;

  // If two wallets claim one name or id, only the engine can tell them apart.
  const claims = wallets.flatMap(({ uuid, rdns }) => [uuid, rdns.toLowerCase()]);
  // A list with marks waits for the engine, because a click on it counts.
  const names = [...wallets, ...recent.filter(({ id }) => isListing(id))].map(({ name }) => lookOf(name));
  if (new Set(names).size < names.length || wallets.some(isForeign)) return null;
  if (recent.some(({ id, name }) => isListing(id) && isForeign({ name, rdns: '' } as WalletInfo)))
    return null;
  if (new Set(claims).size < claims.length || !wallets.every(({ name }) => isPlain(name))) return null;
  const row = (id: string, name: string, tag: FirstRow['tag']): FirstRow => ({
    id,
    name,
    tag,
    testId: `wallet-selector-${id}`,
  });
  const rows = wallets.map(({ rdns, name }) => row(rdns, name, 'installed'));
  for (const { id, name } of recent.toReversed()) {
    const at = rows.findIndex((one) => one.id == id);
    if (at >= 0) rows.unshift({ ...rows.splice(at, 1)[0]!, tag: 'recent' });
    else if (projectId && isListing(id)) {
      // Only the directory knows whether a phone can open it.
      if (isPhone) return null;
      rows.unshift(row(id, name, 'recent'));
    }
  }
  if (projectId)
    rows.push({
      ...row('walletConnect', 'WalletConnect', 'qrcode'),
      testId: 'wallet-selector-walletconnect',
    });
  return { rows, logins, all: !!projectId };
}
