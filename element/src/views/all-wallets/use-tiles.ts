// For a long list, the engine keeps the tiles and returns those near the first visible one (`directory.scroll`). More are requested
// before these end, so that a scrolled list has its tiles in the same frame.

import { useEffect, useRef } from 'react';
import type { DirectorySlice, WalletTile } from '../../contract';
import { useDispatch } from '../../engine/hooks';

/** with fewer tiles beyond those in the document, more are requested */
const margin_tiles = 16;

/** @returns the tile at an index, if loaded. For the tab stop, returns its last tile, wherever the list is scrolled to */
export function useTiles(
  { tiles, tilesAbove, tilesCount }: DirectorySlice,
  from: number,
  to: number,
): (at: number, isStop: boolean) => WalletTile | undefined {
  const dispatch = useDispatch();
  const stop = useRef<{ at: number; tile: WalletTile }>(null);
  const end = tilesAbove + tiles.length;
  const isHere =
    tilesAbove <= Math.max(0, from - margin_tiles) && end >= Math.min(tilesCount, to + margin_tiles);
  const tell = useRef(dispatch);
  useEffect(() => {
    tell.current = dispatch;
  });
  useEffect(() => {
    if (!isHere) void tell.current({ type: 'directory.scroll', at: from });
  }, [isHere, from]);
  return (at, isStop) => {
    const tile = tiles[at - tilesAbove];
    if (isStop && tile) stop.current = { at, tile };
    return tile ?? (isStop && stop.current?.at == at ? stop.current.tile : undefined);
  };
}
