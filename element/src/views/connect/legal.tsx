// The legal sentence, when the host gives links (views.md section 4, footer of Connect).

import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/t';

export function Legal() {
  const { termsConditionsUrl, privacyPolicyUrl } = useSlice('options');
  const links = [
    [termsConditionsUrl, t('connect.legal.terms')],
    [privacyPolicyUrl, t('connect.legal.privacy')],
  ].filter(([url]) => url);
  if (!links.length) return null;
  const [before, after] = t('connect.legal').split('{links}');
  return (
    <footer className="legal" part="footer" data-testid="wm-footer">
      {before}
      {links.map(([url, label], i) => (
        <span key={url}>
          {i > 0 && t('connect.legal.and')}
          <a href={url!} target="_blank" rel="noopener noreferrer">
            {label}
          </a>
        </span>
      ))}
      {after}
    </footer>
  );
}
