// A tab as a person uses it: things are found by test id through shadow roots, pressed where they are seen when they lie still and nothing
// covers them, and read as text. Said once for every engine; an engine's own file (driver.ts) brings input and pixels.
import { expect } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import type { Engine, Key, Tab } from './driver';

export interface Seen {
  text: string;
  value: string;
  attributes: Record<string, string>;
  x: number;
  y: number;
  width: number;
  height: number;
  visible: boolean;
  /** visible, not disabled, and a press in its middle reaches it */
  takes: boolean;
}

/** Two looks apart by this much that agree: it lies still. */
const STILL_MS = 60;
const POLL = { intervals: [50, 100] };

export const id = (testId: string): string => `[data-testid="${testId}"]`;

export class Screen {
  readonly #engine: Engine;
  readonly tab: Tab;

  constructor(engine: Engine, tab: Tab) {
    this.#engine = engine;
    this.tab = tab;
  }

  /** The first that fits and is seen, else the first that fits. */
  look(selector: string): Promise<Seen | undefined> {
    return this.tab.evaluate(look, selector);
  }

  async text(selector: string): Promise<string> {
    return (await this.look(selector))?.text ?? '(nothing there)';
  }

  async attribute(selector: string, name: string): Promise<string | undefined> {
    return (await this.look(selector))?.attributes[name];
  }

  /** Waits until it says this. */
  says(selector: string, text: string | RegExp): Promise<void> {
    const saying = expect.poll(() => this.text(selector), { message: selector, ...POLL });
    return typeof text == 'string' ? saying.toContain(text) : saying.toMatch(text);
  }

  has(selector: string, name: string, value: string | RegExp): Promise<void> {
    const has = expect.poll(() => this.attribute(selector, name), {
      message: `${selector} ${name}`,
      ...POLL,
    });
    return typeof value == 'string' ? has.toBe(value) : has.toMatch(value);
  }

  async seen(selector: string, wanted = true): Promise<void> {
    const isSeen = async () => (await this.look(selector))?.visible ?? false;
    await expect.poll(isSeen, { message: `${selector} is seen`, ...POLL }).toBe(wanted);
  }

  /** The view is there and takes clicks: its change is over (as `still` in support/modal.ts). */
  async view(name: string): Promise<void> {
    const selector = id(`wm-view-${name}`);
    await this.seen(selector);
    await expect
      .poll(() => this.attribute(selector, 'class'), { message: `${name} is still`, ...POLL })
      .toContain('still');
  }

  /** Presses it as soon as it can be pressed. */
  async click(selector: string): Promise<void> {
    let last: Seen | undefined;
    const ready = async () => {
      const first = await this.look(selector);
      if (!first?.takes) return `${first ? 'it cannot be pressed' : 'it is not there'}`;
      await new Promise((resolve) => setTimeout(resolve, STILL_MS));
      last = await this.look(selector);
      return last?.takes && last.x == first.x && last.y == first.y ? 'ready' : 'it moves';
    };
    await expect.poll(ready, { message: `press ${selector}`, ...POLL }).toBe('ready');
    await this.tab.click(last!.x + last!.width / 2, last!.y + last!.height / 2);
  }

  /** Presses a field and types into it. */
  async fill(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.tab.type(text);
    await expect.poll(async () => (await this.look(selector))?.value, { message: selector }).toBe(text);
  }

  press(key: Key, more?: { shift?: boolean; alt?: boolean }): Promise<void> {
    return this.tab.press(key, more);
  }

  /** Does something that opens a window; gives that window. */
  async window(open: () => Promise<void>, timeout = 10_000): Promise<Screen> {
    const before = await this.#engine.tabs();
    await open();
    const opened = async () => (await this.#engine.tabs()).find((tab) => !before.includes(tab));
    let found: Tab | undefined;
    await expect
      .poll(async () => !!(found = await opened()), { message: 'a window opens', timeout, ...POLL })
      .toBe(true);
    return new Screen(this.#engine, found!);
  }

  async windows(): Promise<number> {
    return (await this.#engine.tabs()).length;
  }

  /** The pixels of something that is wholly on the screen. */
  async pixels(selector: string): Promise<PNG> {
    const found = await this.look(selector);
    if (!found?.visible) throw new Error(`there is no ${selector} to take a picture of`);
    const { x, y, width, height } = found;
    const all = PNG.sync.read(await this.tab.screenshot());
    const part = new PNG({ width: Math.floor(width), height: Math.floor(height) });
    PNG.bitblt(all, part, Math.round(x), Math.round(y), part.width, part.height, 0, 0);
    return part;
  }

  /** What a scanner reads there: dark on white only, as most of them. */
  async scan(selector: string): Promise<string | undefined> {
    const { data, width, height } = await this.pixels(selector);
    return jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })?.data;
  }
}

/** Runs in the page; nothing from outside is visible in here. */
function look(selector: string): Seen | undefined {
  const all: HTMLElement[] = [];
  const collect = (root: Document | ShadowRoot) => {
    all.push(...root.querySelectorAll<HTMLElement>(selector));
    for (const one of root.querySelectorAll('*')) if (one.shadowRoot) collect(one.shadowRoot);
  };
  collect(document);
  const isSeen = (one: HTMLElement) =>
    one.getClientRects().length > 0 && getComputedStyle(one).visibility == 'visible';
  const found = all.find(isSeen) ?? all[0];
  if (!found) return undefined;
  const { left, right, top, bottom } = found.getBoundingClientRect();
  if (isSeen(found) && (top < 0 || bottom > innerHeight || left < 0 || right > innerWidth))
    found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = found.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2] as const;
  let hit = document.elementFromPoint(...at);
  for (let inner; (inner = hit?.shadowRoot?.elementFromPoint(...at)) && inner != hit;) hit = inner;
  return {
    text: found.textContent ?? '',
    value: (found as HTMLInputElement).value ?? '',
    attributes: Object.fromEntries([...found.attributes].map((one) => [one.name, one.value])),
    x,
    y,
    width,
    height,
    visible: isSeen(found),
    takes: isSeen(found) && !!hit && found.contains(hit) && !found.matches(':disabled'),
  };
}
