// An amount, or dots in its place while amounts are hidden: how many digits there are is not told either. One that changes rolls: what is
// another digit now comes from below while the old one goes (docs/spec/views.md section 1).

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

/** The text, in two pieces after a change: what stayed the same, and what rolls in. */
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
