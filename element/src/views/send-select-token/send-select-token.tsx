// SendSelectToken: what can be sent (docs/spec/views.md section 6). Choosing goes back to Send; the engine does both.

import type { TokenItem } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { search as glass } from '../../ui/glyphs';
import { Notice } from '../../ui/notice';
import { useRoving } from '../../ui/roving';
import { SearchField } from '../../ui/search-field';
import { Skeleton } from '../../ui/skeleton';
import css from '../money/select.css';
import { TokenRows } from '../money/token-rows';
import { Retry } from '../retry';
import { useSearch } from '../use-search';
import { useSheet } from '../use-sheet';

export function SendSelectToken() {
  const { search, tokens, tokensPhase, token } = useSlice('send');
  const { retryAt } = useSlice('tokens');
  const { network, actions } = useSlice('account');
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
        >
          <div className="select-ways">
            {actions.includes('receive') && (
              <Button
                kind="pill"
                testId="wm-select-receive"
                onClick={() => dispatch({ type: 'router.push', view: 'Receive' })}
              >
                {t('account.receive')}
              </Button>
            )}
            {actions.includes('onramp') && (
              <Button kind="pill" testId="wm-select-buy" onClick={() => dispatch({ type: 'buy.open' })}>
                {t('account.onramp')}
              </Button>
            )}
          </div>
        </Notice>
      )}
    </section>
  );
}

function Tokens({ tokens, chosen }: { tokens: TokenItem[]; chosen: string | undefined }) {
  const dispatch = useDispatch();
  const { list, tabIndexOf } = useRoving(tokens.findIndex(({ id }) => id == chosen));
  return (
    <ul className="rows" aria-label={t('select.list')} {...list}>
      <TokenRows
        tokens={tokens}
        chosen={chosen}
        tabIndexOf={(token) => tabIndexOf(tokens.indexOf(token), tokens.length)}
        onChoose={(id) => dispatch({ type: 'send.token', id })}
      />
    </ul>
  );
}
