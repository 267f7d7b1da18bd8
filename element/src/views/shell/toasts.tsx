// The open toast (docs/spec/views.md section 1): next to the card, and not while the view shows the same.

import { useEffect, useLayoutEffect, useRef } from 'react';
import type { View } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { knownText, t } from '../../i18n/t';
import { Toast } from '../../ui/toast';
import { manualCopy } from '../use-copy';
import { useSheet } from '../use-sheet';
import css from './toasts.css';

/** Views where a toast has no link: the transaction itself, and requests that the user must decide. */
const withoutLinks = 'Transaction ApproveTransaction ReviewRequest SIWXSignMessage SwitchNetwork'.split(' ');

/** Views that show the progress of their own journey, and its slice: a toast about it would repeat it. */
const telling: Partial<Record<View, ['send' | 'swap' | 'approvals' | 'pay' | 'onramp', RegExp]>> = {
  SendPreview: ['send', /send|replaced/],
  SwapPreview: ['swap', /swap|approve|send|replaced/],
  RevokePreview: ['approvals', /revoke|send|replaced/],
  PayLoading: ['pay', /pay|send|replaced/],
  BuyInProgress: ['onramp', /buy/],
};

/** A text for the user to copy: it is focused and selected, so that the toast stays until the card closes. */
function ByHand({ onClosed }: { onClosed(): void }) {
  useEffect(() => onClosed, []); // eslint-disable-line react-hooks/exhaustive-deps -- at its end
  return (
    <input
      className="by-hand"
      dir="ltr"
      data-testid="wm-copy-by-hand"
      aria-label={manualCopy.message}
      readOnly
      value={manualCopy.text}
      ref={(field) => field?.select()}
      onFocus={({ target }) => target.select()}
    />
  );
}

export function Toasts() {
  const { toast } = useSlice('toast');
  const { view } = useSlice('router');
  const [slice, own] = telling[view] ?? ['send'];
  const { phase } = useSlice(slice);
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLDivElement>(css);
  /** when the view reported success, so that no toast repeats it */
  const reportedAt = useRef<number>(undefined);
  // A card that made space for a toast keeps it while the view stays: when the toast disappears, nothing moves under the pointer.
  const roomy = useRef<Element>(null);
  useLayoutEffect(() => () => roomy.current?.classList.remove('roomy'), [view]);
  useLayoutEffect(() => {
    const card = sheet.current?.closest('.card');
    if (!card) return;
    card.classList.add('roomy');
    roomy.current = card;
  });
  if (!toast) return null;
  const { id, key, args, message, variant, link, about } = toast;
  // A revoked allowance has no success screen: its view returns to the list.
  const isOver = variant == 'success' && view == 'RevokePreview';
  if (key && own?.test(key) && phase != 'review' && !isOver) {
    if (variant == 'success') reportedAt.current = id;
    return null;
  }
  if (id == reportedAt.current) return null;
  const dismiss = () => dispatch({ type: 'toasts.dismiss', id });
  return (
    <Toast
      key={id}
      ref={sheet}
      variant={variant}
      dismissLabel={t('dismiss')}
      onHold={(held) => dispatch({ type: 'toasts.hold', id, held })}
      onDismiss={dismiss}
    >
      {knownText(key, args) ?? message}
      {message == manualCopy.message && manualCopy.text && <ByHand onClosed={() => void dismiss()} />}
      {about && !withoutLinks.includes(view) && (
        <>
          {' '}
          <button
            type="button"
            className="link"
            data-testid="wm-toast-details"
            onClick={() => {
              void dispatch({ type: 'transactions.open', id: about });
              void dismiss();
            }}
          >
            {t('toast.details')}
          </button>
        </>
      )}
      {link && (
        <>
          {' '}
          <a href={link} target="_blank" rel="noopener noreferrer">
            {t('toast.view')}
          </a>
        </>
      )}
    </Toast>
  );
}
