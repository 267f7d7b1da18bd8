// @vitest-environment jsdom
// What has to be agreed to first, in the ways in that aren't logins and that a host may open by themselves.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { draw } from '../testing/draw';
import { AllWallets } from './all-wallets/all-wallets';
import { ConnectWallets } from './connect/connect';
import { ConnectingWalletConnect } from './connecting-wallet-connect/connecting-wallet-connect';
import { ConnectingWalletConnectBasic } from './connecting-wallet-connect-basic/connecting-wallet-connect-basic';

afterEach(cleanup);

const legal = { state: { features: { legalCheckbox: true } } };
const box = () => screen.getByTestId<HTMLInputElement>('wui-checkbox');
const wallet = () => screen.getByTestId('w3m-connect-scroll-view');

test('shows the checkbox in wallet lists a host opened, unless already ticked', async () => {
  for (const [View, one] of [
    [ConnectWallets, () => wallet()],
    [AllWallets, () => screen.getByTestId('wui-input-text')],
  ] as const) {
    draw(<View />, legal);
    await waitFor(() => expect(box()).toBeTruthy());
    expect(one().closest('[inert]')).toBeTruthy();
    fireEvent.click(box());
    expect(one().closest('[inert]')).toBeNull();
    cleanup();
    draw(<View />, { ...legal, router: { depth: 2 } });
    await waitFor(() => expect(one().closest('[inert]')).toBeNull());
    cleanup();
    draw(<View />, legal);
    await waitFor(() => expect(one().closest('[inert]')).toBeTruthy());
    cleanup();
    draw(<View />, {});
    expect(screen.queryByTestId('w3m-legal-checkbox')).toBeNull();
    cleanup();
  }
});

test('shows no QR code that a host opened before the box is ticked', async () => {
  for (const View of [ConnectingWalletConnect, ConnectingWalletConnectBasic]) {
    const { commands } = draw(<View />, legal);
    await waitFor(() => expect(box()).toBeTruthy());
    expect(document.querySelector('.agreed-first')).toBeNull();
    expect(commands).toEqual([]);
    fireEvent.click(box());
    expect(document.querySelector('.agreed-first')!.childElementCount).toBeGreaterThan(0);
    cleanup();
  }
});
