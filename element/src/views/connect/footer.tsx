// Below the wallets: the link for newcomers, the legal sentence if the page sets its links, and the branding unless it is off
// (docs/spec/views.md sections 1 and 4).

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/t';

/** `legal`: the sentence isn't shown elsewhere. */
export function Footer({ legal }: { legal: boolean }) {
  const { enableWalletGuide } = useSlice('options');
  const { features } = useSlice('state');
  const dispatch = useDispatch();
  return (
    <footer className="foot" part="footer" data-testid="wm-footer">
      {enableWalletGuide && (
        <p>
          {t('connect.guide')}{' '}
          <button
            type="button"
            className="link"
            data-testid="w3m-wallet-guide-get-started"
            onClick={() => dispatch({ type: 'router.push', view: 'GetWallet' })}
          >
            {t('connect.guide.start')}
          </button>
        </p>
      )}
      {legal && <Legal />}
      {features.reownBranding === true && (
        <p className="brand" data-testid="ux-branding-reown">
          {t('connect.brand')}
        </p>
      )}
    </footer>
  );
}

function Legal() {
  const { termsConditionsUrl, privacyPolicyUrl } = useSlice('options');
  return termsConditionsUrl || privacyPolicyUrl ? (
    <p className="legal">
      <LegalText text={t('connect.legal')} />
    </p>
  ) : null;
}

/** A sentence that contains the page's links. */
export function LegalText({ text }: { text: string }) {
  const { termsConditionsUrl, privacyPolicyUrl } = useSlice('options');
  const links = [
    [termsConditionsUrl, t('connect.legal.terms')],
    [privacyPolicyUrl, t('connect.legal.privacy')],
  ].filter(([url]) => url);
  const [before, after] = text.split('{links}');
  return (
    <>
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
    </>
  );
}
