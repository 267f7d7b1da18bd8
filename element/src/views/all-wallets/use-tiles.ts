// The tiles of a long list stay in the engine, which gives those near the first that is in sight (`directory.scroll`). Asked again before what
// is here ends, so that a list that is scrolled has its tiles in the same frame.

import { useEffect, useRef } from 'react';
import type { DirectorySlice, WalletTile } from '../../contract';
import { useDispatch } from '../../engine/hooks';

/** fewer beyond what is in the document: others are asked for */
const margin_tiles = 16;

/** @returns the tile of a place, where it is here; of the one that is the tab stop what it was last, wherever it is scrolled to */
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
