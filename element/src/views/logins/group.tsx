// The logins on one side of the wallets, or without wallets (docs/spec/views.md section 4). If the project doesn't know this page's
// origin, they are disabled in place for this opening, so that nothing moves (8.2).

import { useLayoutEffect } from 'react';
import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/logins';
import { isPhone } from '../is-phone';
import { useSheet } from '../use-sheet';
import { EmailForm } from './email-form';
import css from './logins.css';
import { Socials } from './socials';

interface Props {
  ways: readonly string[];
  /** the position of the word between logins and wallets, if there are wallets */
  or?: 'before' | 'after';
}

const Or = () => (
  <p className="or" data-testid="w3m-email-login-or-separator">
    <span data-testid="wui-separator">{t('logins.or')}</span>
  </p>
);

export function Logins({ ways, or }: Props) {
  const { refused } = useSlice('connect').logins;
  const sheet = useSheet<HTMLDivElement>(css);
  // The view took the focus before this group rendered (shell/focus-view.ts). A phone's keyboard must not open without a tap.
  useLayoutEffect(() => {
    const room = sheet.current!.parentElement!;
    const root = room.getRootNode() as ShadowRoot | Document;
    if (root.activeElement == room && !isPhone())
      room.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
  }, [sheet]);
  return (
    <div className={refused ? 'logins refused' : 'logins'} ref={sheet}>
      {or == 'before' && <Or />}
      <div className="logins-ways" inert={refused}>
        {ways.map((way) => (way == 'email' ? <EmailForm key={way} line /> : <Socials key={way} />))}
      </div>
      {refused && (
        <p className="logins-refused" role="status">
          <span>{t('logins.refused')}</span>
        </p>
      )}
      {or == 'after' && <Or />}
    </div>
  );
}
