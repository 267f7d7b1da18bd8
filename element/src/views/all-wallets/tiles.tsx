// The grid: one tab stop, four arrows. It loads more when its end is near, and reports a failure there (9.16).

import { useCallback, useRef } from 'react';
import type { DirectorySlice } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { again } from '../../ui/glyphs';
import { useGridRoving } from '../../ui/grid-roving';
import { Icon } from '../../ui/icon';
import { Skeleton } from '../../ui/skeleton';
import { useListEnd } from '../use-end';
import { Tile } from './tile';
import { useVisibleIds } from './use-look';
import { useTiles } from './use-tiles';
import { useWindow } from './use-window';

const waiting_tiles = 16;

/** the index that the engine found for a name */
const placeOf = (found: unknown) => (typeof found == 'number' ? found : undefined);

export const TilesWait = () => (
  <div className="tiles-wait">
    <Skeleton rows={waiting_tiles} words={t('connect.loading')} />
  </div>
);

export function Tiles({ directory }: { directory: DirectorySlice }) {
  const dispatch = useDispatch();
  const { tilesCount, phase, searching, stale, hasMore, isCut, loadingMore, moreFailed } = directory;
  // The first page of the directory failed, so only the page's own wallets are listed; or a later page failed.
  const failed = phase == 'failed' || moreFailed;
  const waits = !searching && (loadingMore || phase == 'loading');
  const more = () => {
    if (hasMore && !loadingMore && !failed) dispatch({ type: 'directory.more' });
  };
  const grid = useRef<HTMLUListElement>(null);
  const count = tilesCount + (failed ? 1 : 0);
  const { from, to, focus } = useWindow(grid, count);
  const tileAt = useTiles(directory, from, to);
  const { list, active } = useGridRoving({
    count,
    find: (text, start) => dispatch({ type: 'directory.find', text, at: start }).then(placeOf),
    placeOf: (element) => Number(element.closest<HTMLElement>('li')?.dataset.at ?? -1),
    focus,
    onEnd: more,
  });
  const places = Array.from({ length: to - from }, (_, i) => from + i);
  if (active >= 0 && active < from) places.unshift(active);
  if (active >= to) places.push(active);
  const isAway = (at: number) => at < from || at >= to;
  const size = places.length < count ? count : undefined;
  const send = useRef(dispatch);
  const choose = useCallback((id: string) => void send.current({ type: 'connect.select', id }), []);
  const watch = useVisibleIds((ids) => dispatch({ type: 'directory.look', ids }));
  return (
    <>
      <ul
        ref={grid}
        className="tiles"
        aria-label={t('connect.list')}
        aria-busy={stale}
        data-testid="wallet-list"
        {...list}
      >
        {places.map((at) => {
          const tile = tileAt(at, at == active);
          const tabIndex = at == active ? 0 : -1;
          return tile ? (
            <Tile
              key={tile.id}
              tile={tile}
              at={at}
              count={size}
              away={isAway(at)}
              tabIndex={tabIndex}
              onChoose={choose}
              watch={watch}
            />
          ) : at < tilesCount ? (
            <li key={at} data-at={at} className={isAway(at) ? 'away' : undefined} aria-hidden="true">
              <span className="tile">
                <span className="tile-face plain" />
                <span className="tile-name">{'\u00a0'}</span>
              </span>
            </li>
          ) : (
            <li
              key=""
              data-at={at}
              className={isAway(at) ? 'away' : undefined}
              aria-setsize={size}
              aria-posinset={size && at + 1}
            >
              <button
                type="button"
                className="tile"
                tabIndex={tabIndex}
                data-testid="wm-all-wallets-retry"
                onClick={() => dispatch({ type: moreFailed ? 'directory.more' : 'directory.retry' })}
              >
                <span className="tile-face plain">
                  <Icon name={again} />
                </span>
                <span className="tile-name">{t('retry')}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="sr" role="alert">
        {failed ? t('all.failed') : ''}
      </p>
      {waits && <TilesWait />}
      {hasMore && !waits && !failed && !searching && <End count={tilesCount} onNear={more} />}
      {isCut && !searching && (
        <p className="tiles-cut small" data-testid="wm-all-wallets-cut">
          {t('all.cut')}
        </p>
      )}
    </>
  );
}

function End({ count, onNear }: { count: number; onNear(): void }) {
  const end = useListEnd<HTMLDivElement>(count, onNear);
  return <div ref={end} className="tiles-end" />;
}
