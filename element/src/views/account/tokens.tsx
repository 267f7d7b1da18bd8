// The account's tokens on this network: icon, name, amount, value; or a message if there are none.

import type { AccountSlice, TokenItem } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Coin } from '../../ui/coin';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { Amount } from '../amount';
import { Unverified } from '../unverified';
import { useSheet } from '../use-sheet';
import { RowsSkeleton } from './rows-skeleton';
import css from './tokens.css';

export function Tokens({ account: { network, actions, status } }: { account: AccountSlice }) {
  const { phase, list, more, hidden, tooLong } = useSlice('tokens');
  const sheet = useSheet<HTMLDivElement>(css);
  const canAdd = actions.includes('onramp') && actions.includes('receive');
  // nothing is loaded before the wallet has responded, so this says nothing about the network
  const isAsked = phase == 'none' && status != 'connected';
  const empty = phase == 'none' || phase == 'testnet' ? phase : 'empty';
  return (
    <div className="tokens" data-phase={phase} ref={sheet}>
      {phase == 'loading' || isAsked ? (
        // The native token is always listed, and more tokens aren't known yet: one row, so that the sheet only grows.
        <RowsSkeleton rows={1} />
      ) : phase == 'failed' ? (
        // The account's header shows the failure, with a retry button.
        <p className="quiet-panel small" data-testid="wm-tokens-failed">
          {t(tooLong ? 'tokens.long.text' : 'tokens.failed.text')}
        </p>
      ) : list.length == 0 ? (
        <Notice
          inner
          icon="coin"
          title={t(empty == 'empty' && canAdd ? 'tokens.add' : `tokens.${empty}`)}
          text={t(empty == 'empty' && canAdd ? 'tokens.add.text' : `tokens.${empty}.text`, {
            network: network.name,
          })}
          testId="empty-account-state"
        >
          <Ways actions={actions} />
        </Notice>
      ) : (
        <>
          <ul>
            {list.map((token) => (
              <li key={token.id}>
                <TokenRow token={token} hidden={hidden} />
              </li>
            ))}
          </ul>
          {more && (
            <p className="tokens-more small" data-testid="wm-tokens-more">
              {t('tokens.more', { count: more })}
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** How the user gets tokens: by buying or receiving them. */
function Ways({ actions }: Pick<AccountSlice, 'actions'>) {
  const dispatch = useDispatch();
  return (
    <div className="tokens-ways">
      {actions.includes('onramp') && (
        <Button kind="primary" testId="buy-crypto" onClick={() => dispatch({ type: 'buy.open' })}>
          {t('account.onramp')}
        </Button>
      )}
      {actions.includes('receive') && (
        <Button testId="receive-funds" onClick={() => dispatch({ type: 'router.push', view: 'Receive' })}>
          {t('account.receive')}
        </Button>
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
