// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { ConnectPhase } from '../../contract';
import { draw } from '../../testing/draw';
import { row } from '../../testing/snapshots';
import { ConnectingExternal } from './connecting-external';

afterEach(cleanup);

const at = (phase: ConnectPhase, error: { code: number; message: string } | null = null) =>
  draw(<ConnectingExternal />, {
    router: { wallet: row('fox', 'Foxglove') },
    connect: {
      phase,
      walletId: 'fox',
      error: error && { name: 'WalletError', title: null, details: null, ...error },
    },
  });

const status = () => screen.getByTestId('wm-connecting-status').querySelector('h2')?.textContent;
const retry = () => screen.queryByTestId('w3m-connecting-widget-secondary-button');

describe('ConnectingExternal', () => {
  test.each<[ConnectPhase, string]>([
    ['opening', 'Opening Foxglove'],
    ['confirm', 'Confirm in Foxglove'],
    ['already_open', 'Foxglove already has a request open'],
    ['approved', 'Approved in Foxglove'],
  ])('@2.8 %s: says what to do without a second request', (phase, text) => {
    const { container } = at(phase);
    expect(status()).toBe(text);
    expect(container.querySelector('.turning')).toBeTruthy();
    expect(retry()).toBeNull();
  });

  test.each<[ConnectPhase, string]>([
    ['rejected', 'Connection rejected'],
    ['failed', 'Failed to connect'],
  ])('@8.21 %s: stops the spinner, and Try again requests again', (phase, text) => {
    const { container, commands } = at(phase, { code: -32603, message: 'boom' });
    expect(status()).toBe(text);
    expect(container.querySelector('.turning')).toBeNull();
    fireEvent.click(retry()!);
    expect(commands).toEqual([{ type: 'connect.retry' }]);
  });

  test('shows no error code for a rejection, and Details for a failure', () => {
    at('rejected', { code: 4001, message: 'User rejected' });
    expect(screen.queryByText('Details')).toBeNull();
    cleanup();
    at('failed', { code: -32000, message: 'boom' });
    expect(screen.getByText('Details')).toBeTruthy();
    expect(screen.getByText('-32000 · boom')).toBeTruthy();
  });

  test('@2.29 says what to do for a locked wallet and one that blocks the site', () => {
    at('locked');
    expect(screen.getByText('Open Foxglove and unlock it, or go back and choose another.')).toBeTruthy();
    expect(retry()).toBeNull();
    cleanup();
    const { commands } = at('blocked', { code: 4100, message: 'Not connected' });
    expect(status()).toBe('Foxglove is blocking this site');
    fireEvent.click(retry()!);
    expect(commands).toEqual([{ type: 'connect.retry' }]);
  });

  test('@10.58 says what to do if no window opened or the wallet has no account', () => {
    at('no_window');
    expect(status()).toBe('Nothing opened?');
    expect(retry()).toBeNull();
    cleanup();
    const { commands } = at('no_account', { code: -32603, message: 'x' });
    expect(status()).toBe('Choose accounts in Foxglove');
    fireEvent.click(retry()!);
    expect(commands).toEqual([{ type: 'connect.retry' }]);
  });

  test('says after a long wait that it still waits, without a second request', () => {
    const { container } = at('slow');
    expect(status()).toBe('Still waiting for Foxglove');
    expect(container.querySelector('.turning')).toBeTruthy();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
