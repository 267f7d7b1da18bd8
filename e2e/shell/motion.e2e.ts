// How long things take to move: what the browser has computed at the moment each step begins, and when the next step came. Frames are
// not counted on: a machine without a graphics card draws few of them.
import type { Page } from '@playwright/test';
import { freshAddress } from '../support/chain';
import { expectClosed, openCard, still, visit } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

interface Step {
  className: string;
  text: string;
  at_ms: number;
  transition: string;
  animation: string;
}

/** Writes down each step of title, view and body of the card from now on. */
async function watchSteps(page: Page): Promise<() => Promise<Step[]>> {
  await page.evaluate(() => {
    const steps: Step[] = [];
    (window as unknown as { __steps: Step[] }).__steps = steps;
    const note = (node: Node) => {
      if (!(node instanceof HTMLElement) || !/^(title|view|body)\b/.test(node.className)) return;
      const { transitionProperty, transitionDuration, animationName, animationDuration } =
        getComputedStyle(node);
      steps.push({
        className: node.className,
        text: node.textContent!.slice(0, 40),
        at_ms: performance.now(),
        transition: `${transitionProperty} ${transitionDuration}`,
        animation: `${animationName} ${animationDuration}`,
      });
    };
    new MutationObserver((mutations) => {
      for (const { type, target, addedNodes } of mutations)
        if (type == 'attributes') note(target);
        else addedNodes.forEach(note);
    }).observe(document.querySelector('wallet-modal')!.shadowRoot!, {
      subtree: true,
      childList: true,
      attributeFilter: ['class', 'style'],
    });
  });
  return () => page.evaluate(() => (window as unknown as { __steps: Step[] }).__steps);
}

/** From Connect to ConnectingExternal, watched. */
async function change(page: Page): Promise<Step[]> {
  const wallet = await ScriptedWallet.install(page, {
    accounts: [freshAddress()],
    answers: { eth_requestAccounts: 'wait' },
  });
  await visit(page);
  await openCard(page);
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  const steps = await watchSteps(page);
  await page.getByTestId(wallet.row).click();
  await still(page, 'ConnectingExternal');
  await expect(page.getByTestId('w3m-header-text')).toHaveText('Scripted');
  return steps();
}

const of = (steps: Step[], start: string) => steps.filter(({ className }) => className.startsWith(start));

test.describe('motion as specified', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the header text takes 120 ms: 60 for the old to go, 60 for the new to come @2.36', async ({
    page,
  }) => {
    const title = of(await change(page), 'title');
    expect(title.map(({ className, transition, text }) => [className, transition, text])).toEqual([
      ['title leaving', 'opacity 0.06s', 'Connect Wallet'],
      ['title', 'opacity 0.06s', 'Scripted'],
    ]);
    expect(title[1]!.at_ms - title[0]!.at_ms).toBeGreaterThanOrEqual(58);
  });

  test('the height takes 150 ms @2.37', async ({ page }) => {
    const body = of(await change(page), 'body');
    expect(body.length, 'the next view is not as high').toBeGreaterThan(0);
    for (const { transition } of body) expect(transition).toMatch(/^(block-size|height) 0\.15s$/);
  });

  test('a view change takes 150 ms: 75 out, 75 in; back comes from the other side @2.38', async ({
    page,
  }) => {
    const forward = of(await change(page), 'view');
    expect(forward.map(({ className }) => className)).toEqual([
      'view leaving forward',
      'view entering forward',
      'view still forward',
    ]);
    expect(forward[0]!.transition).toBe('opacity 0.075s');
    expect(forward[1]!.animation).toBe('enter 0.075s');

    const steps = await watchSteps(page);
    await page.getByTestId('header-back').click();
    await still(page, 'Connect');
    const back = of(await steps(), 'view').filter(({ className }) => /leaving|entering/.test(className));
    expect(back.map(({ className }) => className)).toEqual(['view leaving back', 'view entering back']);
    expect(back[0]!.transition).toBe('opacity 0.075s');
    expect(back[1]!.animation).toBe('enter-back 0.075s');
  });

  test('on a phone the sheet comes in 280 ms and goes in 160', async ({ page }) => {
    await page.setViewportSize({ width: 380, height: 760 });
    await visit(page);
    const duration = () =>
      page.getByTestId('w3m-modal-card').evaluate((card) => {
        const { transitionProperty, transitionDuration } = getComputedStyle(card);
        return `${transitionProperty} ${transitionDuration}`;
      });
    await openCard(page);
    expect(await duration()).toBe('translate 0.28s');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    expect(await duration()).toBe('translate 0.16s');
  });
});

test.describe('reduced motion', () => {
  test('nothing moves but the pulse of what is waited for @10.11', async ({ page }) => {
    for (const { transition, animation } of await change(page)) {
      expect(transition).toMatch(/^(none|all) 0s$/);
      expect(animation).toBe('none 0s');
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
