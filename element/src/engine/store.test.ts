import { describe, expect, test, vi } from 'vitest';
import { snapshots } from '../testing/snapshots';
import { Store } from './store';

describe('Store', () => {
  test('gives the same object until that slice is named, then a fresh one', () => {
    const store = new Store((slice) => snapshots()[slice]);
    const before = store.snapshot('send');
    store.changed(['router']);
    expect(store.snapshot('send')).toBe(before);
    store.changed(['send']);
    expect(store.snapshot('send')).not.toBe(before);
  });

  test('tells only who follows a slice that changed, and nobody who has left', () => {
    const store = new Store((slice) => snapshots()[slice]);
    const [send, router] = [vi.fn(), vi.fn()];
    const leave = store.subscribe('send', send);
    store.subscribe('router', router);
    store.changed(['send']);
    leave();
    store.changed(['send', 'router']);
    expect([send.mock.calls.length, router.mock.calls.length]).toEqual([1, 1]);
  });

  test('everything is forgotten when the engine was made anew', () => {
    const store = new Store((slice) => snapshots()[slice]);
    const follower = vi.fn();
    const before = store.snapshot('account');
    store.subscribe('account', follower);
    store.changed();
    expect(store.snapshot('account')).not.toBe(before);
    expect(follower).toHaveBeenCalledTimes(1);
  });

  test('a slice that cannot be read now is as it was last; one that never could be throws', () => {
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
