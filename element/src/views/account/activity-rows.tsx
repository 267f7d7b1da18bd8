// Pending transactions and all months, as one list with one tab stop. For a long list, the document has only the rows near the visible
// ones (use-look-at.ts), but every month with its heading and height, so that nothing moves when rows are added or removed.

import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { ActivityGroup, ActivityItem, ActivitySlice } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { itemsOf, useRoving } from '../../ui/roving';
import { ActivityRow, SentRow } from './activity-row';
import { useGradually, type Range } from './use-gradually';
import { useLookAt } from './use-look-at';

type End = 'first' | 'last';

const isWhole = ({ items, count }: ActivityGroup): boolean => items.length == count;

export function Rows({
  activity: { pending, unlisted, groups: all },
  hidden,
}: {
  activity: ActivitySlice;
  hidden: boolean;
}) {
  const dispatch = useDispatch();
  const list = useRef<HTMLDivElement>(null);
  const isLong = !all.every(isWhole);
  const groups = cut(all, useGradually(rangeOf(all)));
  const look = (at: number) => void dispatch({ type: 'activity.look', at });
  const firstVisible = useLookAt(list, isLong, look);
  const [active, setActive] = useState<string>();
  const { onKeyDown } = useRoving().list;
  const focus = useFocus(list);

  // Rows reached with the keyboard keep the tab stop. Once they are far away, it moves to the first visible row.
  const rows = placed(groups);
  const linked = rows.filter(({ item }) => item.link);
  const near = linked.find(({ place }) => place >= firstVisible.current) ?? linked[0];
  const localRows = [...pending, ...unlisted];
  const stops = [...localRows.map(({ id }) => id), ...linked.map(({ item }) => item.id)];
  const stop = stops.find((id) => id == active) ?? (isLong ? near?.item.id : stops[0]);
  const tabIndex = (id: string) => (id == stop ? 0 : -1);

  const ends: Record<End, boolean> = {
    first: !rows.length || rows[0]!.place == 0,
    last: groups.every(
      ({ above, items, count }, i) => i < groups.length - 1 || above + items.length == count,
    ),
  };
  const goTo = (end: End) => {
    focus.want(end);
    const count = groups.reduce((sum, group) => sum + group.count, 0);
    if (!ends[end]) look(end == 'first' ? 0 : count);
    focus.reach(ends);
  };
  useLayoutEffect(() => focus.reach(ends));

  const open = (id: string) => void dispatch({ type: 'transactions.open', id });
  // The first and last row of a long list might not be in the document.
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const items = itemsOf(event.currentTarget);
    const now = items.indexOf(event.target as HTMLElement);
    const to: End | undefined =
      event.key == 'Home' || (event.key == 'ArrowDown' && now == items.length - 1)
        ? 'first'
        : event.key == 'End' || (event.key == 'ArrowUp' && now == 0)
          ? 'last'
          : undefined;
    if (!isLong || !to || event.altKey || event.ctrlKey || event.metaKey) return onKeyDown(event);
    event.preventDefault();
    // While the next rows are loading, the focus must not wrap around in the middle of the list.
    const isTurn = event.key.startsWith('Arrow') && !ends[to == 'first' ? 'last' : 'first'];
    if (!isTurn) goTo(to);
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    focus.onFocus();
    const id = (event.target as HTMLElement).closest<HTMLElement>('li')?.dataset.id;
    if (id) setActive(id);
  };
  return (
    <div ref={list} onKeyDown={onKey} onFocus={onFocus} onBlur={focus.onBlur}>
      {localRows.length > 0 && (
        <ul aria-live="polite">
          {localRows.map((item) => (
            <li key={item.id} data-id={item.id}>
              <SentRow item={item} hidden={hidden} tabIndex={tabIndex(item.id)} onOpen={open} />
            </li>
          ))}
        </ul>
      )}
      {groups.map((group) => (
        <Month key={group.title} group={group}>
          {(item) => <ActivityRow item={item} hidden={hidden} tabIndex={tabIndex(item.id)} onOpen={open} />}
        </Month>
      ))}
    </div>
  );
}

/** Missing rows keep their space, and count in the list's size for screen readers. */
function Month({ group, children }: { group: ActivityGroup; children(item: ActivityItem): ReactNode }) {
  const { title, count, above, items } = group;
  const list = useRef<HTMLUListElement>(null);
  const below = count - above - items.length;
  useLayoutEffect(() => {
    list.current!.style.setProperty('--rows-above', `${above}`);
    list.current!.style.setProperty('--rows-below', `${below}`);
  }, [above, below]);
  return (
    <section data-testid="month-indexes">
      <h2 data-testid="group-title">{title}</h2>
      <ul ref={list} data-count={count}>
        {items.map((item, i) => (
          <li
            key={item.id}
            data-id={item.id}
            aria-setsize={isWhole(group) ? undefined : count}
            aria-posinset={isWhole(group) ? undefined : above + i + 1}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each row with its index in the whole list. */
function placed(groups: ActivityGroup[]) {
  let before = 0;
  return groups.flatMap(({ above, items, count }) => {
    const start = before + above;
    before += count;
    return items.map((item, i) => ({ item, place: start + i }));
  });
}

/** The range from the first row in the document to the last. */
function rangeOf(groups: ActivityGroup[]): Range {
  const rows = placed(groups);
  return { from: rows[0]?.place ?? 0, to: (rows.at(-1)?.place ?? -1) + 1 };
}

function cut(groups: ActivityGroup[], { from, to }: Range): ActivityGroup[] {
  let before = 0;
  return groups.map((group) => {
    const start = before + group.above;
    before += group.count;
    const skipped = Math.min(group.items.length, Math.max(0, from - start));
    const items = group.items.slice(skipped, Math.max(skipped, to - start));
    return { ...group, items, above: group.above + skipped };
  });
}

/** Moves the focus to an end of the list once its rows are in the document, and keeps it when a focused row is removed. */
function useFocus(list: { current: HTMLElement | null }) {
  const wantedEnd = useRef<End>(null);
  const had = useRef(false);
  return {
    want: (end: End) => void (wantedEnd.current = end),
    reach(ends: Record<End, boolean>) {
      const items = list.current ? itemsOf(list.current) : [];
      const end = wantedEnd.current;
      if (end && ends[end]) {
        wantedEnd.current = null;
        items.at(end == 'first' ? 0 : -1)?.focus();
      } else if (had.current && !list.current!.contains(focused(list.current!))) {
        items.find(({ tabIndex }) => tabIndex == 0)?.focus({ preventScroll: true });
      }
    },
    onFocus: () => void (had.current = true),
    // A removed element fires no blur. If the whole window loses the focus, the list keeps it, because the user might return.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      void (had.current = currentTarget.contains(relatedTarget) || !document.hasFocus()),
  };
}

const focused = (within: HTMLElement) => (within.getRootNode() as ShadowRoot | Document).activeElement;
