// SendSelectToken: what can be sent (docs/spec/views.md section 6). Choosing goes back to Send; the engine does both.

import type { TokenItem } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Coin } from '../../ui/coin';
import { search as glass } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { useRoving } from '../../ui/roving';
import { SearchField } from '../../ui/search-field';
import { Skeleton } from '../../ui/skeleton';
import { Retry } from '../retry';
import { useSearch } from '../use-search';
import { Unverified } from '../unverified';
import { useSheet } from '../use-sheet';
import css from './send-select-token.css';

export function SendSelectToken() {
  const { search, tokens, tokensPhase, token } = useSlice('send');
  const { retryAt } = useSlice('tokens');
  const { network } = useSlice('account');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, css);
  const [text, type] = useSearch(search, (next) => dispatch({ type: 'send.search', text: next }));
  const waiting = tokensPhase == 'loading' && tokens.length == 0;
  const failed = tokensPhase == 'failed' && tokens.length == 0;
  return (
    <section className="select" ref={sheet}>
      {(search || waiting || tokens.length > 0) && (
        <SearchField
          value={text}
          label={t('select.search')}
          clearLabel={t('search.clear')}
          testId="swap-select-token-search-input"
          onType={type}
        />
      )}
      <p className="sr" role="status">
        {search && tokens.length == 0 && !waiting && !failed ? t('select.none') : ''}
      </p>
      {tokens.length > 0 ? (
        <Tokens tokens={tokens} chosen={token?.id} />
      ) : waiting ? (
        <Skeleton words={t('loading')} />
      ) : failed ? (
        <Notice
          inner
          alert
          icon="alert"
          title={t('account.balance.failed')}
          text={t('tokens.failed.text')}
          testId="wm-select-failed"
        >
          <Retry at={retryAt} onRetry={() => dispatch({ type: 'balances.refresh' })} />
        </Notice>
      ) : search ? (
        <Notice
          inner
          icon={glass}
          title={t('select.none')}
          text={t('select.none.text', { search })}
          testId="wm-select-none"
        >
          <Button kind="pill" onClick={() => type('')}>
            {t('search.clear')}
          </Button>
        </Notice>
      ) : (
        <Notice
          inner
          icon="coin"
          title={t('select.empty')}
          text={t('select.empty.text', { network: network.name })}
          testId="wm-select-empty"
        />
      )}
    </section>
  );
}

function Tokens({ tokens, chosen }: { tokens: TokenItem[]; chosen: string | undefined }) {
  const dispatch = useDispatch();
  const { list, tabIndexOf } = useRoving(tokens.findIndex(({ id }) => id == chosen));
  return (
    <ul className="rows" aria-label={t('select.list')} {...list}>
      {tokens.map((token, i) => (
        <li key={token.id}>
          <ListItem
            face={<Coin image={token.image} text={token.symbol} />}
            label={token.name}
            note={
              <span className="select-amount">
                <bdi>{token.amount}</bdi> <bdi>{token.symbol}</bdi>
              </span>
            }
            current={token.id == chosen}
            testId={token.testId}
            tabIndex={tabIndexOf(i, tokens.length)}
            end={
              <span className="row-end">
                {token.unverified ? <Unverified /> : token.worth && <bdi>{token.worth}</bdi>}
                {token.id == chosen && (
                  <span className="selected" role="img" aria-label={t('networks.selected')}>
                    <Icon name="check" />
                  </span>
                )}
              </span>
            }
            onClick={() => dispatch({ type: 'send.token', id: token.id })}
          />
        </li>
      ))}
    </ul>
  );
}
