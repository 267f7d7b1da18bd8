// `exportLogs()`: a text to attach to a report. It lists the state, the requests and the events by an allowlist and hides secrets, so that a
// user can send it to anyone. A chunk of its own: the events are recorded from the first call on.

import { page } from './page';
import type { PublicEvent } from './events';
import type { Options } from './options';
import type { Reading } from './handle/reading';

/** The limit of the log (9.27). */
const log_bytes_max = 1_024_000;

/** The limit of one event. The rest of a longer one isn't read: hiding its secrets would block the page. */
const event_chars_max = 8_000;

/** The fields of an event that the log contains. None can hold a URI, a key or an email address. */
const loggedFields = [
  'view',
  'previous',
  'reason',
  'namespace',
  'status',
  'connectorId',
  'method',
  'phase',
  'reconnect',
  'caipNetworkId',
  'supported',
  'chain',
  'kind',
  'type',
  'changed',
  'key',
  'code',
  'message',
  'detail',
  'details',
  'event',
];

/** Options whose value is in the log. Of the other options, the log only has the name. */
const told_options: readonly (keyof Options)[] = [
  'themeMode',
  'features',
  'allWallets',
  'enableEmbedded',
  'disableAppend',
  'prefetch',
  'enableWallets',
  'enableWalletGuide',
  'enableEIP6963',
  'enableInjected',
  'enableReconnect',
  'enableNetworkSwitch',
  'allowUnsupportedChain',
  'manualPairing',
  'reviewRequests',
  'remoteConfig',
  'basic',
  'debug',
  'testMode',
  'locale',
  'enableCoinbase',
  'coinbasePreference',
  'announceProvider',
];

/** Whether 12 words of 3 to 8 letters follow each other, as in a recovery phrase. */
function isPhrase(line: string): boolean {
  let count = 0;
  const words = line.split(/\\[nrt]|[^A-Za-z]+/).filter(Boolean);
  return words.some(({ length }) => (count = length >= 3 && length <= 8 ? count + 1 : 0) >= 12);
}

/** Whether a word has the three parts of a JSON Web Token. */
function isToken(word: string): boolean {
  const parts = word.split('.');
  return word.length > 26 && parts.length == 3 && parts.every(({ length }) => length >= 4);
}

/** A URL's path without what could be a key: a part stays if it is a word, such as `v1` or `balances`. */
const plainPath = (path: string): string =>
  path.replace(/[^/]+/g, (part) => (/^(v\d{1,2}|[a-z_-]{1,24})$/.test(part) ? part : '…'));

const ends = (long: string): string => `${long.slice(0, 4)}…${long.slice(-4)}`;

/**
 * Hides what a report must not contain: pairing URIs, email addresses, tokens, keys, topics, and the middle of addresses. No field of the
 * log holds a recovery phrase, but words that look like one are hidden too.
 */
export function scrubbed(text: string): string {
  return text
    .replace(/\bwc:\S+/gi, '[uri]')
    .replace(/[^\s"'<>]+/g, (word) => (/[@\uff20]|%40/.test(word) ? '[email]' : word))
    .replace(
      /(:\/\/[^\s"'<>/?#]+)(\/[^\s"'<>?#]*)/g,
      (_, host: string, path: string) => host + plainPath(path),
    )
    .replace(/[A-Za-z]+(?:(?:\\[nrt]|[\s,.;|\d)-]|","){1,6}[A-Za-z]+)*/g, (line) =>
      isPhrase(line) ? '[words]' : line,
    )
    .replace(/\b(0x[\da-f]{4})[\da-f]{32}([\da-f]{4})\b/gi, '$1…$2')
    .replace(/\b(?:0x)?[\da-f]{32,}\b/gi, '[hex]')
    .replace(/[?#][^\s"]*/g, '')
    .replace(/[\w+/=.-]+/g, (word) => (isToken(word) ? '[token]' : word))
    .replace(/[A-Za-z\d_+=-]{25,}/g, ends)
    .replace(/[A-Za-z\d_+/=-]{40,}/g, ends);
}

/** Hides secrets in a text and cuts a long one. The last characters of the cut are dropped, because they might be half of a secret. */
function shortened(text: string): string {
  if (text.length <= event_chars_max) return scrubbed(text);
  return `${scrubbed(text.slice(0, event_chars_max)).slice(0, -200)}…`;
}

let lines: string[] = [];
let size_bytes = 0;
let listened: Reading | undefined;

function record(line: string): void {
  lines.push(line);
  size_bytes += line.length;
  while (size_bytes > log_bytes_max) size_bytes -= lines.shift()!.length;
}

function listen(handle: Reading): void {
  if (listened == handle) return;
  listened = handle;
  lines = [];
  size_bytes = 0;
  handle.subscribeEvents(({ type, detail }: PublicEvent) => {
    const given = (detail ?? {}) as Record<string, unknown>; // the page can dispatch its own events
    const fields = loggedFields.filter((name) => given[name] != null).map((name) => [name, given[name]]);
    const text = JSON.stringify(Object.fromEntries(fields));
    record(`${new Date().toISOString()} ${scrubbed(type.slice(0, 100))} ${shortened(text)}`);
  });
}

/** The page's requests to the services: origin, status, start and duration, without paths and bodies. */
function requests(options: Options): string[] {
  const origins = new Set<string>();
  const add = (url: unknown) => {
    if (typeof url == 'string' && URL.canParse?.(url)) origins.add(new URL(url).origin);
  };
  Object.values(options.services ?? {})
    .flat()
    .forEach(add);
  // Includes invalid options, because they are often the reason for a report.
  for (const one of [options.networks].flat()) [one?.rpcUrls?.default?.http].flat().forEach(add);
  for (const one of Object.values(options.customRpcUrls ?? {}).flat()) add(one?.url);
  return performance
    .getEntriesByType('resource')
    .map((entry) => entry as PerformanceResourceTiming)
    .map((entry) => ({ ...entry.toJSON(), origin: new URL(entry.name, location.href).origin }))
    .filter(({ origin }) => origins.has(origin) || /\b(reown|walletconnect)\.(com|org)$/.test(origin))
    .map(
      ({ origin, responseStatus, startTime, duration }) =>
        `${Math.round(startTime)} ms ${origin} ${responseStatus || 'no status'} in ${Math.round(duration)} ms`,
    );
}

/** The log as text. */
export function exportLogs(handle: Reading): string {
  listen(handle);
  const { options, running } = page;
  const state = handle.getState();
  const pick = Object.fromEntries(
    told_options.map((name) => [name, options[name]]).filter(([, one]) => one != null),
  );
  const accounts = (['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const)
    .map((namespace) => handle.getAccount(namespace))
    .filter(({ status }) => status != 'disconnected')
    .map(({ namespace, status, address, connectorId }) => ({ namespace, status, address, connectorId }));
  const head = {
    time: new Date().toISOString(),
    browser: navigator.userAgent,
    page: location.origin,
    engine: running ? 'running' : page.starting ? 'starting' : 'not started',
    options: pick,
    adapters: [options.adapters].flat().map((one) => (typeof one == 'string' ? one : one?.namespace)),
    otherOptions: Object.keys(options).filter((name) => !(name in pick)),
    state: {
      open: state.open,
      view: state.view,
      loading: state.loading,
      connecting: state.connecting,
      initialized: state.initialized,
      activeChain: state.activeChain,
      selectedNetworkId: state.selectedNetworkId,
      configSource: state.configSource,
      error: state.error && { code: state.error.code, message: state.error.message },
    },
    networks: handle.getNetworks().map(({ caipNetworkId }) => caipNetworkId),
    connectors: handle.getConnectors().map(({ id, type, chain }) => ({ id, type, chain })),
    accounts,
    transactions: handle
      .getTransactions()
      .map(({ chain, kind, status, hash }) => ({ chain, kind, status, hash })),
    alerts: running?.snapshot('alerts'),
  };
  const text = [
    scrubbed(JSON.stringify(head, null, 2)),
    scrubbed(requests(options).join('\n')),
    ...lines,
  ].join('\n');
  return text.slice(-log_bytes_max);
}
