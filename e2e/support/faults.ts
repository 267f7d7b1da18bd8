// Tells the demo's hosts to fail, and reads what reached them (services.md A13).
import { HOST_URLS, type HostName } from './ports';

export interface Fault {
  /** prefix of the paths that fail */
  path: string;
  status?: number;
  delayMs?: number;
  /** how often; without it until the end of the test */
  times?: number;
  body?: string;
}

export interface SeenRequest {
  method: string;
  path: string;
  query: string;
}

async function call(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status} ${await response.text()}`);
  return response;
}

/**
 * Sets a fault on one host. Every test shares the hosts, and tests run two at a time: a test that uses this belongs
 * into a file with `test.describe.configure({ mode: 'serial' })` and a path that no other file asks for.
 */
export async function fault(host: HostName, fault: Fault): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await call(`${HOST_URLS[host]}/__fault`, { method: 'POST', headers, body: JSON.stringify(fault) });
  touched.add(host);
}

/** The requests that reached a host since the last reset. */
export async function requests(host: HostName): Promise<SeenRequest[]> {
  const answer = await call(`${HOST_URLS[host]}/__requests`);
  return ((await answer.json()) as { requests: SeenRequest[] }).requests;
}

/** What the analytics host was sent, oldest first: the items of services.md A6. All tests share it: look for your own. */
export async function received(): Promise<Record<string, unknown>[]> {
  const answer = await call(`${HOST_URLS.analytics}/received`);
  return ((await answer.json()) as { items: Record<string, unknown>[] }).items;
}

const touched = new Set<HostName>();

/** Before each test: forgets the faults which this worker has set. */
export async function resetFaults(): Promise<void> {
  for (const host of touched) await call(`${HOST_URLS[host]}/__reset`, { method: 'POST' });
  touched.clear();
}
