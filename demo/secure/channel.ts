/**
 * The frame's side of the protocol (docs/spec/embedded-frame.md section 3): it only communicates with one page, by exact origin and
 * window, and silently drops everything else. Once the page has sent a port, both sides use it.
 */
import { isRecord, isSound } from './json';
import { readCall, type Name } from './messages';
import { embed, hear, isFramed, say, type Heard } from './outside';
import { fault, otherName, PAGE, lateMs, NONCE } from './page';

export type Handle = (name: Name, payload: Record<string, unknown>) => Promise<unknown>;

/** The default rejection of a call. */
export const UNKNOWN_ERROR = 'An error occurred';
/** IDs can be used once. The oldest are forgotten first. */
const IDS_MAX = 10_000;

let port: MessagePort | null = null;
const used = new Set<string>();

/** Sends a message to the page only. */
function post(message: Record<string, unknown>): void {
  const whole = NONCE ? { ...message, nonce: NONCE } : message;
  if (port) port.postMessage(whole);
  else say(whole, PAGE);
}

/** An event that isn't a response. */
export function tell(event: 'READY' | 'SESSION_UPDATE', payload: Record<string, unknown>): void {
  post({ type: `@w3m-frame/${event}`, payload });
}

/** Starts listening, and sends READY. */
export function open(handle: Handle): void {
  if (!isFramed()) return;
  // A nested document of another origin speaks instead.
  if (fault === 'bad-origin') return embed(`${otherName}/stranger`);
  if (fault === 'no-ready') return;

  const take = (data: unknown): void => {
    if (!isSound(data)) return;
    if (NONCE && isRecord(data) && data['nonce'] !== undefined && data['nonce'] !== NONCE) return;
    const call = readCall(data);
    if (!call || used.has(call.id)) return;
    used.add(call.id);
    if (used.size > IDS_MAX) used.delete(used.values().next().value!);
    void answer(handle, call);
  };

  hear(PAGE, (heard) => {
    if (isPort(heard)) return usePort(heard.ports[0]!, take);
    take(heard.data);
  });

  const ready = () => tell('READY', { version: '1', port: true });
  if (fault === 'slow-ready') setTimeout(ready, lateMs);
  else ready();
  if (fault === 'double-ready') setTimeout(ready, 1_000);
}

function isPort({ data, ports }: Heard): boolean {
  return (
    port === null &&
    ports.length === 1 &&
    isRecord(data) &&
    data['type'] === '@w3m-app/PORT' &&
    NONCE !== '' &&
    data['nonce'] === NONCE
  );
}

function usePort(given: MessagePort, take: (data: unknown) => void): void {
  port = given;
  port.onmessage = ({ data }: MessageEvent<unknown>) => take(data);
}

/** The messages that a silent frame still sends; otherwise the page would never send a request. */
const BEFORE_SILENCE: Name[] = ['SYNC_DAPP_DATA', 'SYNC_THEME'];

async function answer(
  handle: Handle,
  { name, id, payload }: { name: Name; id: string; payload: Record<string, unknown> },
): Promise<void> {
  const reply = (outcome: 'SUCCESS' | 'ERROR', value: unknown): void => {
    if (fault === 'drop-answers' && !BEFORE_SILENCE.includes(name)) return;
    const to = fault === 'wrong-id' ? `${id}0` : id;
    const message = { type: `@w3m-frame/${name}_${outcome}`, id: to };
    post(value === undefined ? message : { ...message, payload: value });
  };
  try {
    reply('SUCCESS', await handle(name, payload));
  } catch (error) {
    const message = error instanceof Error && error.message ? error.message : UNKNOWN_ERROR;
    reply('ERROR', { message });
  }
}
