// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { Activity } from './activity';

afterEach(cleanup);

test('@2.24 shows the tab’s months, without a link to itself', () => {
  draw(<Activity />);
  expect(screen.getAllByTestId('group-title').map((title) => title.textContent)).toEqual([
    'January',
    'December 2025',
  ]);
  expect(screen.queryByTestId('w3m-account-default-activity-button')).toBeNull();
});

test('@2.41 shows an empty list immediately in a namespace without history', () => {
  draw(<Activity />, { account: { tabs: ['tokens', 'nfts'] }, activity: { phase: 'none', groups: [] } });
  expect(screen.getByTestId('empty-activity-state').textContent).toContain('No activity yet');
  expect(screen.queryByTestId('wm-skeleton')).toBeNull();
});
