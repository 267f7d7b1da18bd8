// Networks as rows. One the connected wallet cannot serve is dimmed and says so, but can be reached with the keyboard.

import { useEffect } from 'react';
import type { NetworkRow } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';

/** Somebody looks at the list: its pictures are worth asking for. */
export function useNetworkPictures(): void {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch({ type: 'networks.pictures' });
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once; dispatch is new each time and always the same
}

interface Props {
  rows: NetworkRow[];
  /** of each row in the one list they all belong to */
  tabIndexOf(row: NetworkRow): number;
}

export function NetworkRows({ rows, tabIndexOf }: Props) {
  const dispatch = useDispatch();
  const { wallet } = useSlice('account');
  return (
    <ul className="rows">
      {rows.map((row) => (
        <li key={row.caipNetworkId}>
          <ListItem
            image={row.icon}
            icon="globe"
            label={row.name}
            testId={row.testId}
            tabIndex={tabIndexOf(row)}
            off={!row.approved}
            current={row.selected}
            note={
              !row.approved && t('networks.not_approved', { wallet: wallet?.name ?? t('wallet.capital') })
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
