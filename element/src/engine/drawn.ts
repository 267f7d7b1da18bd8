// Finds elements over a page's content: fixed or in the top layer, visible and clickable. Also searches open shadow roots.

/** A page can have a hundred thousand elements. The search stops after this number, starting near the root. */
const looked_max = 3_000;
/** in px; smaller elements aren't a wallet's window */
const size_min = 24;

const is = (element: Element, state: string): boolean => {
  try {
    return element.matches(state);
  } catch {
    // the browser doesn't know the selector
    return false;
  }
};
/** Whether the element is in the top layer. */
export const isOnTop = (element: Element): boolean => is(element, ':modal') || is(element, ':popover-open');

/** Judges by layout, before any animation. */
const isLarge = (element: Element): boolean => {
  const { offsetWidth: width, offsetHeight: height } = element as HTMLElement;
  return width >= size_min && height >= size_min;
};

const parentOf = (element: Element): Element | null =>
  element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? null;

const isOut = (element: Element, { position }: CSSStyleDeclaration): boolean =>
  position == 'fixed' || isOnTop(element);
const isSeen = (element: Element, { visibility, pointerEvents }: CSSStyleDeclaration): boolean =>
  visibility == 'visible' && pointerEvents != 'none' && isLarge(element);

/** Whether a fixed parent is invisible itself, such as a library's root for its windows. */
function isInRoot(element: Element): boolean {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const style = getComputedStyle(at);
    if (isOut(at, style)) return !isSeen(at, style);
  }
  return false;
}

/** Returns the outermost such elements in this element, without `own`. `onRoot` gets each shadow root. */
export function drawnIn(from: Element, own: Element, onRoot: (root: ShadowRoot) => void): Element[] {
  const result: Element[] = [];
  const queue: [element: Element, isInRoot: boolean][] = [[from, isInRoot(from)]];
  for (let i = 0; i < queue.length && i < looked_max; i++) {
    const [element, inRoot] = queue[i]!;
    if (element == own) continue;
    const style = getComputedStyle(element);
    const root = element.shadowRoot;
    if (root) onRoot(root);
    if (style.display == 'none') continue;
    const isWindow = inRoot || isOut(element, style);
    if (isWindow && isSeen(element, style)) result.push(element);
    else for (const child of [...(root?.children ?? []), ...element.children]) queue.push([child, isWindow]);
  }
  return result;
}

/** Whether it's still visible. */
export const isDrawn = (element: Element): boolean =>
  element.isConnected && !!element.getClientRects().length && isSeen(element, getComputedStyle(element));

/** The `z-index` at which it lies over the page, or null in the top layer. */
export function levelOf(element: Element): number | null {
  let level = 0;
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (isOnTop(at)) return null;
    level = +getComputedStyle(at).zIndex || level;
  }
  return level;
}
