// The open toast (docs/spec/views.md section 1): beside the card, and not while the view says the same.

import { useDispatch, useSlice } from '../../engine/hooks';
import { knownText, t } from '../../i18n/t';
import { Toast } from '../../ui/toast';
import { useSheet } from '../use-sheet';
import css from './toasts.css';

/** Where nothing leads away: the transaction itself, and what a person is asked to decide. */
const kept = 'Transaction ApproveTransaction ReviewRequest SIWXSignMessage SwitchNetwork'.split(' ');

export function Toasts() {
  const { toast } = useSlice('toast');
  const { view } = useSlice('router');
  const { phase } = useSlice('send');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLDivElement>(css);
  // What a toast with a key tells is what becomes of a send: the preview of one that is out tells it itself.
  if (!toast || (toast.key && view == 'SendPreview' && phase != 'review')) return null;
  const { id, key, args, message, variant, link, about } = toast;
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
      {about && !kept.includes(view) && (
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
