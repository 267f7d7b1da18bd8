// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { network } from '../../testing/snapshots';
import { SwitchActiveChain } from './switch-active-chain';

afterEach(cleanup);

test('@2.16 says why another wallet is needed, and opens the list', () => {
  const { commands } = draw(<SwitchActiveChain />, {
    networks: { target: network('Solana Devnet', { caipNetworkId: 'solana:devnet' }), namespace: 'solana' },
  });
  const view = screen.getByTestId('w3m-switch-active-chain-to-Solana Devnet');
  expect(screen.getByRole('heading').textContent).toBe('Solana Devnet needs another wallet');
  expect(view.textContent).toContain("Foxglove hasn't shared any Solana accounts.");
  fireEvent.click(screen.getByTestId('w3m-switch-active-chain-button'));
  expect(commands).toEqual([{ type: 'router.push', view: 'Connect' }]);
});
