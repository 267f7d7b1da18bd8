// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { press } from '../../testing/press';
import { ADDRESS, approvalRow, grantLine, OTHER, permitRow, TOKEN } from '../../testing/snapshots';
import { AccountSettings } from '../account-settings/account-settings';
import { Permissions } from './permissions';

afterEach(cleanup);

const accounts = (more = {}) => ({
  permissions: { sites: [permitRow('p1', { name: 'eth_accounts', isAccounts: true, accounts: 2, ...more })] },
});
const phaseOf = (id: string) => screen.getByTestId(id).dataset.phase;

describe('Permissions', () => {
  test('@10.37 shows each allowance’s amount, spender and token, and marks endless ones', () => {
    const { commands } = draw(<Permissions />, {
      approvals: {
        rows: [
          approvalRow('t1'),
          approvalRow('t2', { amount: '250', spender: ADDRESS, isPermit2: true }),
          approvalRow('t3', {
            amount: '12',
            symbol: null,
            units: true,
            until: '02 Feb 2026, 14:05',
            throughPermit2: true,
          }),
        ],
      },
      permissions: { sites: [] },
    });
    const rows = screen.getAllByTestId('wm-approval');
    expect(rows.map((row) => row.querySelector('strong')!.textContent)).toEqual([
      'Any amount of USDC',
      '250 USDC',
      '12 base units of a token',
    ]);
    expect(rows.map((row) => row.classList.contains('risky'))).toEqual([true, false, false]);
    expect(rows[0]!.textContent).toContain(`Who has access${OTHER}Token contract${TOKEN}`);
    expect(rows[1]!.textContent).toContain('Permit2, which lets others spend it with your signature');
    expect(rows[2]!.textContent).toContain('Through Permit2Until 02 Feb 2026, 14:05');
    // Each button's accessible name says what it revokes.
    const button = screen.getAllByTestId('wm-permission-revoke')[1]!;
    const [amount, spender] = button
      .getAttribute('aria-describedby')!
      .split(' ')
      .map((id) => document.getElementById(id)!.textContent);
    expect(amount).toBe('250 USDC');
    expect(spender).toContain(ADDRESS);
    fireEvent.click(button);
    expect(commands).toEqual([{ type: 'approvals.review', id: 't2' }]);
  });

  test('@10.37 marks allowances for a whole collection, and counts what isn’t listed', () => {
    draw(<Permissions />, {
      approvals: { rows: [approvalRow('c1', { isCollection: true, symbol: null })] },
      permissions: {
        grantsPhase: 'ready',
        grants: [permitRow('g1', { line: grantLine(), to: OTHER })],
        grantsMore: '1,024',
        sites: [],
      },
    });
    const row = screen.getByTestId('wm-approval');
    expect(row.querySelector('strong')!.textContent).toBe(
      'Every NFT in this collection, including future ones',
    );
    expect(row.classList.contains('risky')).toBe(true);
    expect(row.textContent).toContain(`Collection${TOKEN}`);
    expect(screen.getByTestId('wm-permissions-grants-more').textContent).toBe(
      "1,024 more aren't listed here. Check your wallet.",
    );
    expect(screen.queryByTestId('wm-permissions-sites-more')).toBeNull();
  });

  test('says how far it looked, and reads again what failed', () => {
    const { commands, set } = draw(<Permissions />, {
      approvals: { logs: 'refused', isHistoryMissing: true, unread: 3, rows: [] },
    });
    expect(screen.getByTestId('wm-approvals-looked').textContent).toBe(
      "This network doesn't allow full searches, so we checked your history and known contracts. We couldn't read your history.",
    );
    expect(screen.getByTestId('wm-approvals-empty')).toBeTruthy();
    fireEvent.click(screen.getByTestId('wm-approvals-retry'));
    set({ approvals: { listPhase: 'failed' } });
    fireEvent.click(screen.getByTestId('wm-approvals-retry'));
    expect(commands).toEqual([{ type: 'approvals.retry' }, { type: 'approvals.retry' }]);
  });

  test('says that the wallet lists no permissions, and retries a failure', () => {
    const { commands, set } = draw(<Permissions />, { permissions: { grantsPhase: 'unknown' } });
    expect(screen.getByTestId('wm-permissions-grants').getAttribute('role')).toBeNull();
    expect(phaseOf('wm-permissions-grants')).toBe('unknown');
    set({ permissions: { grantsPhase: 'failed', sitesPhase: 'silent' } });
    expect(screen.getByTestId('wm-permissions-sites').textContent).toContain("Your wallet didn't respond.");
    expect(screen.getByTestId('wm-permissions-grants').getAttribute('role')).toBe('alert');
    fireEvent.click(screen.getByTestId('wm-permissions-grants-retry'));
    expect(commands).toEqual([{ type: 'permissions.retry' }]);
  });

  test('describes the wallet’s permissions, and revokes after a question', () => {
    const { commands, set } = draw(<Permissions />, {
      approvals: { rows: [] },
      permissions: {
        grantsPhase: 'ready',
        grants: [permitRow('g1', { line: grantLine(), to: OTHER })],
        sites: [],
      },
    });
    expect(screen.getByTestId('wm-permission').textContent).toContain('Up to 0.5 ETH a dayWho can do this0x');
    fireEvent.click(screen.getByTestId('wm-permission-revoke'));
    set({ permissions: { grants: [permitRow('g1', { line: grantLine(), working: 'asking' })] } });
    press(screen.getByTestId('wm-permission-confirm'));
    set({
      permissions: { grants: [permitRow('g1', { line: grantLine(), working: 'waiting', canRevoke: false })] },
    });
    press(screen.getByTestId('wm-permission-confirm'));
    fireEvent.click(screen.getByText('Keep'));
    expect(commands).toEqual([
      { type: 'permissions.revoke', id: 'g1' },
      { type: 'permissions.confirm', id: 'g1' },
    ]);
  });

  test('warns that revoking account access disconnects', () => {
    const { set } = draw(<Permissions />, { ...accounts(), approvals: { rows: [] } });
    expect(screen.getByTestId('wm-permission').textContent).toContain('See 2 of your accounts');
    set(accounts({ working: 'asking' }));
    expect(screen.getByTestId('wm-permission-status').textContent).toContain("You'll be disconnected from");
    set(accounts({ working: 'refused' }));
    expect(screen.getByTestId('wm-permission-status').textContent).toContain('You declined');
    set(accounts({ working: 'failed' }));
    expect(screen.getByTestId('wm-permission-status').getAttribute('role')).toBe('alert');
  });

  test('says that the network has no permissions', () => {
    draw(<Permissions />, { permissions: { off: true } });
    expect(screen.getByTestId('wm-permissions-off')).toBeTruthy();
  });

  test('is linked from Settings on networks that have permissions', () => {
    const { commands, set } = draw(<AccountSettings />);
    fireEvent.click(screen.getByTestId('wm-settings-permissions'));
    expect(commands).toEqual([{ type: 'router.push', view: 'Permissions' }]);
    set({ account: { namespace: 'solana' } });
    expect(screen.queryByTestId('wm-settings-permissions')).toBeNull();
  });
});
