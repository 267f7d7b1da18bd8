// A wallet as a tile of 60 px with its name; marks of the directory and of this page are told in words too.

import { memo, useEffect, useRef } from 'react';
import type { WalletTile } from '../../contract';
import { t } from '../../i18n/later';
import { seal } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';

interface Props {
  tile: WalletTile;
  tabIndex: number;
  onChoose(id: string): void;
  /** a tile without a picture comes into sight and goes */
  watch(element: HTMLElement): () => void;
}

export const Tile = memo(function Tile({ tile, tabIndex, onChoose, watch }: Props) {
  const { id, name, icon, certified, installed, testId } = tile;
  const item = useRef<HTMLLIElement>(null);
  const bare = !icon;
  useEffect(() => (bare ? watch(item.current!) : undefined), [bare, watch]);
  return (
    <li ref={item} data-id={id}>
      <button
        type="button"
        className="tile"
        part="row"
        tabIndex={tabIndex}
        title={name}
        data-testid={testId}
        onClick={() => onChoose(id)}
      >
        <span className="tile-face">
          {icon ? (
            <img src={icon} alt="" part="icon" />
          ) : (
            <span className="plain" aria-hidden="true" data-letter={[...name][0]} />
          )}
          {installed && (
            <span className="tile-mark">
              <Icon name="check" />
            </span>
          )}
        </span>
        <span className="tile-name">
          <bdi>{name}</bdi>
          {certified && <Icon name={seal} />}
        </span>
        {(installed || certified) && (
          <span className="sr">
            {[installed && t('all.installed'), certified && t('all.certified.mark')]
              .filter(Boolean)
              .join(', ')}
          </span>
        )}
      </button>
    </li>
  );
}, isSame);

/** Slices come as new objects each time: what is on a tile decides, or 600 of them were drawn for one picture. */
function isSame(before: Props, after: Props): boolean {
  const [a, b] = [before.tile, after.tile];
  return (
    before.tabIndex == after.tabIndex &&
    (Object.keys(b) as (keyof WalletTile)[]).every((key) => a[key] === b[key])
  );
}
