// The tokens of the account on this network: icon, name, amount, value; and what there is to say when there are none.

import type { AccountSlice, TokenItem } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Coin } from '../../ui/coin';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { Amount } from '../amount';
import { Retry } from '../retry';
import { Unverified } from '../unverified';
import { useSheet } from '../use-sheet';
import css from './tokens.css';

export function Tokens({ account: { network, balance } }: { account: AccountSlice }) {
  const { phase, list, total, retryAt, hidden } = useSlice('tokens');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLDivElement>(css);
  // When the balance above is not there either, its button asks for both.
  const retry = balance.phase != phase && (
    <Retry at={retryAt} onRetry={() => dispatch({ type: 'balances.refresh' })} />
  );
  const empty = phase == 'none' || phase == 'testnet' ? phase : 'empty';
  return (
    <div className="tokens" data-phase={phase} ref={sheet}>
      {phase == 'loading' ? (
        <Skeleton words={t('loading')} />
      ) : phase == 'failed' ? (
        <Notice
          inner
          alert
          icon="alert"
          title={t('account.balance.failed')}
          text={t('tokens.failed.text')}
          testId="wm-tokens-failed"
        >
          {retry}
        </Notice>
      ) : list.length == 0 ? (
        <Notice
          inner
          icon="coin"
          title={t(`tokens.${empty}`)}
          text={t(`tokens.${empty}.text`, { network: network.name })}
          testId="empty-account-state"
        />
      ) : (
        <>
          {phase == 'old' && (
            <div className="tokens-old small">
              <span role="status">{t('account.balance.old')}</span>
              {retry}
            </div>
          )}
          <ul>
            {list.map((token) => (
              <li key={token.id}>
                <TokenRow token={token} hidden={hidden} />
              </li>
            ))}
          </ul>
          {total && (
            <p className="tokens-total" data-testid="wm-tokens-total">
              <span>{t('tokens.total')}</span>
              <strong>
                <Amount hidden={hidden}>{total}</Amount>
              </strong>
            </p>
          )}
        </>
      )}
    </div>
  );
}

const TokenRow = ({ token, hidden }: { token: TokenItem; hidden: boolean }) => (
  <ListItem
    quiet
    face={<Coin image={token.image} text={token.symbol} />}
    label={token.name}
    testId={token.testId}
    note={
      <span className="token-amount">
        <Amount hidden={hidden}>{token.amount}</Amount> <bdi>{token.symbol}</bdi>
      </span>
    }
    end={
      token.unverified ? (
        <Unverified />
      ) : (
        token.worth && (
          <span className="row-end">
            <Amount hidden={hidden}>{token.worth}</Amount>
          </span>
        )
      )
    }
  />
);
