// Records the screen frame by frame: rectangles and texts of the card as each frame painted them. A resize observer that is created in
// each animation frame reads them: it runs in that frame, after the layout and before the paint.
import type { Page } from '@playwright/test';

export interface Rect {
  top: number;
  bottom: number;
  left: number;
  width: number;
}

export interface Frame {
  at_ms: number;
  /** whether the dialog is open, or embedded */
  open: boolean;
  /** the dialog's scroll position */
  scrolled: number;
  card: Rect & { seen: boolean };
  /** the card's position without its animation */
  place: { top: number; height: number };
  /** whether the card still has the entry's own content */
  first: boolean;
  title: { now: string; old: string | null };
  /** the clickable elements in the header, by name */
  head: string[];
  views: {
    name: string;
    kind: 'leaving' | 'entering' | 'still';
    opacity: number;
    text: string;
    rect: Rect;
  }[];
  body: Rect | null;
  /** the elements that the test asked for, by selector inside the shadow root */
  more: Record<string, Rect & { opacity: number; text: string }>;
}

/** Records every frame from the next document on. */
export async function watchFrames(page: Page, more: string[] = []): Promise<void> {
  await page.addInitScript((selectors: string[]) => {
    const frames: Frame[] = [];
    (window as unknown as { __frames: Frame[] }).__frames = frames;
    const rect = (element: Element) => {
      const { top, bottom, left, width } = element.getBoundingClientRect();
      return { top, bottom, left, width };
    };
    const look = (at_ms: number) => {
      const root = document.querySelector('wallet-modal')?.shadowRoot;
      const card = root?.querySelector<HTMLElement>('.card');
      if (!root || !card) return;
      const box = root.querySelector('dialog')!;
      const seen = (element: Element) => {
        let opacity = 1;
        for (let at: Element | null = element; at && at != card; at = at.parentElement)
          opacity *= +getComputedStyle(at).opacity;
        return { ...rect(element), opacity, text: (element as HTMLElement).innerText ?? '' };
      };
      const isSeen = (element: Element) => getComputedStyle(element).visibility == 'visible';
      const title = [...root.querySelectorAll<HTMLElement>('#wm-title')].find(isSeen);
      const body = root.querySelector('.body');
      const found: Frame['more'] = {};
      for (const selector of selectors) {
        const element = root.querySelector(selector);
        if (element) found[selector] = seen(element);
      }
      frames.push({
        at_ms,
        open: box.open || !box.contains(card),
        scrolled: box.scrollTop,
        card: { ...rect(card), seen: isSeen(card) },
        place: { top: card.offsetTop, height: card.offsetHeight },
        first: !!root.querySelector('.first'),
        title: { now: title?.textContent ?? '', old: title?.dataset.old ?? null },
        head: [...root.querySelectorAll('.head button')]
          .filter(isSeen)
          .map((button) => button.getAttribute('data-testid') ?? button.getAttribute('aria-label') ?? ''),
        views: [...root.querySelectorAll<HTMLElement>('.body > .view[data-testid]')]
          .filter(isSeen)
          .map((view) => ({
            name: view.dataset.testid!.replace('wm-view-', ''),
            kind: (/leaving|entering/.exec(view.className)?.[0] ?? 'still') as 'still',
            opacity: +getComputedStyle(view).opacity,
            text: view.innerText,
            rect: rect(view),
          })),
        body: body && rect(body),
        more: found,
      });
    };
    const observer = new ResizeObserver(() => look(performance.now()));
    const next = () => {
      observer.disconnect();
      observer.observe(document.documentElement);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }, more);
}

/** The frames since the last call. */
export const framesOf = (page: Page): Promise<Frame[]> =>
  page.evaluate(() => {
    const { __frames: frames } = window as unknown as { __frames: Frame[] };
    return frames.splice(0);
  });

/** Makes the machine slower by this factor. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** The frames that differ from the previous one, in short form for a message. */
export function inShort(frames: Frame[]): string {
  let last = '';
  const lines: string[] = [];
  for (const { at_ms, card, scrolled, first, title, views, head } of frames) {
    const line = `${Math.round(card.top)}..${Math.round(card.bottom)} scrolled ${scrolled} ${first ? 'first ' : ''}"${title.now}" (${title.old ?? ''}) [${head.join(' ')}] ${views
      .map(
        ({ name, kind, opacity, text }) =>
          `${name}/${kind}/${opacity.toFixed(1)}: ${text.slice(0, 60).replace(/\n/g, '|')}`,
      )
      .join(' + ')}`;
    if (line != last) lines.push(`${Math.round(at_ms - frames[0]!.at_ms)} ${line}`);
    last = line;
  }
  return lines.join('\n');
}
