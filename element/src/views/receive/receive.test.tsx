// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { draw } from '../../testing/draw';
import { ADDRESS } from '../../testing/snapshots';
import { CompatibleNetworks } from '../compatible-networks/compatible-networks';
import { Receive } from './receive';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const harbor = { caipNetworkId: 'eip155:1337', name: 'Harbor', supported: true, icon: 'blob:harbor' };

describe('Receive', () => {
  test('@2.22 shows the owner, the code and the grouped address, and copies it', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    draw(<Receive />, { account: { name: 'ada.eth' } });
    expect(document.querySelector('.receive-who')!.textContent).toBe('ada.eth');
    const code = screen.getByRole('img', { name: 'QR code of your address' });
    expect(code.dataset.uri).toBe(ADDRESS);
    expect(screen.getByTestId('wm-receive-address').textContent).toBe(ADDRESS);
    const copy = screen.getByTestId('receive-address-copy-button');
    expect(copy.textContent).toBe('Copy address');
    await act(async () => void fireEvent.click(copy));
    expect(writeText).toHaveBeenCalledWith(ADDRESS);
    expect(copy.textContent).toBe('Copied');
  });

  test('says that copying failed', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
    const { commands } = draw(<Receive />);
    await act(async () => void fireEvent.click(screen.getByTestId('receive-address-copy-button')));
    expect(commands).toMatchObject([{ type: 'toasts.show', variant: 'error' }]);
  });

  test('@2.22 shows at most five icons and the number of networks, and opens the list', () => {
    const networks = Array.from({ length: 7 }, (_, i) => ({ ...harbor, caipNetworkId: `eip155:${i + 1}` }));
    const { commands, set } = draw(<Receive />, { receive: { networks } });
    const strip = screen.getByTestId('link-receive-funds');
    expect(strip.querySelectorAll('.receive-pictures > *')).toHaveLength(5);
    expect(strip.textContent).toBe('This address works on 7 networks');
    fireEvent.click(strip);
    expect(commands).toEqual([{ type: 'router.push', view: 'CompatibleNetworks' }]);
    set({ receive: { networks: [harbor], only: true } });
    expect(screen.getByTestId('link-receive-funds').textContent).toBe('Harbor only');
  });

  test('@10.60 shows no address known only from storage until the wallet confirms', () => {
    const receive = { address: null, qr: null, networks: [], only: false, generic: null };
    const { commands, set } = draw(<Receive />, { account: { confirmation: 'needed' }, receive });
    const text = () => document.querySelector('section')!.textContent;
    expect(text()).not.toContain(ADDRESS);
    expect(screen.queryByTestId('receive-address-copy-button')).toBeNull();
    // not even its first and last characters
    expect(document.body.textContent).not.toMatch(/0x/);
    const press = screen.getByTestId('wm-receive-confirm');
    expect(press.textContent).toBe('Confirm in Foxglove');
    fireEvent.click(press);
    const asks = { type: 'accounts.confirm', namespace: 'eip155' };
    expect(commands).toEqual([asks]);
    set({ account: { confirmation: 'asking' } });
    expect(press.getAttribute('aria-busy')).toBe('true');
    fireEvent.click(press);
    expect(commands).toEqual([asks]);
    set({ account: { confirmation: 'declined' } });
    expect(screen.getByRole('alert').textContent).toContain("Foxglove didn't confirm an address.");
    expect(press.textContent).toBe('Try again');
    fireEvent.click(press);
    expect(commands).toEqual([asks, asks]);
    expect(text()).not.toContain(ADDRESS);
    // Even if an earlier slice is still there.
    set({ receive: { address: ADDRESS } });
    expect(text()).not.toContain(ADDRESS);
    set({ account: { confirmation: 'confirmed' } });
    expect(screen.getByTestId('wm-receive-address').textContent).toBe(ADDRESS);
  });

  test('@10.60 shows no address and no button while reconnecting', () => {
    const receive = { address: null, qr: null, networks: [], only: false, generic: null };
    const account = { status: 'reconnecting', confirmation: 'asking' } as const;
    const { set } = draw(<Receive />, { account, receive });
    expect(screen.getByRole('status').textContent).toBe('Reconnecting');
    expect(document.querySelector('button')).toBeNull();
    expect(document.body.textContent).not.toMatch(/0x/);
    set({ account: { status: 'connected', confirmation: 'needed' } });
    expect(screen.getByTestId('wm-receive-confirm').textContent).toBe('Confirm in Foxglove');
  });

  test('@2.22 @10.58 shows a differing generic address under Details', () => {
    const generic = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
    const { set } = draw(<Receive />, { receive: { generic } });
    const details = document.querySelector('details')!;
    expect(details.querySelector('summary')!.textContent).toBe('Details');
    expect(details.querySelector('code')!.textContent).toBe(`Also written as ${generic}`);
    set({ receive: { generic: null } });
    expect(document.querySelector('details')).toBeNull();
  });

  test('shows nothing without an account', () => {
    draw(<Receive />, { receive: { address: null, qr: null, networks: [], only: false, generic: null } });
    expect(document.querySelector('section')!.childElementCount).toBe(0);
  });
});

test('@2.22 CompatibleNetworks lists the networks with a warning, other for a contract', () => {
  const { set } = draw(<CompatibleNetworks />);
  const names = () =>
    [...document.querySelectorAll('[data-testid^=wm-compatible-]')].map((row) => row.textContent);
  expect(names()).toEqual(['Harbor', 'Lagoon']);
  expect(screen.getByText(/Your account only exists on these networks/)).toBeTruthy();
  set({ receive: { networks: [harbor], only: true } });
  expect(names()).toEqual(['Harbor']);
  expect(screen.getByText(/only exists on this network/)).toBeTruthy();
});
