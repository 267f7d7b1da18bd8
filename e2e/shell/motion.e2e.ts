// How long things take to move, and what does not move: what the browser has computed at the moment each step begins, and for how long the page
// said that it waits; rectangles of what can be clicked from the first frame to rest. Frames are not counted on: a machine without a graphics card
// draws few of them.
import type { Page } from '@playwright/test';
import { freshAddress } from '../support/chain';
import {
  button,
  card,
  create,
  expectClosed,
  fetchedAhead,
  listed,
  openCard,
  still,
  view,
  visit,
} from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

interface Step {
  className: string;
  text: string;
  old?: string;
  transition: string;
  animation: string;
  /** how many views are in the card */
  views: number;
}

/** Writes down each step of title, view and body of the card from now on. */
async function watchSteps(page: Page): Promise<() => Promise<Step[]>> {
  await page.evaluate(() => {
    const steps: Step[] = [];
    (window as unknown as { __steps: Step[] }).__steps = steps;
    const root = document.querySelector('wallet-modal')!.shadowRoot!;
    const note = (node: Node) => {
      if (!(node instanceof HTMLElement) || !/^(title|view|body)\b/.test(node.className)) return;
      const { transitionProperty, transitionDuration, animationName, animationDuration, animationDelay } =
        getComputedStyle(node);
      steps.push({
        className: node.className,
        text: node.textContent!.slice(0, 40),
        old: node.dataset.old,
        transition: `${transitionProperty} ${transitionDuration}`,
        animation: `${animationName} ${animationDuration} ${animationDelay}`,
        views: root.querySelectorAll('.view').length,
      });
    };
    new MutationObserver((mutations) => {
      for (const { type, target, addedNodes } of mutations)
        if (type == 'attributes') note(target);
        else addedNodes.forEach(note);
    }).observe(root, {
      subtree: true,
      childList: true,
      attributeFilter: ['class', 'style', 'data-old'],
    });
  });
  return () => page.evaluate(() => (window as unknown as { __steps: Step[] }).__steps);
}

/** How long each wait was that the page has begun since it was asked last, in ms. */
const waits = (page: Page) =>
  page.evaluate(() => (window as unknown as { __waits: number[] }).__waits.splice(0));

/** The card has come to rest: nothing of it moves any more. */
const atRest = (page: Page) =>
  page.evaluate(() => {
    const all = document
      .querySelector('wallet-modal')!
      .shadowRoot!.querySelector('dialog')!
      .getAnimations({ subtree: true });
    // one that is replaced meanwhile rejects
    return Promise.allSettled(
      all.filter(({ effect }) => effect!.getTiming().iterations != Infinity).map(({ finished }) => finished),
    ).then(() => undefined);
  });

/** A wallet that says nothing, chosen: from Connect to ConnectingExternal. */
async function choose(page: Page): Promise<ScriptedWallet> {
  const wallet = await ScriptedWallet.install(page, {
    accounts: [freshAddress()],
    answers: { eth_requestAccounts: 'hang' },
  });
  await page.addInitScript(() => {
    const [waits, wait]: [number[], typeof setTimeout] = [[], setTimeout];
    const noted = (handler: TimerHandler, ms = 0, ...given: unknown[]) => {
      waits.push(ms);
      return wait(handler, ms, ...given);
    };
    Object.assign(window, { __waits: waits, setTimeout: noted });
  });
  await visit(page);
  await openCard(page);
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  await fetchedAhead(page); // the next view too: nothing travels to one that is still on its way
  return wallet;
}

/** From Connect to ConnectingExternal, watched. */
async function change(page: Page, wallet: ScriptedWallet): Promise<Step[]> {
  const steps = await watchSteps(page);
  await page.getByTestId(wallet.row).click();
  await still(page, 'ConnectingExternal');
  await expect(page.getByTestId('w3m-header-text')).toHaveText('Scripted');
  await expect(page.getByTestId('w3m-header-text')).not.toHaveAttribute('data-old');
  return steps();
}

const of = (steps: Step[], start: string) => steps.filter(({ className }) => className.startsWith(start));

test.describe('motion as specified', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('fills a row under the pointer immediately, without fades while the list scrolls', async ({
    page,
  }) => {
    await visit(page);
    await openCard(page);
    await listed(page);
    const rows = view(page, 'Connect').locator('.row');
    const fill = (at: number) => rows.nth(at).evaluate((row) => getComputedStyle(row).backgroundColor);
    const plain = await fill(2);
    await page.evaluate(() => {
      const seen: string[] = [];
      (window as unknown as { __seen: string[] }).__seen = seen;
      const root = document.querySelector('wallet-modal')!.shadowRoot!;
      root.addEventListener('transitionrun', (event) =>
        seen.push(`${(event.target as Element).className} ${(event as TransitionEvent).propertyName}`),
      );
    });
    for (const at of [1, 3, 2]) await rows.nth(at).hover();
    expect(await fill(2)).not.toBe(plain);
    expect(await page.evaluate(() => (window as unknown as { __seen: string[] }).__seen)).toEqual([]);
  });

  test('changes a view: header text 120 ms, height 150, views 105 with 60 shared, mirrored on Back, and the row’s icon moves to the logo @2.36 @2.37 @2.38', async ({
    page,
  }) => {
    const wallet = await choose(page);
    await waits(page);
    const steps = await change(page, wallet);
    const waited = await waits(page);

    await test.step('the old header text disappears as the new one appears', async () => {
      const title = of(steps, 'title');
      expect(title.map(({ text, old }) => [text, old])).toEqual([
        ['Scripted', 'Connect wallet'],
        ['Scripted', undefined],
      ]);
      expect(waited).toContain(120);
    });

    await test.step('the height', async () => {
      const body = of(steps, 'body');
      expect(body.length, 'the next view is not as high').toBeGreaterThan(0);
      for (const { transition } of body) expect(transition).toMatch(/^(block-size|height) 0\.15s$/);
    });

    const said = (some: Step[]) => some.map(({ className }) => className);
    await test.step('forward', async () => {
      const forward = of(steps, 'view');
      expect(said(forward).slice(0, 2).sort()).toEqual([
        'view entering forward travels',
        'view leaving forward',
      ]);
      expect(said(forward).at(-1)).toBe('view still forward');
      const leaving = forward.find(({ className }) => className.startsWith('view leaving'))!;
      expect([leaving.animation, leaving.views]).toEqual(['appear 0.105s 0s', 2]);
      expect(waited).toEqual(expect.arrayContaining([105, 150]));
    });

    await test.step('back', async () => {
      const later = await watchSteps(page);
      await page.getByTestId('header-back').click();
      await still(page, 'Connect');
      const back = of(await later(), 'view');
      expect(said(back).slice(0, 2).sort()).toEqual(['view entering back', 'view leaving back']);
      const entering = back.find(({ className }) => className.startsWith('view entering'))!;
      expect(entering.animation).toBe('enter-back 0.105s 0.045s');
      await atRest(page);
    });

    await test.step('the icon moves by transform alone, from its 32 px', async () => {
      const icon = page.getByTestId(wallet.row).locator('img[part=icon]');
      await expect(icon).toBeVisible();
      const from = (await icon.boundingBox())!;
      await page.evaluate(() => {
        const animate = Element.prototype.animate;
        const seen: unknown[] = [];
        (window as unknown as { __seen: unknown[] }).__seen = seen;
        Element.prototype.animate = function (frames, timing) {
          const { x, y } = this.getBoundingClientRect();
          seen.push({ part: this.getAttribute('part'), frames, timing, x, y });
          return animate.call(this, frames, timing);
        };
      });
      await page.getByTestId(wallet.row).click();
      await still(page, 'ConnectingExternal');
      const seen = (await page.evaluate(() => (window as unknown as { __seen: unknown[] }).__seen)) as {
        part: string;
        frames: { transform?: [string, string]; opacity?: number[] };
        timing: { duration: number };
        x: number;
        y: number;
      }[];
      const logo = seen.find(({ frames }) => frames.transform)!;
      expect([logo.part, logo.timing.duration, logo.frames.transform![1]]).toEqual(['icon', 150, 'none']);
      const [x, y, scale] = logo.frames.transform![0].match(/-?[\d.]+/g)!.map(Number);
      expect(scale).toBeCloseTo(32 / 72);
      expect(Math.abs(logo.x + 36 + x! - (from.x + 16))).toBeLessThan(1);
      expect(Math.abs(logo.y + 36 + y! - (from.y + 16))).toBeLessThan(1);
      for (const { frames } of seen)
        expect(
          Object.keys(frames).filter((name) => !['transform', 'opacity', 'translate'].includes(name)),
        ).toEqual([]);
    });
  });

  test('the card enters in 180 ms from 8 px below at 98 % and 60 % opacity; a phone’s sheet enters in 280 ms and leaves in 160', async ({
    page,
  }) => {
    /** What begins when the modal opens or closes, read by the page itself: on a busy machine it may be over when a test asks. */
    const begun = (method: 'open' | 'close', part = 'card') =>
      page.evaluate(
        async ([name, part]) => {
          const element = document.querySelector('wallet-modal')!;
          void (element as unknown as Record<string, () => unknown>)[name]!();
          const found = () =>
            element
              .shadowRoot!.querySelector('dialog')!
              .getAnimations({ subtree: true })
              .filter(({ effect }) => (effect as KeyframeEffect).target!.classList.contains(part))
              .map((one) => {
                const [first] = (one.effect as KeyframeEffect).getKeyframes();
                const { transitionProperty: name } = one as CSSTransition;
                return `${name} ${String(first![name as 'scale'])} ${String(one.effect!.getTiming().duration)}`;
              })
              .sort();
          // closing is asked of the engine
          for (let frame = 0; frame < 20 && !found().length; frame++)
            await new Promise(requestAnimationFrame);
          return found();
        },
        [method, part] as const,
      );
    await visit(page);
    await openCard(page);
    await page.keyboard.press('Escape');
    await expectClosed(page);
    expect(await begun('open')).toEqual(['opacity 0.6 180', 'scale 0.98 180', 'translate 0px 8px 180']);
    await still(page, 'Connect');
    await atRest(page);
    // also where the page behind it was blurred meanwhile
    await page.evaluate(() =>
      document.querySelector('wallet-modal')!.shadowRoot!.querySelector('.overlay')!.classList.add('blurred'),
    );
    expect(await begun('close', 'overlay'), 'the page behind comes back by and by').toEqual([
      'opacity 1 150',
    ]);
    await expectClosed(page);

    await page.setViewportSize({ width: 380, height: 760 });
    expect(await begun('open')).toEqual(['scale 1 280', 'translate 0px 100% 280']);
    await still(page, 'Connect');
    await atRest(page);
    expect(await begun('close')).toEqual([expect.stringMatching(/^translate (none|0px) 160$/)]);
    await expectClosed(page);
  });

  test('a sheet returns after a short drag and closes after a long one', async ({ page }) => {
    await page.setViewportSize({ width: 380, height: 760 });
    await visit(page);
    await openCard(page);
    await atRest(page);
    const { x, y, width } = (await card(page).boundingBox())!;
    const drag = async (by: number, steps: number, pause: number) => {
      await page.mouse.move(x + width / 2, y + 20);
      await page.mouse.down();
      for (let i = 1; i <= steps; i++) {
        await page.mouse.move(x + width / 2, y + 20 + (by * i) / steps);
        if (pause) await page.waitForTimeout(pause);
      }
      if (pause) await page.waitForTimeout(120);
      await page.mouse.up();
    };
    await drag(60, 6, 60);
    await expect(card(page)).not.toHaveClass(/dragged/);
    await expect.poll(async () => (await card(page).boundingBox())!.y).toBe(y);
    await drag(140, 5, 0);
    await expectClosed(page);
  });
});

test.describe('reduced motion', () => {
  test('moves only the pulse of a wait, and changes views immediately @10.11', async ({ page }) => {
    const steps = await change(page, await choose(page));
    expect(of(steps, 'view leaving')).toEqual([]);
    for (const { transition, animation, views } of steps) {
      expect(transition).toMatch(/^(none|all) 0s$/);
      expect(animation).toBe('none 0s 0s');
      expect(views).toBe(1);
    }
    const running = await page.evaluate(() =>
      document
        .querySelector('wallet-modal')!
        .shadowRoot!.getAnimations()
        .map((animation) => (animation as CSSAnimation).animationName ?? 'a transition'),
    );
    expect(running).toEqual(['pulse']);
  });
});

test.describe('stable positions', () => {
  /** Where everything that can be clicked in the card is, frame by frame, until it is read: by test id. */
  const watchPlaces = (page: Page) =>
    page.addInitScript(() => {
      const places: Record<string, string[]> = {};
      (window as unknown as { __places: typeof places }).__places = places;
      const look = () => {
        const root = document.querySelector('wallet-modal')?.shadowRoot;
        for (const element of root?.querySelectorAll<HTMLElement>('dialog[open] :is(button, a, input)') ??
          []) {
          const name = element.dataset.testid ?? element.textContent!;
          const { x, y, width, height } = element.getBoundingClientRect();
          const at = [x, y, width, height].map(Math.round).join(' ');
          const list = (places[name] ??= []);
          if (width && list.at(-1) != at) list.push(at);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  const moved = (page: Page) =>
    page.evaluate(() =>
      Object.entries((window as unknown as { __places: Record<string, string[]> }).__places).filter(
        ([, list]) => list.length > 1,
      ),
    );

  for (const viewport of [
    { width: 380, height: 740 },
    { width: 1100, height: 740 },
  ])
    test(`nothing clickable moves from the first frame to rest, ${viewport.width} px wide @10.3`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await watchPlaces(page);
      // The first frame is the entry's own card: the views come a good while later.
      await page.route(/\/dist\/root-/, async (route) => {
        await page.waitForTimeout(700);
        await route.continue();
      });
      await visit(page);
      await button(page).dispatchEvent('click');
      await expect(page.getByTestId('all-wallets')).toBeVisible();
      const first = (await card(page).boundingBox())!;
      await still(page, 'Connect');
      await expect(page.getByTestId('all-wallets')).toContainText('+');
      await page.waitForTimeout(500);
      expect(await card(page).boundingBox(), 'the first card has the height of what follows').toEqual(first);
      expect(await moved(page)).toEqual([]);
    });

  test('the page’s buttons stay under the finger when the engine loads, 390 px wide', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 780 });
    await visit(page);
    const place = async () => {
      const { x, y } = (await button(page).boundingBox())!;
      return [x, y];
    };
    const before = await place();
    await page.evaluate(() =>
      (window as unknown as { walletModal: { ready(): Promise<void> } }).walletModal.ready(),
    );
    await expect(page.getByTestId('w3m-network-button')).toContainText('Demo Chain');
    expect(await place()).toEqual(before);
  });

  test('nothing moves if the directory does not respond either', async ({ page }) => {
    await page.setViewportSize({ width: 1100, height: 740 });
    await watchPlaces(page);
    await page.route(/getWallets/, async (route) => {
      await page.waitForTimeout(500);
      await route.fulfill({ status: 500, body: '{}' });
    });
    await visit(page);
    await openCard(page);
    await expect(page.getByTestId('wm-connect-retry')).toBeVisible();
    expect(await moved(page)).toEqual([]);
  });

  test('the header stays in place after the first view, and only the lower edge moves', async ({ page }) => {
    await page.setViewportSize({ width: 1100, height: 900 });
    const wallet = await choose(page);
    const top = async () => (await card(page).boundingBox())!.y;
    const first = await top();
    await page.getByTestId(wallet.row).click();
    await still(page, 'ConnectingExternal');
    expect(await top()).toBe(first);
    await page.getByTestId('header-back').click();
    await still(page, 'Connect');
    await page.getByTestId('all-wallets').click();
    await still(page, 'AllWallets');
    expect(await top()).toBe(first);
    const { y, height } = (await card(page).boundingBox())!;
    expect(y + height, 'a taller one has the room below').toBeLessThanOrEqual(900 - 24);
    await page.keyboard.press('Escape');
    await expectClosed(page);
  });

  test('the top rises for a tall view as far as needed, and returns at the next opening', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.goto('/?noauto');
    await create(page, { features: { email: false, socials: false }, debug: false });
    await openCard(page);
    const place = async () => {
      const { y, height } = (await card(page).boundingBox())!;
      return [Math.round(y), Math.round(height)];
    };
    const first = await place();
    expect(800 - 24 - first[0]!).toBeLessThan(720);
    await page.getByTestId('all-wallets').click();
    await still(page, 'AllWallets');
    expect(await place()).toEqual([800 - 24 - 720, 720]);
    await page.setViewportSize({ width: 1100, height: 700 });
    await expect.poll(place, 'as far as there is room').toEqual([24, 700 - 48]);
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await openCard(page);
    expect(await place()).toEqual(first);
  });

  test('AllWallets has its full height while its code loads: a field and sixteen tiles', async ({ page }) => {
    await page.setViewportSize({ width: 1100, height: 740 });
    let measured = (): void => undefined;
    const until = new Promise<void>((resolve) => (measured = resolve));
    await page.route(/\/dist\/directory-[\da-f]+\.js/, async (route) => {
      await until;
      await route.continue();
    });
    await visit(page);
    await openCard(page);
    await page.getByTestId('all-wallets').click();
    await still(page, 'AllWallets');
    const waits = view(page, 'AllWallets').getByTestId('wm-skeleton');
    expect(await waits.locator('> div').count()).toBe(16);
    const height = async () => (await card(page).boundingBox())!.height;
    const first = await height();
    measured();
    await expect(page.getByTestId('wallet-list')).toBeVisible();
    expect(await height()).toBe(first);
  });
});
