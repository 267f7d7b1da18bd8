// An amount, or dots while amounts are hidden, which don't reveal the number of digits. A changed amount rolls: new digits come in from
// below while the old ones leave (docs/spec/views.md section 1).

import { useState, type ReactNode } from 'react';
import { t } from '../i18n/later';

export const Amount = ({ hidden, children }: { hidden: boolean; children: ReactNode }) =>
  hidden ? (
    <>
      <span aria-hidden="true">••••</span>
      <span className="sr">{t('account.hidden')}</span>
    </>
  ) : (
    <bdi>{typeof children == 'string' ? <Rolling text={children} /> : children}</bdi>
  );

/** The text, in two parts after a change: the unchanged part, and the part that rolls in. */
function Rolling({ text }: { text: string }) {
  const [{ now, old }, set] = useState({ now: text, old: '' });
  if (now != text) set({ now: text, old: now });
  if (!old) return text;
  let same = 0;
  while (same < now.length && now[same] == old[same]) same++;
  return (
    <>
      {now.slice(0, same)}
      <span className="rolls" key={now} data-old={old.slice(same)}>
        {now.slice(same)}
      </span>
    </>
  );
}
