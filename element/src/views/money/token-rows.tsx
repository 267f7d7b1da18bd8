// Tokens to choose from, with balance and value. Lookalikes are marked.

import type { ReactNode } from 'react';
import { t } from '../../i18n/later';
import { Coin } from '../../ui/coin';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Unverified } from '../unverified';

/** the fields of a token that sending and swapping share */
export interface Choice {
  id: string;
  symbol: string;
  name: string;
  /** the balance */
  amount: string | null;
  worth: string | null;
  image: string | null;
  unverified: boolean;
  testId: string;
}

interface Props<T extends Choice> {
  tokens: T[];
  /** the id of the selected token */
  chosen: string | undefined;
  tabIndexOf(token: T): number;
  /** a tag that replaces the value */
  tag?(token: T): ReactNode;
  onChoose(id: string): void;
}

export const TokenRows = <T extends Choice>({ tokens, chosen, tabIndexOf, tag, onChoose }: Props<T>) =>
  tokens.map((token) => (
    <li key={token.id}>
      <ListItem
        face={<Coin image={token.image} text={token.symbol} />}
        label={token.name}
        note={
          <span className="select-amount">
            {token.amount && (
              <>
                <bdi>{token.amount}</bdi>{' '}
              </>
            )}
            <bdi>{token.symbol}</bdi>
          </span>
        }
        current={token.id == chosen}
        testId={token.testId}
        tabIndex={tabIndexOf(token)}
        end={
          <span className="row-end">
            {token.unverified ? <Unverified /> : tag?.(token) || (token.worth && <bdi>{token.worth}</bdi>)}
            {token.id == chosen && (
              <span className="selected" role="img" aria-label={t('networks.selected')}>
                <Icon name="check" />
              </span>
            )}
          </span>
        }
        onClick={() => onChoose(token.id)}
      />
    </li>
  ));
