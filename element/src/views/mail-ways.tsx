// Links while the user waits for an email: their mailbox, if the address shows which it is, another email, another address.

import { useDispatch, useSlice } from '../engine/hooks';
import { t } from '../i18n/later';
import { Icon } from '../ui/icon';
import { Resend } from './resend';

/** mail providers, whose names are the same in every language, and their URLs */
const mailboxes: [domains: RegExp, name: string, url: string][] = [
  [/^(gmail|googlemail)\.com$/, 'Gmail', 'https://mail.google.com/'],
  [/^(outlook|hotmail|live|msn)\./, 'Outlook', 'https://outlook.live.com/mail/'],
  [/^(yahoo|ymail)\./, 'Yahoo Mail', 'https://mail.yahoo.com/'],
  [/^(icloud|me|mac)\.com$/, 'iCloud Mail', 'https://www.icloud.com/mail/'],
  [/^(proton\.me|pm\.me|protonmail\.com)$/, 'Proton Mail', 'https://mail.proton.me/'],
];

interface Props {
  testId: string;
  /** the email contains a link, not a code */
  link?: boolean;
  /** another status to show */
  says?: string | false;
}

export function MailWays({ testId, link, says }: Props) {
  const { email } = useSlice('embedded');
  const dispatch = useDispatch();
  const domain = email?.split('@').pop()!.toLowerCase() ?? '';
  const [, name, url] = mailboxes.find(([domains]) => domains.test(domain)) ?? [];
  return (
    <>
      {url && (
        <a
          className="secondary mail-open"
          part="button button-secondary"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          data-testid="wm-mail-open"
        >
          {t('email.open', { mailbox: name! })}
          <Icon name="external" />
        </a>
      )}
      <Resend testId={testId} link={link} says={says} />
      <button
        type="button"
        className="link small"
        data-testid="wm-mail-other"
        onClick={() => dispatch({ type: 'router.back' })}
      >
        {t('email.other')}
      </button>
    </>
  );
}
