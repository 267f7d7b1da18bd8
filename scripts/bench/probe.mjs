// Observes the page from inside. Times use the page's own clock, because messages to Playwright and this process would add theirs.

/**
 * Runs in every document before its scripts. Playwright passes its source, so it can't use anything outside.
 *
 * A moment is reached when the browser has painted its condition: checked in a frame's requestAnimationFrame, timed in the task after it.
 * Changes of the tree trigger a check. During a fade, every frame does.
 */
export function probe() {
  const LIMIT_MS = 20_000;
  const SOLID = 0.5;

  /** Our shadow roots are open, and the views have none. */
  const roots = () =>
    [
      document,
      ...['wallet-button', 'wallet-modal'].map((name) => document.querySelector(name)?.shadowRoot),
    ].filter(Boolean);
  const find = (selector) => {
    for (const root of roots()) {
      const found = root.querySelector(selector);
      if (found) return found;
    }
    return null;
  };
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    if (width < 8 || height < 8 || getComputedStyle(element).visibility != 'visible') return false;
    let opacity = 1;
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host)
      opacity *= Number(getComputedStyle(at).opacity);
    return opacity >= SOLID;
  };
  /** Takes clicks: nothing lies over it, and it is not inert. */
  const clickable = (element) =>
    shown(element) && element.contains(element.getRootNode().elementFromPoint(...middle(element)));

  /** of the code that was reached last: the next one is another */
  let lastUri = null;
  const modal = () => find('[data-testid="w3m-modal"]');
  const uriNow = () => find('[data-testid="wui-qr-code"]')?.dataset.uri;
  const MOMENTS = {
    button: {
      words: 'the button takes clicks',
      is: clickable,
      of: () => find('[data-testid="connect-button"]'),
    },
    frame: { words: 'the dialog is open', is: () => true, of: () => modal()?.open && modal() },
    card: { words: 'the card is painted', is: shown, of: () => find('[data-testid="w3m-modal-card"]') },
    list: {
      words: 'a wallet of the list takes clicks',
      is: clickable,
      of: () => find('[data-testid^="wallet-selector-"]'),
    },
    code: {
      words: 'the code is painted with a new link',
      is: shown,
      of: () =>
        uriNow()?.startsWith('wc:') && uriNow() != lastUri && find('[data-testid="wui-qr-code"] path[d]'),
    },
    closed: {
      words: 'the modal is closed',
      is: () => true,
      // What was made for the next opening stays.
      of: () =>
        modal() && !modal().open && !find('.card:not(.ahead) [data-testid^="wm-view-"]') && document.body,
    },
  };

  /** Milliseconds from `since` until the moment has been painted. */
  const reach = (name, since) =>
    new Promise((resolve, reject) => {
      const { words, is, of } = MOMENTS[name];
      const observed = new Set();
      const observer = new MutationObserver(() => look());
      const end = () => {
        observer.disconnect();
        clearTimeout(late);
      };
      const late = setTimeout(() => {
        end();
        const phase = find('[data-phase]')?.dataset.phase;
        reject(new Error(`not within ${LIMIT_MS / 1000} s: ${words}${phase ? ` (it says: ${phase})` : ''}`));
      }, LIMIT_MS);
      let asked = false;
      const look = () => {
        // The modal might appear with the click.
        for (const root of roots()) {
          if (observed.has(root)) continue;
          observed.add(root);
          observer.observe(root, { subtree: true, childList: true, attributes: true });
        }
        if (asked || !of()) return;
        asked = true;
        requestAnimationFrame(() => {
          asked = false;
          const element = of();
          if (!element) return;
          if (!is(element)) return look();
          end();
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            if (name == 'code') lastUri = uriNow();
            resolve(performance.now() - since);
          };
          port2.postMessage(null);
        });
      };
      look();
    });

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  /** The position at rest, because the card moves while its height changes. */
  const restingPlace = async (selector) => {
    let before = '';
    for (const began = performance.now(); performance.now() - began < LIMIT_MS; await frame()) {
      const element = find(selector);
      const now = element && clickable(element) ? middle(element) : null;
      const moving = modal()
        ?.getAnimations({ subtree: true })
        .some(({ effect, playState }) => playState == 'running' && effect.getTiming().iterations != Infinity);
      if (now && !moving && `${now}` == before) return now;
      before = `${now}`;
    }
    throw new Error(`not within ${LIMIT_MS / 1000} s: ${selector} stands still and takes clicks`);
  };

  let measured = null;
  globalThis.walletBench = {
    /** starts now */
    reach: (name) => reach(name, performance.now()),
    /** from the start of the navigation */
    loaded: customElements.whenDefined('wallet-button').then(() => reach('button', 0)),
    /** Where to click. */
    place: restingPlace,
    /** The next click starts the clock, with the input's own timestamp, before any listener runs. */
    arm(selector, names) {
      measured = new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('the click did not arrive')), LIMIT_MS);
        const start = async (event) => {
          clearTimeout(late);
          if (!event.composedPath().includes(find(selector))) throw new Error(`the click missed ${selector}`);
          const times = names.map(async (name) => [name, await reach(name, event.timeStamp)]);
          resolve(Object.fromEntries(await Promise.all(times)));
        };
        const listen = (event) => start(event).catch(reject);
        addEventListener('click', listen, { capture: true, once: true });
      });
      // Later callers wait for it.
      measured.catch(() => {});
    },
    measured: () => measured,
  };
}
