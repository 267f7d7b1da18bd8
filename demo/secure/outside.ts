/**
 * The browser around the frame's code. Only asking.ts and draw.ts (rendering) and vault.ts (IndexedDB) use the browser besides: tests
 * replace this file and run the rest unchanged (testing/peer.ts).
 */

/** A message from the page. */
export type Heard = { data: unknown; ports: readonly MessagePort[] };

/** A value that the server wrote into the document. */
export const told = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="wm-${name}"]`)?.content ?? '';

/** The parameters of the frame's URL, from the page. */
export const query = new URLSearchParams(location.search);

/** The origin of this site. */
export const SITE = location.origin;

export const isFramed = (): boolean => window.parent !== window;

/** Sends a message to the parent window if it has this origin. */
export const say = (message: unknown, origin: string): void => window.parent.postMessage(message, origin);

/** Listens to the parent window while it has this origin, and to no other. */
export function hear(origin: string, take: (heard: Heard) => void): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== window.parent) return;
    take(event);
  });
}

/** Throws if the browser denies it to frames. */
export const stored = (): Storage => localStorage;

/** Reloads the frame. */
export const reload = (): void => location.reload();

/** Adds a nested document of another origin. */
export function embed(src: string): void {
  const inner = document.createElement('iframe');
  inner.src = src;
  document.body.append(inner);
}
