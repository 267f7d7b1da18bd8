// What most pages never load: options that they leave out (take-own.ts), warnings for the developer, by the public event and on the console as the engine's, and
// elements that do not lead or are not in the page.

import { emit, ignore, page, type ModalElement } from './page';
import { WalletError } from './wallet-error';

export { takeOwn } from './take-own';

/** See site-data.ts. */
export const clearSiteData = async (handle: { disconnect(): Promise<void> }): Promise<void> =>
  (await import('./site-data')).clearSiteData(handle);
/** See site-data.ts. */
export const leave = (at: number): Promise<void> =>
  import('./site-data').then((chunk) => chunk.leave(at)).catch(ignore);
/** See site-data.ts. */
export const comeBack = (isChanged: boolean): Promise<void> =>
  import('./site-data').then((chunk) => chunk.comeBack(isChanged)).catch(ignore);
/** See log.ts. */
export const exportLogs = async (
  handle: Parameters<(typeof import('./log'))['exportLogs']>[0],
): Promise<string> => (await import('./log')).exportLogs(handle);

/** what has been said: each once */
const said = new Set<string>();

/** Where a line leads: this and a code, which is a section of that page. The documentation's address, once there is a site; scripts/errors.test.mjs finds every copy. */
const errorsUrl = 'node_modules/wallet-modal/docs/guide/errors.md#';

/** `code`: a section of docs/guide/errors.md. */
function warn(code: string, detail: string): void {
  if (said.has(detail)) return;
  said.add(detail);
  emit('wallet-alert', { key: `host ${detail}`, title: 'wallet-modal', detail, kind: 'warning' });
  // eslint-disable-next-line no-console -- what is wrong is said where developers look
  console.warn(`[wallet-modal] ${detail}${/[.?]$/.test(detail) ? '' : '.'} See ${errorsUrl}${code}`);
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
  if (!element)
    return warn(
      'loaded_twice',
      'wallet-modal is loaded twice. Load one version from one URL, without a ?query string.',
    );
  warn(
    'element_twice',
    'More than one <wallet-modal> is on the page. Only one is active. Remove the others.',
  );
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
    throw new WalletError({
      code: -32603,
      message: "Can't open the modal: its <wallet-modal> element isn't on the page",
    });
  }
  await page.element!.open(args);
}

/** What was given to `open` is no object. */
export const warnOpen = (given: unknown): void =>
  warn('invalid_call', `open(${named(given)}) was ignored. Pass an object, such as { view: 'Account' }.`);

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
    if (meant)
      warn(
        'invalid_attribute',
        `Unknown attribute "${name}" on <${host.localName}>. Did you mean "${meant}"?`,
      );
    else if (option)
      warn(
        'invalid_attribute',
        `Attribute "${name}" on <${host.localName}> has no effect. Set ${option} in createWalletModal(options) or on the element's options property.`,
      );
  }
}

/** Attributes of a button that say nothing. */
export const warnButton = (host: HTMLElement, wrong: readonly string[]): void =>
  wrong.forEach((text) => warn('invalid_attribute', `<${host.localName} ${text}`));

export const warnMerged = (): unknown =>
  warn(
    'options_merged',
    'createWalletModal() was called more than once. The new options were merged into the existing modal.',
  );

const named = (given: unknown): string => {
  try {
    return JSON.stringify(given) ?? String(given);
  } catch {
    return typeof given;
  }
};

export const warnFamily = (call: string, namespace: unknown): void =>
  warn(
    'unknown_namespace',
    `${call}(${named(namespace)}) was ignored: unknown namespace. Use eip155, solana, bip122, polkadot or cosmos.`,
  );

export const warnEvent = (name: string): void =>
  warn(
    'unknown_event',
    `provider.on("${name}") never fires. Supported events: accountsChanged, chainChanged, connect, disconnect.`,
  );

export const warnListened = (name: string): void =>
  warn(
    'unknown_event',
    `addEventListener("${name}") never fires. Event names start with wallet-, for example wallet-connect.`,
  );

/** A text of the host's own that is not shown; `ours` is what stands there, null where no such text is known. */
export function warnMessage(key: string, ours: string | null): void {
  const fills = [...new Set(ours?.match(/\{\w+\}/g))].join(', ');
  const name = named(key).slice(0, 100);
  const why =
    ours == null
      ? 'unknown key. See messages.json for all keys.'
      : `it must be a string ${fills ? `that contains ${fills}` : 'without placeholders'}.`;
  warn('invalid_message', `messages[${name}] was ignored: ${why}`);
}

/** The host's own storage has failed; what it was to keep lives as long as the page. */
export const warnStorage = (method: string, why: string): void =>
  warn('storage_failed', `storage.${method}() failed, so the connection won't survive a reload: ${why}`);

export const warnDead = (call: string): void =>
  warn(
    'modal_destroyed',
    `${call}() was ignored because this modal was destroyed. Call createWalletModal() to create a new one.`,
  );
