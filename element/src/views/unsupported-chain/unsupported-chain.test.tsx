// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { network, unknownBadge } from '../../testing/snapshots';
import { UnsupportedChain } from './unsupported-chain';

afterEach(cleanup);

/** Renders, and drops the first command, which requests the visible icons. */
function at() {
  const view = draw(<UnsupportedChain />, { account: { network: unknownBadge } });
  expect(view.commands.splice(0)).toEqual([{ type: 'networks.pictures' }]);
  return view;
}

describe('UnsupportedChain', () => {
  test('@2.17 says which wallet is on which network, and offers the page’s', () => {
    const { commands } = at();
    expect(screen.getByRole('heading').textContent).toBe('Foxglove is on an unsupported network');
    expect(screen.getByTestId('wm-unsupported-network').textContent).toBe('Unknown Network');
    expect(screen.getByTestId('w3m-network-switch-Testing ground')).toBeTruthy();
    fireEvent.click(screen.getByTestId('w3m-network-switch-Harbor'));
    expect(commands).toEqual([{ type: 'networks.choose', network: network('Harbor').caipNetworkId }]);
  });

  test('@2.17 makes Disconnect the way out', () => {
    const { commands } = at();
    const out = screen.getByTestId('disconnect-button');
    expect(out.hasAttribute('data-way-out')).toBe(true);
    fireEvent.click(out);
    expect(commands).toEqual([{ type: 'accounts.disconnect', namespace: 'eip155' }]);
  });

  test('has one tab stop for the networks and one for Disconnect', () => {
    at();
    const rows = screen.getAllByRole('button');
    expect(rows.map((row) => row.tabIndex)).toEqual([0, -1, -1, -1, 0]);
    act(() => rows[3]!.focus());
    fireEvent.keyDown(rows[3]!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(rows[0]);
  });

  test('keeps its text while the card fades after a disconnect', () => {
    const { set } = at();
    set({ account: { address: null, wallet: null } });
    expect(screen.getByRole('heading').textContent).toBe('Foxglove is on an unsupported network');
  });
});
