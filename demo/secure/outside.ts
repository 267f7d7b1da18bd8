/**
 * The browser around the frame's code. Nothing else touches it but asking.ts and draw.ts (what the person sees) and vault.ts (IndexedDB): tests
 * put another in its place and drive the rest as it is (testing/peer.ts).
 */

/** What the page says. */
export type Heard = { data: unknown; ports: readonly MessagePort[] };

/** What the server wrote into the document. */
export const told = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="wm-${name}"]`)?.content ?? '';

/** What the page wrote into the frame's address. */
export const query = new URLSearchParams(location.search);

/** Origin of this site. */
export const SITE = location.origin;

export const isFramed = (): boolean => window.parent !== window;

/** Says something to the window around, if that is of this origin. */
export const say = (message: unknown, origin: string): void => window.parent.postMessage(message, origin);

/** Hears the window around, as long as it is of this origin, and nobody else. */
export function hear(origin: string, take: (heard: Heard) => void): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== window.parent) return;
    take(event);
  });
}

/** Throws where the browser keeps it from frames. */
export const stored = (): Storage => localStorage;

/** Begins anew. */
export const reload = (): void => location.reload();

/** Puts a document of another origin inside this one. */
export function embed(src: string): void {
  const inner = document.createElement('iframe');
  inner.src = src;
  document.body.append(inner);
}
