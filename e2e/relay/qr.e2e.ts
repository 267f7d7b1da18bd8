// The QR code as a camera sees it (10.17): the pixels of the screen, decoded by somebody else's decoder, are the link; dark on white
// with its quiet zone in every theme, at one and at two pixels a point, with a logo, enlarged, out of focus and held askew.
import type { Locator, Page } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { call, card, create, openCard, still } from '../support/modal';
import { expect, test } from '../support/test';

/** modules that stay white around the code (ISO/IEC 18004) */
const QUIET = 4;
const LIGHTEST = 255;

const code = (page: Page): Locator => page.getByTestId('wui-qr-code');
const plate = (page: Page): Locator => page.locator('.qr:has([data-testid=wui-qr-code])');
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

/** Every second pixel of every second line. */
function halved({ data, width, height }: PNG): PNG {
  const half = new PNG({ width: width >> 1, height: height >> 1 });
  for (let y = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++) {
      const from = 4 * (2 * y * width + 2 * x);
      half.data.set(data.subarray(from, from + 4), 4 * (y * half.width + x));
    }
  return half;
}

/**
 * Who holds a camera to a code moves it: it is seen from nearer and from further away until it is read. The decoder alone does not read
 * one code in a hundred even from sharp pixels (each link has keys of its own), which says nothing about the code.
 */
const readByCamera = (seen: PNG): string | undefined => read(seen) ?? read(halved(seen));

/** Out of focus by so many pixels of the page, and turned by so many degrees. */
const CAMERAS: [blur_px: number, degrees: number][] = [
  [1.5, 0],
  [0, 15],
  [1.5, 15],
];

/** Gaussian blur: once along the lines, once across. */
function blurred(grey: Float64Array, width: number, sigma_px: number): Float64Array {
  const reach = Math.ceil(3 * sigma_px);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma_px ** 2)),
  );
  const sum = weights.reduce((all, weight) => all + weight);
  const along = (from: Float64Array, step: number, line: number) =>
    from.map((_, at) => {
      const place = Math.floor(at / step) % line;
      return weights.reduce((all, weight, i) => {
        const off = Math.max(-place, Math.min(line - 1 - place, i - reach));
        return all + (weight / sum) * from[at + off * step]!;
      }, 0);
    });
  return along(along(grey, 1, width), width, grey.length / width);
}

/** What a camera sees that is not well held: the same pixels blurred, and turned on a grey ground. */
function heldBadly({ data, width, height }: PNG, blur_px: number, degrees: number): PNG {
  const sharp = Float64Array.from({ length: width * height }, (_, at) => data[4 * at + 1]!);
  const grey = blur_px ? blurred(sharp, width, blur_px) : sharp;
  const side = Math.round(1.4 * Math.max(width, height));
  const seen = new PNG({ width: side, height: side });
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const of = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 119 : grey[y * width + x]!;
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [dx, dy] = [x - side / 2, y - side / 2];
      const [u, v] = [cos * dx + sin * dy + width / 2, cos * dy - sin * dx + height / 2];
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [right, below] = [u - left, v - top];
      const upper = of(left, top) * (1 - right) + of(left + 1, top) * right;
      const lower = of(left, top + 1) * (1 - right) + of(left + 1, top + 1) * right;
      seen.data.fill(
        Math.round(upper * (1 - below) + lower * below),
        4 * (y * side + x),
        4 * (y * side + x) + 3,
      );
      seen.data[4 * (y * side + x) + 3] = 255;
    }
  return seen;
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
  const { width } = (await code(page).boundingBox())!;
  const [, , modules] = (await code(page).locator(':scope > svg').getAttribute('viewBox'))!
    .split(' ')
    .map(Number);
  // without its quiet zone, on a plate as wide as there is room
  expect((width * (modules! - 2 * QUIET)) / modules!).toBeGreaterThanOrEqual(240);
  const room = await card(page).evaluate((element) => element.clientWidth - 40);
  expect((await plate(page).boundingBox())!.width).toBe(Math.min(340, room));
  const logo = (await code(page).locator(':is(img, .qr-own)').boundingBox())!;
  expect([logo.width, logo.height]).toEqual([56, 56]);
  const seen = await pixels(code(page));
  expect(readByCamera(seen)).toBe(uri);
  for (const [blur_px, degrees] of CAMERAS)
    expect(
      readByCamera(heldBadly(seen, blur_px * density, degrees)),
      `${blur_px} px, ${degrees} degrees`,
    ).toBe(uri);
  const frame_px = Math.floor((QUIET * width * density) / modules!);
  expect(darkestOfFrame(seen, frame_px), 'the quiet zone').toBe(LIGHTEST);
  // a little further is the first module of the corner: the frame was not measured in an empty picture
  expect(darkestOfFrame(seen, frame_px + 2 * density)).toBeLessThan(128);
}

for (const density of [1, 2])
  test.describe(`at ${density} pixels per point`, () => {
    test.use({ deviceScaleFactor: density });

    test('the code on the screen decodes to the link, light and dark, also enlarged @10.17 @1.2', async ({
      page,
    }) => {
      const uri = await openCode(page, { themeMode: 'light' });
      await expectScanned(page, uri, density);
      await call(page, 'setThemeMode', 'dark');
      await expectScanned(page, uri, density);
      await page.getByRole('button', { name: 'Enlarge QR code' }).click();
      const large = page.locator('.qr-large');
      await expect(large).toBeVisible();
      expect(readByCamera(await pixels(large))).toBe(uri);
      await page.keyboard.press('Escape');
      await expect(large).toBeHidden();
      await expect(code(page)).toBeVisible();
    });
  });

test('decodes to the link with a wallet’s logo in the middle @10.17', async ({ page }) => {
  await page.goto('/?noauto');
  await create(page, { testMode: true, themeMode: 'dark' });
  await openCard(page);
  await page.getByTestId('all-wallets').click();
  await still(page, 'AllWallets');
  // one that is not in the page, and whose picture is there
  await page.locator('.tile:has(img):not(:has(.tile-mark))').first().click();
  await still(page, 'ConnectingWalletConnect');
  const uri = await uriOf(page);
  await expect(code(page).locator('img')).toBeVisible();
  await expectScanned(page, uri, 1);
});

test('on a phone, the plate fills the sheet’s width, and the code behind the button decodes to the link @10.17', async ({
  page,
}) => {
  await page.setViewportSize({ width: 380, height: 740 });
  await page.goto('/?noauto');
  await create(page, { testMode: true });
  await openCard(page);
  await expect(page.getByTestId('wallet-selector-walletconnect')).toContainText('Link or QR');
  await page.getByTestId('wallet-selector-walletconnect').click();
  await still(page, 'ConnectingWalletConnect');
  await expect(page.getByTestId('copy-wc2-uri')).toHaveAttribute('aria-disabled', 'false');
  await expect(code(page)).toHaveCount(0);
  await page.getByTestId('wm-show-qr').click();
  const uri = await uriOf(page);
  for (const [width, side] of [
    [380, 340],
    [360, 320],
    [320, 280],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(async () => (await plate(page).boundingBox())!.width).toBe(side);
    expect(readByCamera(await pixels(code(page))), `${width} px`).toBe(uri);
  }
});

test('uses the page’s color only if the code stays readable @10.17', async ({ page }) => {
  const color = () =>
    code(page)
      .locator('path')
      .first()
      .evaluate((path) => getComputedStyle(path).stroke);
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
