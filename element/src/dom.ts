// Small DOM maker for the entry, which is there before React: no HTML text anywhere (security.md B2).

type Listener = (event: never) => void;

/** An element with attributes; a function value listens for the event of that name. */
export function make<T extends HTMLElement>(
  tag: string,
  props: Record<string, string | Listener>,
  ...children: (Node | string)[]
): T {
  const element = document.createElement(tag) as T;
  for (const name in props) {
    const value = props[name]!;
    if (typeof value == 'string') element.setAttribute(name, value);
    else element.addEventListener(name, value as EventListener);
  }
  element.append(...children);
  return element;
}
