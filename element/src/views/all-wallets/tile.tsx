// A wallet as a tile of 60 px with its name; marks of the directory and of this page are told in words too.

import { memo, useEffect, useRef } from 'react';
import type { WalletTile } from '../../contract';
import { t } from '../../i18n/later';
import { bang, seal } from '../../ui/glyphs';
import { Icon, type Glyph, type IconName } from '../../ui/icon';

interface Props {
  tile: WalletTile;
  /** its place among all */
  at: number;
  /** of all, where not all are in the document */
  count: number | undefined;
  /** the tiles around it are not in the document */
  away: boolean;
  tabIndex: number;
  onChoose(id: string): void;
  /** starts to observe a tile without a picture, whose picture is asked for when it is in sight; returns what stops it */
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

/** On a corner of the icon. */
const Mark = ({ kind, icon }: { kind: string; icon: IconName | Glyph }) => (
  <span className={`tile-mark ${kind}`}>
    <Icon name={icon} />
  </span>
);

/** Slices come as new objects each time: what is on a tile decides, or 600 of them were drawn for one picture. */
function isSame(before: Props, after: Props): boolean {
  const [a, b] = [before.tile, after.tile];
  return (
    (['tabIndex', 'at', 'count', 'away'] as const).every((key) => before[key] === after[key]) &&
    (Object.keys(b) as (keyof WalletTile)[]).every((key) => a[key] === b[key])
  );
}
