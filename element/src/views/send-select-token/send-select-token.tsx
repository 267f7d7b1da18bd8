// SendSelectToken: the tokens that can be sent (docs/spec/views.md section 6). A selection returns to Send; the engine does both.

import type { TokenItem } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { useRoving } from '../../ui/roving';
import css from '../money/select.css';
import { TokenChoice } from '../money/token-choice';
import { TokenRows } from '../money/token-rows';
import { Retry } from '../retry';
import { useSheet } from '../use-sheet';

export function SendSelectToken() {
  const { search, tokens, more, tokensPhase, token } = useSlice('send');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, css);
  return (
    <TokenChoice
      sheet={sheet}
      search={search}
      label={t('select.search')}
      onSearch={(next) => dispatch({ type: 'send.search', text: next })}
      phase={tokensPhase}
      isNone={tokens.length == 0}
      failed={<Failed />}
      empty={<Empty />}
    >
      <Tokens tokens={tokens} chosen={token?.id} />
      {more && (
        <p className="small select-cut" data-testid="wm-select-more">
          {t('select.more', { count: more })}
        </p>
      )}
    </TokenChoice>
  );
}

function Failed() {
  const { retryAt, tooLong } = useSlice('tokens');
  const dispatch = useDispatch();
  return (
    <Notice
      inner
      alert
      icon="alert"
      title={t('account.balance.failed')}
      text={t(tooLong ? 'tokens.long.text' : 'tokens.failed.text')}
      testId="wm-select-failed"
    >
      <Retry at={retryAt} onRetry={() => dispatch({ type: 'balances.refresh' })} />
    </Notice>
  );
}

/** No tokens to send: ways to get some. */
function Empty() {
  const { network, actions } = useSlice('account');
  const dispatch = useDispatch();
  return (
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
