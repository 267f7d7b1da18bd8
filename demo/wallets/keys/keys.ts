/**
 * A wallet without an extension: the window that a page opens at this wallet's own site, by the protocol of Coinbase's wallet
 * (docs/spec/page-wallets.md 7.1). It shows what the demo wallet's window shows and signs with the same accounts.
 *
 *   window -> page  PopupLoaded       it is loaded and listens
 *   page -> window  version, who asks
 *   page -> window  selectSignerType  answered: this window itself
 *   page -> window  handshake         in the clear, with the page's key; the answer is sealed, with the window's
 *   page -> window  encrypted         a request; so is its answer
 *   window -> page  PopupUnload       it goes
 */
import { isRecord, type Answer } from '../confirm/channel';
import { part } from '../confirm/dom';
import { problem } from '../confirm/errors';
import { networks } from '../confirm/networks';
import { end, settle } from '../confirm/person';
import { forgetSite, readKey, seal, secretOf, unseal, writtenKey, type Secret } from './seal';

/** The page closes nothing: the window closes after its response. */
const CLOSE_SELF_MS = 300;

const opener = window.opener as Window | null;
const site = siteOf(new URLSearchParams(location.search).get('origin'));

function siteOf(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return ['http:', 'https:'].includes(url.protocol) && url.origin === text ? text : null;
}

const post = (message: object): void => opener!.postMessage({ id: crypto.randomUUID(), ...message }, site!);

async function reply(secret: Secret, requestId: string, answer: Answer, data?: object): Promise<void> {
  const result = 'error' in answer ? { error: answer.error } : { value: answer.result };
  const encrypted = await seal(secret, JSON.stringify({ result, ...(data && { data }) }));
  post({ requestId, sender: await writtenKey(secret), content: { encrypted }, timestamp: new Date() });
  setTimeout(() => window.close(), CLOSE_SELF_MS);
}

const refuse = (requestId: string, code: number, message: string): void =>
  post({ requestId, sender: '', content: { failure: { code, message } }, timestamp: new Date() });

/** The networks it serves, each with its node. */
async function chains(): Promise<Record<number, string>> {
  return Object.fromEntries((await networks()).map(({ id, rpcUrl }) => [id, rpcUrl]));
}

async function handle(message: Record<string, unknown>): Promise<void> {
  const { id, event, sender, content } = message;
  if (typeof id !== 'string') return;
  if (event === 'selectSignerType') return post({ requestId: id, data: 'scw' });
  if (!isRecord(content) || typeof sender !== 'string') return;
  const { handshake, encrypted } = content;
  const chain = { chainId: `0x${Number(Object.keys(await chains())[0]).toString(16)}` };
  if (isRecord(handshake)) {
    const secret = await secretOf(site!, await readKey(sender), sender, true);
    const answer = await settle({ method: String(handshake['method']), params: [], chain, locked: false });
    if ('error' in answer) {
      forgetSite(site!);
      refuse(id, answer.error.code, answer.error.message);
      return void setTimeout(() => window.close(), CLOSE_SELF_MS);
    }
    return reply(secret, id, answer, { chains: await chains() });
  }
  const secret = await secretOf(site!, await readKey(sender), sender, false).catch(() => null);
  if (!secret) return refuse(id, 4100, 'This site is not connected');
  const asked = JSON.parse(await unseal(secret, encrypted)) as {
    action: { method: string; params?: unknown[] };
    chainId: number;
  };
  const { method, params = [] } = asked.action;
  const on = { chainId: `0x${Number(asked.chainId).toString(16)}` };
  await reply(secret, id, await settle({ method, params, chain: on, locked: false }));
}

/** Responds to the page that opened this window. */
export function run(): void {
  if (!opener || !site)
    return end('This window is opened by a page that asks the demo wallet for something.');
  part('site').textContent = site;
  window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== site || source !== opener || !isRecord(data)) return;
    handle(data).catch((error: unknown) => end(problem(error).message));
  });
  window.addEventListener('pagehide', () => post({ event: 'PopupUnload' }));
  post({ event: 'PopupLoaded' });
}
