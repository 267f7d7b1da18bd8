// SwapSelectToken: the tokens that can be swapped (docs/spec/views.md section 6). A selection returns to Swap. Selecting the token of the
// other side exchanges the two. The engine does both.

import { useRef } from 'react';
import type { SwapTokenRow } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Coin } from '../../ui/coin';
import { useGridRoving } from '../../ui/grid-roving';
import { Notice } from '../../ui/notice';
import { byName, itemsOf, useRoving } from '../../ui/roving';
import select from '../money/select.css';
import { TokenChoice } from '../money/token-choice';
import { TokenRows } from '../money/token-rows';
import { useSheet } from '../use-sheet';
import css from './swap-select-token.css';

const skeleton_rows = 6;

export function SwapSelectToken() {
  const swap = useSlice('swap');
  const { search, tokensPhase, held, others, isCut } = swap;
  const { network } = useSlice('account');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, select, css);
  const selectedId = (swap.side == 'sourceToken' ? swap.source : swap.target)?.id;
  const choose = (id: string) => void dispatch({ type: 'swap.token', id });
  return (
    <TokenChoice
      sheet={sheet}
      search={search}
      label={t('swap.search')}
      onSearch={(next) => dispatch({ type: 'swap.search', text: next })}
      phase={tokensPhase}
      isNone={held.length + others.length == 0}
      rows={skeleton_rows}
      failed={
        <Notice
          inner
          alert
          icon="alert"
          title={t('swap.failed.tokens')}
          text={t('swap.failed.tokens.text')}
          testId="wm-select-failed"
        >
          <Button kind="pill" onClick={() => dispatch({ type: 'swap.reload' })}>
            {t('retry')}
          </Button>
        </Notice>
      }
      empty={
        <Notice
          inner
          icon="coin"
          title={t('swap.empty')}
          text={t('swap.empty.text', { network: network.name })}
          testId="wm-select-empty"
        />
      }
    >
      {swap.suggested.length > 0 && (
        <Suggested tokens={swap.suggested} chosen={selectedId} onChoose={choose} />
      )}
      <Tokens groups={{ held, others }} side={swap.side} chosen={selectedId} onChoose={choose} />
      {isCut && (
        <p className="small select-cut" data-testid="wm-select-cut">
          {t('swap.cut')}
        </p>
      )}
    </TokenChoice>
  );
}

interface Choosing {
  /** the id of this side's token */
  chosen: string | undefined;
  onChoose(id: string): void;
}

/** Popular tokens, one click away. */
function Suggested({ tokens, chosen, onChoose }: Choosing & { tokens: SwapTokenRow[] }) {
  const grid = useRef<HTMLUListElement>(null);
  const { list, active } = useGridRoving({
    count: tokens.length,
    find: (text, start) => byName(text, start, tokens.length, (at) => tokens[at]!.symbol),
    placeOf: (element) => itemsOf(grid.current!).indexOf(element),
    focus: (at) => itemsOf(grid.current!)[at]?.focus(),
    onEnd: () => {},
  });
  return (
    <ul ref={grid} className="select-suggested" aria-label={t('swap.suggested')} {...list}>
      {tokens.map(({ id, image, symbol, name }, i) => (
        <li key={id}>
          <button
            type="button"
            className="pill"
            data-testid={`wm-swap-suggested-${symbol}`}
            aria-label={`${symbol}, ${name}`}
            aria-current={id == chosen || undefined}
            tabIndex={i == active ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            <Coin image={image} text={symbol} />
            <bdi>{symbol}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface TokensProps extends Choosing {
  groups: Record<'held' | 'others', SwapTokenRow[]>;
  side: 'sourceToken' | 'toToken';
}

/** The user's tokens first. For the keyboard, both groups are one list. */
function Tokens({ groups, side, chosen, onChoose }: TokensProps) {
  const all = [...groups.held, ...groups.others];
  const { list, tabIndexOf } = useRoving(all.findIndex(({ id }) => id == chosen));
  return (
    <div {...list}>
      {(['held', 'others'] as const).map(
        (kind) =>
          groups[kind].length > 0 && (
            <section key={kind} aria-labelledby={`wm-select-${kind}`}>
              <h2 id={`wm-select-${kind}`} className="group-title">
                {t(`swap.group.${kind}`)}
              </h2>
              <ul className="rows">
                <TokenRows
                  tokens={groups[kind]}
                  chosen={chosen}
                  tabIndexOf={(token) => tabIndexOf(all.indexOf(token), all.length)}
                  tag={(token) =>
                    token.isChosen &&
                    token.id != chosen && (
                      <span className="tag">{t(side == 'sourceToken' ? 'swap.get' : 'swap.give')}</span>
                    )
                  }
                  onChoose={onChoose}
                />
              </ul>
            </section>
          ),
      )}
    </div>
  );
}
