// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { row } from '../../testing/snapshots';
import { ConnectingMultiChain } from './connecting-multi-chain';

afterEach(cleanup);

const families = [
  { namespace: 'eip155' as const, network: null, connected: true },
  { namespace: 'solana' as const, network: null, connected: false },
];

test('@4.47 shows a row for each namespace, which selects the wallet there', () => {
  const { commands } = draw(<ConnectingMultiChain />, {
    router: { wallet: row('nova', 'Nova') },
    connect: { walletId: 'io.nova', families },
  });
  const rows = screen.getAllByRole('button');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['EthereumConnected', 'Solana']);
  expect(rows.map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
  fireEvent.click(screen.getByTestId('wui-list-chain-solana'));
  expect(commands).toEqual([{ type: 'connect.select', id: 'io.nova', namespace: 'solana' }]);
});

test('@8.23 says that the wallet is gone', () => {
  draw(<ConnectingMultiChain />, { connect: { walletId: 'io.nova', families: [] } });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByTestId('wm-multi-gone').textContent).toContain('No connector found for connection');
});
