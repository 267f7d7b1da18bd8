// Amounts as people write them: with a decimal comma, with digits of other scripts, with separators (docs/spec/views.md section 6).
import { freshAddress, fundedAddress } from '../support/chain';
import { openCard, openSendBy, visit } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

test('Send reads a decimal comma and other digits, keeps the caret, and refuses separators with the reason', async ({
  page,
}) => {
  const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
  await visit(page);
  await openCard(page);
  await openSendBy(page, wallet.row);
  const amount = page.getByTestId('wm-send-amount');
  await amount.pressSequentially('0,5');
  await expect(amount).toHaveValue('0.5');
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText('1,');
  await expect(amount).toHaveValue('1.5');
  expect(await amount.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(2);
  await amount.fill('٠٫٢٥');
  await expect(amount).toHaveValue('0.25');
  await page.getByTestId('wm-send-address').fill(freshAddress());
  const review = page.getByTestId('wm-send-review');
  for (const text of ['1,234.5', '1.234,5', '1,234']) {
    await amount.fill(text);
    await expect(amount).toHaveValue(text);
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#wm-amount-message')).toHaveText(
      'Enter it without separators, such as 1234.5',
    );
    await expect(review).toBeDisabled();
  }
});
