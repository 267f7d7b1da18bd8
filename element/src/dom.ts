// The base of the entry's elements, before React has loaded: a small helper that creates DOM elements (never from an HTML string,
// docs/spec/security.md B2), and attributes as properties (docs/spec/public-api.md section 2).

import { captures, keys } from './primordials';

type Listener = (event: never) => void;

/** The base class of our elements. On a server, the classes exist but do nothing. */
export const Base = (globalThis.HTMLElement ?? Object) as typeof HTMLElement;

const { apply, get } = Reflect;
/**
 * Reads a member of the document through its class, because an element of the page with that name would shadow it. The build rewrites
 * `document.body` to this (scripts/rollup/document-reads.mjs). For the window, which React treats as a node, it uses the members of
 * Window and EventTarget. For anything else, it reads the plain member.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any member of any node
export const ofDocument = (of: any, name: string): any =>
  of == globalThis.document
    ? get(captures.Document![1]!, name, of)
    : of != globalThis || Object.hasOwn(of, name)
      ? of[name]
      : get(captures.EventTarget![1]!, name, of);
/** Calls a method in the same way. */
export const askDocument = (of: unknown, name: string, ...args: unknown[]): unknown =>
  apply(ofDocument(of, name), of, args);

/** Creates an element with attributes. A function adds a listener for the event of that name, and null is skipped. */
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

/** `chars-start` becomes `charsStart`. */
export const camel = (name: string): string => name.replace(/-./, ([, letter]) => letter!.toUpperCase());

/** Defines properties for attributes. An empty attribute reads as true, a missing one as null. true, false and null set or remove it. */
export function reflect(of: typeof HTMLElement, names: readonly string[]): void {
  for (const name of names)
    Object.defineProperty(of.prototype, camel(name), {
      // Ignores what scripts add to Object.prototype (docs/spec/security.md B17).
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

/** Properties that a page set before the class was defined shadow its accessors. Deletes them and sets them again. */
export function upgrade(element: object): void {
  const set = { ...element };
  for (const name of keys(set)) delete (element as Record<string, unknown>)[name];
  Object.assign(element, set);
}
