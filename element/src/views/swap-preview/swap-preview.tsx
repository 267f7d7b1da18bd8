// SwapPreview: the complete requests to the wallet, step by step and decoded from the requests, and then the result (docs/spec/views.md
// section 6).

import { useRef } from 'react';
import type { StepKind, SwapPreview as SwapPreviewSlice, SwapSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Coin } from '../../ui/coin';
import { Details } from '../../ui/details';
import { Groups } from '../../ui/groups';
import { Accept } from '../money/accept';
import accept from '../money/accept.css';
import { Doubts } from '../money/doubts';
import { Ending } from '../money/ending';
import { Fact, FeeFact, NetworkFact } from '../money/fact';
import shared from '../money/preview.css';
import rules from '../money/rules.css';
import { SenderFact } from '../money/sender';
import { Foot } from '../money/foot';
import { canConfirm, Warning, type StatusPhase } from '../money/status';
import { FullAmount } from '../money/full-amount';
import { CostFacts } from '../swap/costs';
import form from '../swap/swap.css';
import { useVisibility } from '../swap/use-looked';
import { useConfirm } from '../trusted';
import { useSheet } from '../use-sheet';
import { Steps } from './steps';
import css from './swap-preview.css';

/** The status texts of the current step: an approval isn't a swap yet. */
function wordsOf(said: StatusPhase, kind: StepKind, wallet: string): [string, string] {
  const isSwap = kind == 'swap' || kind == 'batch';
  const title = t(said == 'failed' ? `swap.failed.${isSwap ? 'swap' : 'approve'}` : `preview.${said}`, {
    wallet,
  });
  if (said == 'waiting') return [title, t(`swap.waiting.${kind}`)];
  if (said == 'confirming' && !isSwap) return [title, t('swap.confirming.approve')];
  return [title, t(said == 'unanswered' ? 'swap.unanswered.text' : `preview.${said}.text`, { wallet })];
}

export function SwapPreview() {
  const swap = useSlice('swap');
  const { wallet } = useSlice('account');
  const sheet = useSheet<HTMLElement>(lists, shared, form, accept, rules, css);
  const dispatch = useDispatch();
  useVisibility();
  const { phase, preview } = swap;
  const step = preview?.steps.find(({ status }) => status == 'now');
  const kind = step?.kind ?? 'swap';
  const isCritical = preview?.isCritical ?? false;
  const doubt = preview?.doubt ?? null;
  const isTicked = isCritical || doubt != null;
  const isOpen = !isTicked || preview!.isAccepted;
  const confirm = useConfirm(
    'swap.confirm',
    // for another step, or for a lower amount than displayed, the user must read it again
    [phase, kind, preview?.revision, isOpen].join(),
    phase == 'waiting' || !isOpen
      ? undefined
      : (click) =>
          preview &&
          dispatch({ type: 'swap.confirm', step: preview.step, revision: preview.revision }, click),
  );
  const tick = useConfirm(
    'swap.accept',
    [phase, preview?.revision, isCritical, doubt].join(),
    isTicked
      ? (click) => {
          const { revision, isAccepted } = preview!;
          dispatch({ type: 'swap.accept', revision, accepted: !isAccepted }, click);
        }
      : undefined,
  );
  const isChanged = useHasGrown(preview?.revision);
  if (!preview && swap.ended)
    return (
      <Ending
        ended={swap.ended}
        word="swap.done"
        testId="wm-swap-status"
        doneTestId="wm-swap-done"
        onDone={() => dispatch({ type: 'router.back' })}
      />
    );
  if (!preview) return <section ref={sheet} />;
  const name = wallet?.name ?? t('wallet');
  const isAsking = canConfirm(phase);
  return (
    <section className="preview" ref={sheet}>
      <Legs preview={preview} />
      <Doubts doubts={preview.tokenDoubts} testId="wm-swap-doubt" />
      <Steps preview={preview} />
      <Facts swap={swap} preview={preview} kind={kind} />
      <FullAmounts swap={swap} preview={preview} />
      <Foot
        journey="swap"
        confirm={{ ...confirm, refused: confirm.refused ?? tick.refused }}
        off={isAsking && !isOpen}
        label={t(
          isCritical && kind != 'approve' && kind != 'reset' ? 'swap.confirm.anyway' : `swap.confirm.${kind}`,
        )}
        busyLabel={t(`swap.busy.${kind}`)}
        cancelTestId="wm-swap-cancel"
        confirmTestId="swap-action-button"
        of={swap}
        words={(said) => wordsOf(said, kind, name)}
        calm={t(isOpen ? `swap.will_show.${kind}` : isCritical ? 'swap.accept.first' : 'swap.accept.doubt')}
        native={swap.native}
        testId="wm-swap-status"
      >
        {swap.unanswered && isAsking && (
          <Warning phase="earlier" testId="wm-swap-earlier">
            {t('swap.unanswered.earlier', { wallet: name, amount: swap.unanswered })}
          </Warning>
        )}
        {isChanged && isAsking && (
          <Warning phase="changed" testId="wm-swap-changed" alert>
            {t('swap.changed')}
          </Warning>
        )}
        {isTicked && isAsking && (
          <Accept
            command="swap.accept"
            accepted={preview.isAccepted}
            testId="wm-swap-accept"
            press={tick.button}
          >
            {isCritical
              ? t('swap.accept', { percent: swap.details?.impact ?? '' })
              : t(`swap.accept.${doubt!}`)}
          </Accept>
        )}
      </Foot>
    </section>
  );
}

interface PartProps {
  swap: SwapSlice;
  preview: SwapPreviewSlice;
}

const Legs = ({ preview }: Pick<PartProps, 'preview'>) => (
  <dl className="facts swap-legs">
    <Leg
      label={t('swap.give')}
      amount={preview.gives}
      symbol={preview.givesSymbol}
      worth={preview.givesWorth}
      image={preview.givesImage}
      testId="wm-swap-gives"
    />
    <Leg
      label={t('swap.get.least')}
      amount={preview.gets}
      whole={preview.getsWhole}
      symbol={preview.getsSymbol}
      worth={preview.getsWorth}
      image={preview.getsImage}
      testId="wm-swap-minimum"
    />
  </dl>
);

function Facts({ swap, preview, kind }: PartProps & { kind: StepKind }) {
  const dispatch = useDispatch();
  return (
    <dl className="facts swap-costs" data-testid="wm-swap-details">
      <Fact label={t('swap.expected')} testId="wm-swap-expected">
        <FullAmount text={preview.expected} whole={preview.expectedWhole} />
      </Fact>
      {swap.details && <CostFacts details={swap.details} />}
      {kind != 'batch' && (
        <FeeFact
          fee={preview.fee}
          phase={preview.feePhase}
          label={preview.steps.length > 1 ? 'swap.step.fee' : 'preview.fee'}
        >
          {canConfirm(swap.phase) && (
            <Button kind="pill" testId="wm-swap-fee-retry" onClick={() => dispatch({ type: 'swap.fee' })}>
              {t('retry')}
            </Button>
          )}
        </FeeFact>
      )}
      <SenderFact party={preview.from} testId="wm-swap-from" />
      {preview.givesToken && (
        <Fact label={t('swap.contract', { symbol: swap.source?.symbol ?? preview.givesSymbol })}>
          <Groups address={preview.givesToken} testId="wm-swap-gives-contract" />
        </Fact>
      )}
      {preview.getsToken && (
        <Fact label={t('swap.contract', { symbol: swap.target?.symbol ?? preview.getsSymbol })}>
          <Groups address={preview.getsToken} testId="wm-swap-gets-contract" />
        </Fact>
      )}
      <NetworkFact name={preview.networkName} icon={preview.networkIcon} />
      <Fact label={t('swap.router')}>
        <Groups address={preview.router} testId="wm-swap-router" />
      </Fact>
    </dl>
  );
}

/** The amounts that the preview rounds, with all digits. */
function FullAmounts({ swap, preview }: PartProps) {
  const wholes = [
    preview.getsWhole && `${t('swap.get.least')}: ${preview.getsWhole} ${preview.getsSymbol}`,
    preview.expectedWhole && `${t('swap.expected')}: ${preview.expectedWhole}`,
    swap.details?.rateWhole && `${t('swap.rate')}: ${swap.details.rateWhole}`,
  ].filter(Boolean);
  return wholes.length > 0 && <Details label={t('details')}>{wholes.join('\n')}</Details>;
}

/** Whether a count is higher than at first; a count that restarts hasn't grown. */
function useHasGrown(count: number | undefined): boolean {
  const first = useRef(Infinity);
  if (count == null) return false;
  first.current = Math.min(first.current, count);
  return count > first.current;
}

interface LegProps {
  label: string;
  amount: string;
  whole?: string | null;
  symbol: string;
  worth: string | null;
  image: string | null;
  testId: string;
}

const Leg = ({ label, amount, whole = null, symbol, worth, image, testId }: LegProps) => (
  <div className="swap-leg">
    <dt>{label}</dt>
    {worth && <dd className="small">{worth}</dd>}
    <dd className="swap-leg-amount">
      <Coin image={image} text={symbol} />
      <span data-testid={testId}>
        <FullAmount text={amount} whole={whole} /> <bdi className="preview-symbol">{symbol}</bdi>
      </span>
    </dd>
  </div>
);
