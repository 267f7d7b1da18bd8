// The ways to log in that stand on one side of the wallets, or alone (docs/spec/views.md section 4). Where the project does not know
// this page they are dead for as long as this opening lasts, in their place, so that nothing moves (8.2).

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
  /** where the word between them and the wallets is, if there are some */
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
  // The view took the focus before this group was drawn (shell/focus-view.ts). A phone's keyboard must not open by itself.
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
