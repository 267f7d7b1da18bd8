// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { ConnectingWalletConnectBasic } from './connecting-wallet-connect-basic';

afterEach(cleanup);

describe('ConnectingWalletConnectBasic', () => {
  test('@1.2 shows the code and its link, also on a phone and with other platforms', () => {
    draw(<ConnectingWalletConnectBasic />, {
      pairing: { wallet: null, byTap: true, platform: 'web', platforms: ['mobile', 'web'] },
    });
    expect(screen.getByTestId('wui-qr-code').getAttribute('aria-label')).toBe(
      'QR code to connect your wallet',
    );
    expect(screen.getByTestId('copy-wc2-uri')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  test('starts one pairing if there is none', () => {
    const { commands, set } = draw(<ConnectingWalletConnectBasic />, {
      pairing: { phase: 'idle', wallet: null },
    });
    expect(commands).toEqual([{ type: 'connect.select', id: 'walletConnect' }]);
    set({ pairing: { phase: 'preparing' } });
    set({ pairing: { phase: 'idle' } });
    expect(commands).toHaveLength(1);
    cleanup();
    expect(draw(<ConnectingWalletConnectBasic />, { pairing: { phase: 'ready' } }).commands).toEqual([]);
  });

  test('shows the pairing’s outcome', () => {
    draw(<ConnectingWalletConnectBasic />, { pairing: { phase: 'rejected', wallet: null } });
    expect(screen.getByTestId('wm-connecting-status').textContent).toContain('Connection rejected');
    expect(screen.getByTestId('w3m-connecting-widget-secondary-button')).toBeTruthy();
  });
});
