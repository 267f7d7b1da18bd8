// Code that most pages never load: rare options (take-own.ts), warnings for the developer (as a public event and in the console, like the
// engine's), and elements that are inactive or not in the page.

import { emit, ignore, page, type ModalElement } from './page';
import { WalletError } from './wallet-error';

export { loadRare } from './take-own';

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

/** the warnings so far; each appears once */
const warnings = new Set<string>();

/**
 * The URL printed after a warning: this and a code, which is a section of that page. It becomes the documentation's address once there is
 * a site; scripts/errors.test.mjs finds every copy.
 */
const errorsUrl = 'node_modules/wallet-modal/docs/guide/errors.md#';

/** `code`: a section of docs/guide/errors.md. */
function warn(code: string, detail: string): void {
  if (warnings.has(detail)) return;
  warnings.add(detail);
  emit('wallet-alert', { key: `host ${detail}`, title: 'wallet-modal', detail, kind: 'warning' });
  // eslint-disable-next-line no-console -- what is wrong is said where developers look
  console.warn(`[wallet-modal] ${detail}${/[.?]$/.test(detail) ? '' : '.'} See ${errorsUrl}${code}`);
}

/** elements added while another one was active */
const others = new Set<ModalElement>();

/**
 * Makes the element in the page the active one. If the first one has left (after a route change or a replaced body), the next one takes
 * over.
 */
function lead(): void {
  if (page.element?.isConnected) return;
  for (const one of others) {
    others.delete(one);
    if (one.isConnected) return void one.connectedCallback();
  }
}

/** Warns that an element or a definition was added twice. */
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

/** Opens the active element. If it left with a part of the page, it is appended again. Rejects if the modal wouldn't be visible. */
export async function openLead(element: ModalElement, args?: object): Promise<void> {
  lead();
  const { disableAppend, enableEmbedded, root } = page.options;
  const isGone = !page.element?.isConnected;
  if (isGone && !disableAppend && !enableEmbedded)
    (root?.isConnected ? root : document.body).append((page.element ??= element));
  else if (isGone || page.element == element) {
    // Deferred, so that it doesn't count as a close during the opening.
    setTimeout(() => void element.close());
    throw new WalletError({
      code: -32603,
      message: "Can't open the modal: its <wallet-modal> element isn't on the page",
    });
  }
  await page.element!.open(args);
}

/** Warns that the argument of `open` isn't an object. */
export const warnOpen = (given: unknown): void =>
  warn('invalid_call', `open(${describe(given)}) was ignored. Pass an object, such as { view: 'Account' }.`);

const plain = (name: string): string => name.replace(/[^a-z\d]/gi, '').toLowerCase();

/**
 * Options that aren't attributes, and names that pages use for them by mistake. The engine knows all options, but doesn't see the
 * document.
 */
const options =
  'networks defaultNetwork adapters metadata features services themeVariables siwx siweConfig tokens customRpcUrls customWallets featuredWalletIds includeWalletIds excludeWalletIds allWallets reviewRequests termsConditionsUrl privacyPolicyUrl root'.split(
    ' ',
  );

/**
 * Warns about unknown attributes that differ from ours only in spelling, or that are names of options. A framework that doesn't know
 * properties writes every option as an attribute. Other attributes belong to the page.
 */
export function warnAttributes(host: HTMLElement, names: readonly string[], known: readonly string[]): void {
  for (const name of names) {
    const match = known.find((one) =>
      [plain(one), plain(one).replace(/mode$|id$/, '')].includes(plain(name)),
    );
    const option = options.find((one) => plain(one) == plain(name));
    if (match)
      warn(
        'invalid_attribute',
        `Unknown attribute "${name}" on <${host.localName}>. Did you mean "${match}"?`,
      );
    else if (option)
      warn(
        'invalid_attribute',
        `Attribute "${name}" on <${host.localName}> has no effect. Set ${option} in createWalletModal(options) or on the element's options property.`,
      );
  }
}

/** Warns about button attributes that have no effect. */
export const warnButton = (host: HTMLElement, wrong: readonly string[]): void =>
  wrong.forEach((text) => warn('invalid_attribute', `<${host.localName} ${text}`));

export const warnMerged = (): unknown =>
  warn(
    'options_merged',
    'createWalletModal() was called more than once. The new options were merged into the existing modal.',
  );

const describe = (given: unknown): string => {
  try {
    return JSON.stringify(given) ?? String(given);
  } catch {
    return typeof given;
  }
};

export const warnNames = (call: string, namespace: unknown): void =>
  warn(
    'unknown_namespace',
    `${call}(${describe(namespace)}) was ignored: unknown namespace. Use eip155, solana, bip122, polkadot or cosmos.`,
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

/** Warns about a message of the page that isn't used. `ours` is the current default, or null if no message has that key. */
export function warnMessage(key: string, ours: string | null): void {
  const fills = [...new Set(ours?.match(/\{\w+\}/g))].join(', ');
  const name = describe(key).slice(0, 100);
  const why =
    ours == null
      ? 'unknown key. See messages.json for all keys.'
      : `it must be a string ${fills ? `that contains ${fills}` : 'without placeholders'}.`;
  warn('invalid_message', `messages[${name}] was ignored: ${why}`);
}

/** Warns that the page's own storage failed. Its records then last only as long as the page. */
export const warnStorage = (method: string, why: string): void =>
  warn('storage_failed', `storage.${method}() failed, so the connection won't survive a reload: ${why}`);

export const warnEnded = (call: string): void =>
  warn(
    'modal_destroyed',
    `${call}() was ignored because this modal was destroyed. Call createWalletModal() to create a new one.`,
  );
