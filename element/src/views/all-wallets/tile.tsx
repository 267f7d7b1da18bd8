// A wallet as a tile of 60 px with its name. Marks of the directory and of this page are also part of its accessible name.

import { memo, useEffect, useRef } from 'react';
import type { WalletTile } from '../../contract';
import { t } from '../../i18n/later';
import { bang, seal } from '../../ui/glyphs';
import { Icon, type Glyph, type IconName } from '../../ui/icon';

interface Props {
  tile: WalletTile;
  /** its index among all */
  at: number;
  /** the number of all tiles, if only some are in the document */
  count: number | undefined;
  /** the adjacent tiles aren't in the document */
  away: boolean;
  tabIndex: number;
  onChoose(id: string): void;
  /** observes a tile without an icon, and requests the icon when the tile is visible; returns a function that stops it */
  watch(element: HTMLElement): () => void;
}

export const Tile = memo(function Tile({ tile, at, count, away, tabIndex, onChoose, watch }: Props) {
  const { id, name, icon, certified, installed, conflict, testId } = tile;
  const marks = [
    installed && t('all.installed'),
    certified && t('all.certified.mark'),
    conflict && t('connect.conflict'),
  ]
    .filter(Boolean)
    .join(', ');
  const item = useRef<HTMLLIElement>(null);
  const bare = !icon;
  useEffect(() => (bare ? watch(item.current!) : undefined), [bare, watch]);
  return (
    <li
      ref={item}
      data-id={id}
      data-at={at}
      className={away ? 'away' : undefined}
      aria-setsize={count}
      aria-posinset={count && at + 1}
    >
      <button
        type="button"
        className="tile"
        part="row"
        tabIndex={tabIndex}
        title={conflict ? `${name}: ${t('connect.conflict')}` : name}
        data-testid={testId}
        onClick={() => onChoose(id)}
      >
        <span className="tile-face">
          {icon ? (
            <img src={icon} alt="" part="icon" />
          ) : (
            <span className="plain" aria-hidden="true" data-letter={[...name][0]} />
          )}
          {installed && <Mark kind="installed" icon="check" />}
          {certified && <Mark kind="certified" icon={seal} />}
          {conflict && <Mark kind="alike" icon={bang} />}
        </span>
        <bdi className="tile-name">{name}</bdi>
        {marks && <span className="sr">{marks}</span>}
      </button>
    </li>
  );
}, isSame);

/** A mark on a corner of the icon. */
const Mark = ({ kind, icon }: { kind: string; icon: IconName | Glyph }) => (
  <span className={`tile-mark ${kind}`}>
    <Icon name={icon} />
  </span>
);

/** Slices have new objects each time. Only rendered fields are compared; otherwise, 600 tiles would render for one icon. */
function isSame(before: Props, after: Props): boolean {
  const [a, b] = [before.tile, after.tile];
  return (
    (['tabIndex', 'at', 'count', 'away'] as const).every((key) => before[key] === after[key]) &&
    (Object.keys(b) as (keyof WalletTile)[]).every((key) => a[key] === b[key])
  );
}
