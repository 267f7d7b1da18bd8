// Networks as rows. One that the connected wallet doesn't support is dimmed with a note, but can be reached with the keyboard.

import { useEffect } from 'react';
import type { NetworkRow } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import type { useLongList } from '../use-long-list';

/** The list is visible, so its icons should load. */
export function useNetworkPictures(): void {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch({ type: 'networks.pictures' });
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once; dispatch is new each time and always the same
}

interface Props {
  rows: NetworkRow[];
  /** the index of the first row in the one list that all groups form */
  first?: number;
  list: Pick<ReturnType<typeof useLongList>, 'drawn' | 'tabIndexOf'>;
}

/** Renders the rows that the long list allows. */
export function NetworkRows({ rows, first = 0, list: { drawn, tabIndexOf } }: Props) {
  const dispatch = useDispatch();
  const { wallet } = useSlice('account');
  const visible = rows.slice(0, Math.max(0, drawn - first));
  const size = visible.length < rows.length ? rows.length : undefined;
  return (
    <ul className="rows">
      {visible.map((row, index) => (
        <li key={row.caipNetworkId} aria-setsize={size} aria-posinset={size && index + 1}>
          <ListItem
            image={row.icon}
            icon="globe"
            label={row.name}
            testId={row.testId}
            tabIndex={tabIndexOf(first + index)}
            off={!row.approved}
            current={row.selected}
            note={
              (!row.approved || row.unread) &&
              t(row.approved ? 'networks.unread' : 'networks.not_approved', {
                wallet: wallet?.name ?? t('wallet.capital'),
              })
            }
            end={
              row.selected && (
                <span className="selected" role="img" aria-label={t('networks.selected')}>
                  <Icon name="check" />
                </span>
              )
            }
            onClick={() => dispatch({ type: 'networks.choose', network: row.caipNetworkId })}
          />
        </li>
      ))}
    </ul>
  );
}
