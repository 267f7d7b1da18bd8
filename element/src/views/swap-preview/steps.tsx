// The confirmations of a swap in order, with the progress. With a single one, there is no list.

import type { SwapPreview } from '../../contract';
import { t } from '../../i18n/later';
import { Icon } from '../../ui/icon';

export function Steps({ preview: { steps, gives, givesSymbol } }: { preview: SwapPreview }) {
  if (steps.length == 1 && steps[0]!.kind == 'swap') return null;
  return (
    <div>
      <ol className="swap-steps" aria-label={t('swap.steps')}>
        {steps.map((step) => (
          <li
            key={step.kind}
            data-testid={`wm-swap-step-${step.kind}`}
            data-status={step.status}
            aria-current={step.status == 'now' ? 'step' : undefined}
          >
            {step.status == 'done' ? (
              <span className="swap-mark" role="img" aria-label={t('swap.step.done')}>
                <Icon name="check" />
              </span>
            ) : (
              <span className="swap-mark" />
            )}
            <span>
              <Filled text={t(`swap.step.${step.kind}`)} amount={`${gives} ${givesSymbol}`} />
            </span>
          </li>
        ))}
      </ol>
      {steps.some(({ kind }) => kind == 'reset') && (
        <p className="small swap-why">{t('swap.step.reset.text', { symbol: givesSymbol })}</p>
      )}
    </div>
  );
}

/** A text around an amount that has its own direction. */
function Filled({ text, amount }: { text: string; amount: string }) {
  const [before, after] = text.split('{amount}');
  if (after == null) return text;
  return (
    <>
      {before}
      <bdi>{amount}</bdi>
      {after}
    </>
  );
}
