// What most pages never load: options that they leave out (take-own.ts), warnings for the developer, by the public event and on the console as the engine's, and
// elements that do not lead or are not in the page.

import type { Reading } from './handle/reading';
import { emit, ignore, page, type ModalElement } from './page';
import { WalletError } from './wallet-error';

export { takeOwn } from './take-own';

/** See site-data.ts. */
export const clearSiteData = async (handle: { disconnect(): Promise<void> }): Promise<void> =>
  (await import('./site-data')).clearSiteData(handle);
/** See site-data.ts. */
export const leave = (): Promise<void> => import('./site-data').then((chunk) => chunk.leave()).catch(ignore);
/** See log.ts. */
export const exportLogs = async (handle: Reading): Promise<string> =>
  (await import('./log')).exportLogs(handle);

/** what has been said: each once */
const said = new Set<string>();

function warn(detail: string, guide = 'events-and-errors'): void {
  if (said.has(detail)) return;
  said.add(detail);
  emit('wallet-alert', { key: `host ${detail}`, title: 'wallet-modal', detail, kind: 'warning' });
  // eslint-disable-next-line no-console -- what is wrong is said where developers look
  console.warn(`[wallet-modal] ${detail} (docs/guide/${guide}.md)`);
}

/** came while another one led */
const others = new Set<ModalElement>();

/** The one in the page leads: where the first one has left (a route that changes, a body that is exchanged), the next one does. */
function lead(): void {
  if (page.element?.isConnected) return;
  for (const one of others) {
    others.delete(one);
    if (one.isConnected) return void one.connectedCallback();
  }
}

/** An element or a definition came a second time. */
export function warnTwice(element?: ModalElement): void {
  warn(
    element
      ? '<wallet-modal> is already there: one of them leads, leave the others out'
      : '<wallet-modal> is already there, from another copy of our files: load one version, from one address, without a ?query',
    'quickstart',
  );
  if (!element) return;
  others.add(element);
  page.watchers.add(lead);
  lead();
}

/** Opens the element that leads; ours that went with a part of the page comes back first. Rejects when nothing would be seen. */
export async function openSeen(element: ModalElement, args?: object): Promise<void> {
  lead();
  const { disableAppend, enableEmbedded, root } = page.options;
  const isGone = !page.element?.isConnected;
  if (isGone && !disableAppend && !enableEmbedded)
    (root?.isConnected ? root : document.body).append((page.element ??= element));
  else if (isGone || page.element == element) {
    // Told first, so that it is no close that came between.
    setTimeout(() => void element.close());
    throw new WalletError({ code: -32603, message: '<wallet-modal> cannot be seen' });
  }
  await page.element!.open(args);
}

/** What was given to `open` is no object. */
export const warnOpen = (given: unknown): void =>
  warn(
    `open(${named(given)}) shows nothing: it takes an object, as { view: 'Account' }`,
    'events-and-errors',
  );

const plain = (name: string): string => name.replace(/[^a-z\d]/gi, '').toLowerCase();

/** Options that are no attributes, and what pages write for one; the engine knows them all, but not what stands in the document. */
const options =
  'networks defaultNetwork adapters metadata features services themeVariables siwx siweConfig tokens customRpcUrls customWallets featuredWalletIds includeWalletIds excludeWalletIds allWallets reviewRequests termsConditionsUrl privacyPolicyUrl root'.split(
    ' ',
  );

/**
 * Attributes that an element of ours has none of, but for the writing or since they are options: a framework that knows no properties writes
 * every option as an attribute. Whatever else a page has there is its own.
 */
export function warnAttributes(host: HTMLElement, names: readonly string[], known: readonly string[]): void {
  for (const name of names) {
    const meant = known.find((one) =>
      [plain(one), plain(one).replace(/mode$|id$/, '')].includes(plain(name)),
    );
    const option = options.find((one) => plain(one) == plain(name));
    if (meant) warn(`<${host.localName} ${name}> is written ${meant}`, 'options');
    else if (option)
      warn(
        `<${host.localName} ${name}> says nothing: ${option} is no attribute, but an option of createWalletModal, or of the property options`,
        'options',
      );
  }
}

/** Attributes of a button that say nothing. */
export const warnButton = (host: HTMLElement, wrong: readonly string[]): void =>
  wrong.forEach((text) => warn(`<${host.localName} ${text}`, 'quickstart'));

export const warnMerged = (): unknown => warn('createWalletModal was called again: its options were merged');

const named = (given: unknown): string => {
  try {
    return JSON.stringify(given) ?? String(given);
  } catch {
    return typeof given;
  }
};

export const warnFamily = (call: string, namespace: unknown): void =>
  warn(
    `${call}(${named(namespace)}) reads nothing: there is no such family, but eip155, solana, bip122, polkadot, cosmos`,
  );

export const warnEvent = (name: string): void =>
  warn(
    `on("${name}") hears nothing: a provider emits accountsChanged, chainChanged, connect, disconnect`,
    'libraries',
  );

export const warnListened = (name: string): void =>
  warn(
    `addEventListener("${name}") hears nothing: events are named as wallet-connect, wallet-account-change, wallet-network-change`,
  );

/** A text of the host's own that is not shown; `ours` is what stands there, null where no such text is known. */
export function warnMessage(key: string, ours: string | null): void {
  const fills = [...new Set(ours?.match(/\{\w+\}/g))].join(', ');
  const name = named(key).slice(0, 100);
  warn(
    ours == null
      ? `messages[${name}] is no text of ours: messages.json has them all`
      : `messages[${name}] is not shown: it must be a text ${fills ? `with ${fills}` : 'without anything in braces'}`,
    'messages',
  );
}

/** The host's own storage has failed; what it was to keep lives as long as the page. */
export const warnStorage = (method: string, why: string): void =>
  warn(`storage.${method}() failed, so this page forgets its connection on reload: ${why}`, 'options');

export const warnDead = (call: string): void =>
  warn(`${call}() of a handle after its destroy() does nothing: createWalletModal makes the next one`);
