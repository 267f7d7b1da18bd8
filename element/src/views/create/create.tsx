// Create (docs/spec/views.md section 4): creates a wallet through a login, with a link to Connect for users who have one.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/logins';
import { AgreedFirst } from '../logins/agreed-first';
import { Logins } from '../logins/group';

export function Create() {
  const { email, socials } = useSlice('connect').logins;
  const order = useSlice('state').features.connectMethodsOrder;
  const dispatch = useDispatch();
  const has: Record<string, boolean> = { email, social: socials.length > 0 };
  const ways = (Array.isArray(order) ? order : ['email', 'social']).filter((way) => has[way]);
  return (
    <section className="create">
      <AgreedFirst>
        <Logins ways={ways} />
      </AgreedFirst>
      <p className="small">
        {t('create.wallet')}{' '}
        <button
          type="button"
          className="link"
          data-testid="wm-create-connect"
          onClick={() => dispatch({ type: 'router.push', view: 'Connect' })}
        >
          {t('create.wallet.connect')}
        </button>
      </p>
    </section>
  );
}
