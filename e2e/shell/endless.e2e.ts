// Hosts that never stop sending (docs/spec/security.md T7): a body is read no further than its limit, whatever length it claims.
import type { Page } from '@playwright/test';
import { freshAddress } from '../support/chain';
import { card, expectClosed, openCard, visit } from '../support/modal';
import { PAGE_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const BODY_MAX = 2 * 1024 * 1024;
const PICTURE_MAX = 512 * 1024;
const CHUNK = 64 * 1024;

interface Sent {
  url: string;
  bytes: number;
  aborted: boolean;
  credentials?: string;
  referrerPolicy?: string;
}

/** Every host but the page's own answers what `endless` matches without end (96 MiB); says what was taken of each answer. */
async function neverStop(page: Page, endless: string): Promise<{ taken(): Promise<Sent[]> }> {
  await page.addInitScript(
    ([own, pattern, chunk]) => {
      const { fetch } = window;
      const sent: { url: string; bytes: number; init?: RequestInit | Request }[] = [];
      (window as unknown as { __sent: () => Sent[] }).__sent = () =>
        sent.map(({ url, bytes, init }) => ({
          url,
          bytes,
          aborted: !!init?.signal?.aborted,
          credentials: init?.credentials,
          referrerPolicy: init?.referrerPolicy,
        }));
      window.fetch = async (input, init) => {
        const url = String(input instanceof Request ? input.url : input);
        if (new URL(url, location.href).origin == own || !new RegExp(pattern).test(url))
          return fetch(input, init);
        const one = { url, bytes: 0, init: input instanceof Request ? input : init };
        sent.push(one);
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            one.bytes += chunk;
            controller.enqueue(new Uint8Array(chunk).fill(32));
            if (one.bytes >= 96 * 1024 * 1024) controller.close();
          },
        });
        // it says that it is short
        return new Response(body, { headers: { 'content-length': '2', 'content-type': 'application/json' } });
      };
    },
    [PAGE_URL, endless, CHUNK] as const,
  );
  const taken = () => page.evaluate(() => (window as unknown as { __sent: () => Sent[] }).__sent());
  return { taken };
}

/** Asked without cookies, and telling no more than it must (B9); read to the limit and let go. */
function expectCut(sent: Sent[]): void {
  // ours: the page asks for things of its own and reads them to the end
  const ours = sent.filter((one) => one.aborted);
  for (const { url, credentials, referrerPolicy } of ours) {
    const isPicture = url.includes('Image/');
    expect([credentials, referrerPolicy], url).toEqual(['omit', isPicture ? 'no-referrer' : 'strict-origin']);
  }
  for (const { url, bytes } of ours) {
    const max = url.includes('Image/') ? PICTURE_MAX : BODY_MAX;
    expect(bytes, url).toBeGreaterThan(max);
    // what the stream holds ready for the next read, besides the piece that was too much
    expect(bytes, url).toBeLessThanOrEqual(max + 3 * CHUNK);
  }
}

test('shows the list and connects although services and nodes respond without end, and stops reading at the limit', async ({
  page,
}) => {
  const account = freshAddress();
  const hosts = await neverStop(page, '');
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText(account);
  const seen = (part: string) => hosts.taken().then((all) => all.filter(({ url }) => url.includes(part)));
  for (const part of ['/getWallets', '/v1/supported-chains', '127.0.0.1'])
    await expect
      .poll(async () => (await seen(part)).filter((one) => one.aborted).length, { message: part })
      .toBeGreaterThan(0);
  expectCut(await hosts.taken());
});

test('shows letters instead of endless pictures', async ({ page }) => {
  const hosts = await neverStop(page, 'Image/');
  await visit(page);
  await openCard(page);
  await expect(card(page).getByRole('listitem').first()).toBeVisible();
  await expect.poll(async () => (await hosts.taken()).filter((one) => one.aborted).length).toBeGreaterThan(2);
  expectCut(await hosts.taken());
  await expect(card(page).locator('img[src^="blob:"]').first()).toHaveCount(1);
});
