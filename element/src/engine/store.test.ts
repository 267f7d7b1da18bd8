import { describe, expect, test, vi } from 'vitest';
import { snapshots } from '../testing/snapshots';
import { Store } from './store';

describe('Store', () => {
  test('returns the same object until its slice changes', () => {
    const store = new Store((slice) => snapshots()[slice]);
    const before = store.snapshot('send');
    store.changed(['router']);
    expect(store.snapshot('send')).toBe(before);
    store.changed(['send']);
    expect(store.snapshot('send')).not.toBe(before);
  });

  test('notifies only followers of a changed slice, and none that left', () => {
    const store = new Store((slice) => snapshots()[slice]);
    const [send, router] = [vi.fn(), vi.fn()];
    const leave = store.subscribe('send', send);
    store.subscribe('router', router);
    store.changed(['send']);
    leave();
    store.changed(['send', 'router']);
    expect([send.mock.calls.length, router.mock.calls.length]).toEqual([1, 1]);
  });

  test('forgets everything when the engine restarts', () => {
    const store = new Store((slice) => snapshots()[slice]);
    const follower = vi.fn();
    const before = store.snapshot('account');
    store.subscribe('account', follower);
    store.changed();
    expect(store.snapshot('account')).not.toBe(before);
    expect(follower).toHaveBeenCalledTimes(1);
  });

  test('keeps a slice’s last value if it can’t be read, and throws without one', () => {
    let dead = false;
    const store = new Store((slice) => {
      if (dead) throw new WebAssembly.RuntimeError('unreachable');
      return snapshots()[slice];
    });
    const before = store.snapshot('send');
    dead = true;
    store.changed(['send']);
    expect(store.snapshot('send')).toBe(before);
    expect(() => store.snapshot('router')).toThrow();
  });
});
