// The QR code as a camera sees it (10.17): the pixels of the screen, decoded by somebody else's decoder, are the link; dark on white
// with its quiet zone in every theme, at one and at two pixels a point, with a logo, and enlarged.
import type { Locator, Page } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { call, create, openCard, still } from '../support/modal';
import { expect, test } from '../support/test';

/** modules that stay white around the code (ISO/IEC 18004) */
const QUIET = 4;
const LIGHTEST = 255;

const code = (page: Page): Locator => page.getByTestId('wui-qr-code');
const pixels = async (what: Locator): Promise<PNG> => PNG.sync.read(await what.screenshot());

/** What a scanner reads. One that turns black and white around would also read what most scanners cannot. */
function read({ data, width, height }: PNG): string | undefined {
  return jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })?.data;
}

/** The lightness (0 to 255) of the darkest pixel in a frame of this width around the picture. */
function darkestOfFrame({ data, width, height }: PNG, frame_px: number): number {
  let darkest = LIGHTEST;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const inside = x >= frame_px && y >= frame_px && x < width - frame_px && y < height - frame_px;
      const at = 4 * (y * width + x);
      if (!inside) darkest = Math.min(darkest, data[at]!, data[at + 1]!, data[at + 2]!);
    }
  return darkest;
}

/** Opens the code of whatever wallet there is. Gives what it must say. */
async function openCode(page: Page, options: Record<string, unknown>): Promise<string> {
  await page.goto('/?noauto');
  await create(page, { testMode: true, ...options });
  await openCard(page);
  await page.getByTestId('wallet-selector-walletconnect').click();
  await still(page, 'ConnectingWalletConnect');
  return uriOf(page);
}

async function uriOf(page: Page): Promise<string> {
  await expect(code(page)).toHaveAttribute('data-uri', /^wc:[0-9a-f]{64}@2\?/);
  return (await code(page).getAttribute('data-uri'))!;
}

/** The code on the screen says this, is large enough, and has its white frame. */
async function expectScanned(page: Page, uri: string, density: number): Promise<void> {
  const { width, height } = (await code(page).boundingBox())!;
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(240);
  const seen = await pixels(code(page));
  expect(read(seen)).toBe(uri);
  const [, , modules] = (await code(page).locator('svg').getAttribute('viewBox'))!.split(' ').map(Number);
  const frame_px = Math.floor((QUIET * width * density) / modules!);
  expect(darkestOfFrame(seen, frame_px), 'the quiet zone').toBe(LIGHTEST);
  // one pixel further is the first module of the corner: the frame was not measured in an empty picture
  expect(darkestOfFrame(seen, frame_px + density)).toBeLessThan(128);
}

for (const density of [1, 2])
  test.describe(`${density} pixels a point`, () => {
    test.use({ deviceScaleFactor: density });

    test('the code on the screen is the link, light and dark, also enlarged @10.17 @1.2', async ({
      page,
    }) => {
      const uri = await openCode(page, { themeMode: 'light' });
      await expectScanned(page, uri, density);
      await call(page, 'setThemeMode', 'dark');
      await expectScanned(page, uri, density);
      await page.getByRole('button', { name: 'Enlarge QR code' }).click();
      const large = page.locator('.qr-large');
      await expect(large).toBeVisible();
      expect(read(await pixels(large))).toBe(uri);
      await page.keyboard.press('Escape');
      await expect(large).toBeHidden();
      await expect(code(page)).toBeVisible();
    });
  });

test('with the logo of a wallet in the middle it still says the link @10.17', async ({ page }) => {
  await page.goto('/?noauto');
  await create(page, { testMode: true, themeMode: 'dark' });
  await openCard(page);
  await page.getByTestId('all-wallets').click();
  await still(page, 'AllWallets');
  // one that is not in the page, and whose picture is there
  await page.locator('.tile:has(img):not(:has(.tile-mark))').first().click();
  await still(page, 'ConnectingWalletConnect');
  const uri = await uriOf(page);
  const logo = (await code(page).locator('img').boundingBox())!;
  const side = (await code(page).boundingBox())!;
  expect(logo.width / side.width).toBeLessThanOrEqual(0.2);
  await expectScanned(page, uri, 1);
});

test('a colour of the host is taken when it can be scanned, else not @10.17', async ({ page }) => {
  const color = () =>
    code(page)
      .locator('path')
      .evaluate((path) => getComputedStyle(path).fill);
  const own = 'rgb(20, 23, 31)';
  const uri = await openCode(page, { themeVariables: { '--wm-qr-color': '#3b0764' } });
  expect(await color()).not.toBe(own);
  await expectScanned(page, uri, 1);
  await page.evaluate((bright) => {
    const { walletModal } = window as unknown as {
      walletModal: { setThemeVariables(of: object): unknown };
    };
    walletModal.setThemeVariables({ '--wm-qr-color': bright });
  }, '#ffd400');
  await expect.poll(color).toBe(own);
  await expectScanned(page, uri, 1);
});
