// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { ActivitySlice } from '../../contract';
import { draw } from '../../testing/draw';
import { snapshots } from '../../testing/snapshots';
import { Nfts } from './nfts';

afterEach(cleanup);

const at = (activity: Partial<ActivitySlice>) => draw(<Nfts account={snapshots().account} />, { activity });
const two = [
  { id: '1', name: 'Cool Cat #3', image: 'blob:cat' },
  { id: '2', name: '<b>bold</b>', image: null },
];

describe('NFTs', () => {
  test('shows each name and picture, or a letter without a picture', () => {
    const { container } = at({ nfts: two });
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Cool Cat #3',
      '<b>bold</b>',
    ]);
    expect([...container.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual([
      'blob:cat',
    ]);
    expect(container.querySelector('b')).toBeNull();
  });

  test('counts NFTs that are no longer listed', () => {
    const { set } = at({ nfts: two, nftsMore: '1,204' });
    expect(screen.getByTestId('wm-nfts-cut').textContent).toBe("1,204 more aren't listed here");
    set({ activity: { nftsMore: null } });
    expect(screen.queryByTestId('wm-nfts-cut')).toBeNull();
  });

  test.each(['none', 'loading'] as const)('%s: shows a labeled skeleton', (phase) => {
    at({ phase, nfts: [] });
    expect(screen.getByRole('status').getAttribute('aria-label')).toBe('Loading');
  });

  test('says which networks it searched if none were found, and continues on request', () => {
    const { commands, set } = at({ nfts: [], hasMore: true });
    expect(screen.getByTestId('wm-nfts-empty').textContent).toContain('Demo chain');
    fireEvent.click(screen.getByTestId('wm-nfts-more'));
    expect(commands).toEqual([{ type: 'activity.more' }]);
    set({ activity: { loadingMore: true } });
    fireEvent.click(screen.getByTestId('wm-nfts-more'));
    expect(commands).toHaveLength(1);
    set({ activity: { hasMore: false } });
    expect(screen.queryByTestId('wm-nfts-more')).toBeNull();
  });

  test('@8.17 says that loading failed, and tries again', () => {
    const { commands } = at({ phase: 'failed', nfts: [] });
    fireEvent.click(screen.getByTestId('wm-activity-retry'));
    expect(commands).toEqual([{ type: 'activity.retry' }]);
  });
});
