// What the elements of the entry are built on, before React is loaded: a small DOM maker (no HTML text anywhere, docs/spec/security.md B2), and
// attributes as properties (docs/spec/public-api.md section 2).

import { kept, keys } from './primordials';

type Listener = (event: never) => void;

/** What our elements extend. On a server the classes exist and nothing more. */
export const Base = (globalThis.HTMLElement ?? Object) as typeof HTMLElement;

const { apply, get } = Reflect;
/**
 * A member of the document, as its class has it: an element of the page with that name would hide it. The build writes `document.body` so
 * (scripts/rollup/document-reads.mjs). The window, which React asks as a node, has its own and those of an event target; of anything else it
 * is the plain member.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any member of any node
export const ofDocument = (of: any, name: string): any =>
  of == globalThis.document
    ? get(kept.Document![1]!, name, of)
    : of != globalThis || Object.hasOwn(of, name)
      ? of[name]
      : get(kept.EventTarget![1]!, name, of);
/** The same for a call. */
export const askDocument = (of: unknown, name: string, ...args: unknown[]): unknown =>
  apply(ofDocument(of, name), of, args);

/** An element with attributes; a function value listens for the event of that name, and null is neither. */
export function make<T extends HTMLElement>(
  tag: string,
  props: Record<string, string | Listener | null>,
  ...children: (Node | string)[]
): T {
  const element = askDocument(document, 'createElement', tag) as T;
  for (const name of keys(props)) {
    const value = props[name];
    if (typeof value == 'string') element.setAttribute(name, value);
    else element.addEventListener(name, value as EventListener);
  }
  element.append(...children);
  return element;
}

/** `chars-start` is `charsStart` as a property. */
export const camel = (name: string): string => name.replace(/-./, ([, letter]) => letter!.toUpperCase());

/** Attributes as properties: an empty one is true, none is null; true, false and null set and remove it. */
export function reflect(of: typeof HTMLElement, names: readonly string[]): void {
  for (const name of names)
    Object.defineProperty(of.prototype, camel(name), {
      // What stands on Object.prototype is no part of it (docs/spec/security.md B17).
      __proto__: null,
      get(this: HTMLElement) {
        const value = this.getAttribute(name);
        return value == '' || value;
      },
      set(this: HTMLElement, value: unknown) {
        if (value == null || value === false) this.removeAttribute(name);
        else this.setAttribute(name, value === true ? '' : (value as string));
      },
    } as PropertyDescriptor);
}

/** Properties set before the class was defined hide its accessors: takes them off and sets them again. */
export function upgrade(element: object): void {
  const set = { ...element };
  for (const name of keys(set)) delete (element as Record<string, unknown>)[name];
  Object.assign(element, set);
}
