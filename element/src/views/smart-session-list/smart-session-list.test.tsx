// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { SessionRow } from '../../contract';
import { draw } from '../../testing/draw';
import { press } from '../../testing/press';
import { ADDRESS, grantLine, sessionRow, TOKEN } from '../../testing/snapshots';
import { AccountSettings } from '../account-settings/account-settings';
import { SmartSessionCreated } from '../smart-session-created/smart-session-created';
import { SmartSessionList } from './smart-session-list';

afterEach(cleanup);

const row = (more: Partial<SessionRow>) => ({
  sessions: { months: [{ title: 'January', rows: [sessionRow('a1', more)] }] },
});
const status = () => screen.getByTestId('wm-session-status');

describe('SmartSessionList', () => {
  test('@1.24 lists sessions by month with project, site and tag, and counts tabs', () => {
    const { commands } = draw(<SmartSessionList />);
    expect(screen.getByRole('heading', { name: 'January' })).toBeTruthy();
    expect(screen.getByTestId('wm-session-a1').textContent).toBe('LLagoon Gameslagoon.exampleActive');
    expect(screen.getByTestId('wm-session-b2').textContent).toBe('llagoon.exampleActive');
    expect(screen.getByTestId('tab-active').textContent).toBe('Active (2)');
    fireEvent.click(screen.getByTestId('tab-revoked'));
    fireEvent.click(screen.getByTestId('wm-session-a1'));
    expect(commands).toEqual([
      { type: 'sessions.tab', tab: 'revoked' },
      { type: 'sessions.show', pci: 'a1' },
    ]);
  });

  test('says where to revoke a session whose ID could be a message', () => {
    draw(<SmartSessionList />, row({ isOdd: true, canRevoke: false, lines: [grantLine()] }));
    expect(screen.getByTestId('wm-session-odd').textContent).toContain('Revoke it where you allowed it.');
    expect(screen.queryByTestId('wm-revoke-a1')).toBeNull();
  });

  test('opens to what is allowed, with whole addresses and expiry', () => {
    draw(
      <SmartSessionList />,
      row({
        lines: [
          grantLine({
            kind: 'call',
            contract: ADDRESS,
            amount: null,
            every: null,
            functions: [
              {
                name: 'play',
                value: '0.5 ETH',
                delegate: true,
                bounds: [{ name: 'table', named: true, kind: 'equal', value: '7' }],
              },
              { name: 'leave', value: null, delegate: false, bounds: [] },
            ],
          }),
          grantLine({ every: { count: '2', unit: 'week' } }),
          grantLine({ kind: 'unlimited', amount: null, symbol: null, contract: TOKEN }),
          grantLine({ kind: 'other', text: '<b>all</b>' }),
        ],
      }),
    );
    const functions = screen.getAllByTestId('wm-grant-function').map((one) => one.textContent);
    expect(functions).toEqual([
      'playtable is exactly 7Sending up to 0.5 ETHRuns external code with full access to your account',
      'leaveAny values allowed',
    ]);
    const lines = screen.getAllByTestId('wm-grant-line');
    expect(lines.map((line) => line.dataset.kind)).toEqual(['call', 'spend', 'unlimited', 'other']);
    expect(lines[1]!.textContent).toBe('Up to 0.5 ETH every 2 weeks');
    expect(lines[2]!.textContent).toContain('Any amount of a token');
    expect(lines[3]!.textContent).toBe('Unknown permission: <b>all</b>');
    expect(screen.getAllByTestId('wm-grant-contract')[1]!.textContent).toBe(TOKEN);
    expect(screen.getByTestId('wm-session-until').textContent).toBe('02 Feb 2026, 14:05');
  });

  test('@1.25 asks before revoking, says who is waited for, and retries', () => {
    const open = { lines: [grantLine()] };
    const { commands, set } = draw(<SmartSessionList />, row(open));
    fireEvent.click(screen.getByTestId('wm-revoke-a1'));
    set(row({ ...open, revoking: 'asking' }));
    press(screen.getByTestId('wm-session-revoke'));
    fireEvent.click(screen.getByText('Keep'));
    set(row({ ...open, revoking: 'signing', canRevoke: false }));
    expect(status().textContent).toContain('to revoke it');
    press(screen.getByTestId('wm-session-revoke'));
    fireEvent.click(screen.getByText('Keep'));
    expect(commands).toEqual([
      { type: 'sessions.revoke', pci: 'a1' },
      { type: 'sessions.confirm', pci: 'a1' },
      { type: 'sessions.keep' },
    ]);
    set(row({ ...open, revoking: 'refused' }));
    expect(status().textContent).toBe("You didn't sign, so nothing was revoked.");
    set(row({ ...open, revoking: 'failed' }));
    expect([status().getAttribute('role'), status().textContent]).toEqual([
      'alert',
      'Not revokedThe permission is still active. Try again.',
    ]);
    expect(screen.getByTestId('wm-revoke-a1')).toBeTruthy();
  });

  test('revokes no ended session, and one at a time', () => {
    const { commands, set } = draw(<SmartSessionList />, row({ lines: [], canRevoke: false }));
    fireEvent.click(screen.getByTestId('wm-revoke-a1'));
    expect(commands).toEqual([]);
    set(row({ lines: [], tag: 'expired', canRevoke: false }));
    expect(screen.queryByTestId('wm-revoke-a1')).toBeNull();
  });

  test('says if the list is empty, failed or outdated, and retries', () => {
    const { commands, set } = draw(<SmartSessionList />, { sessions: { months: [] } });
    expect(screen.getByTestId('wm-sessions-empty').textContent).toContain('No active sessions');
    set({ sessions: { phase: 'failed' } });
    fireEvent.click(screen.getByTestId('wm-sessions-retry'));
    set({ sessions: { phase: 'ready', old: true } });
    fireEvent.click(screen.getByTestId('wm-sessions-retry'));
    expect(commands).toEqual([{ type: 'sessions.retry' }, { type: 'sessions.retry' }]);
    set({ sessions: { phase: 'off', old: false } });
    expect(screen.getByTestId('wm-sessions-off')).toBeTruthy();
  });
});

test('@7.39 SmartSessionCreated shows what was allowed until when, and goes on with Done', () => {
  const created = { until: '02 Feb 2026, 14:05', lines: [grantLine()], account: ADDRESS };
  const { commands } = draw(<SmartSessionCreated />, { sessions: { created } });
  expect(screen.getByTestId('wm-grant-line').textContent).toBe('Up to 0.5 ETH a day');
  expect(screen.getByTestId('wm-session-until').textContent).toBe(created.until);
  fireEvent.click(screen.getByTestId('wm-session-done'));
  expect(commands).toEqual([{ type: 'sessions.done' }]);
});

test('Settings link to smart sessions if the host has them', () => {
  const { commands, set } = draw(<AccountSettings />);
  expect(screen.queryByTestId('wm-settings-sessions')).toBeNull();
  set({ state: { features: { smartSessions: true } } });
  fireEvent.click(screen.getByTestId('wm-settings-sessions'));
  expect(commands).toEqual([{ type: 'router.push', view: 'SmartSessionList' }]);
  set({ account: { namespace: 'solana' } });
  expect(screen.queryByTestId('wm-settings-sessions')).toBeNull();
});
