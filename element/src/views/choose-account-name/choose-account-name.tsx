// ChooseAccountName (docs/spec/views.md section 7, requirement 1.17): why an account should have a name.

import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { tag } from '../../ui/glyphs';
import { Notice } from '../../ui/notice';
import css from '../names.css';
import { useSheet } from '../use-sheet';

export function ChooseAccountName() {
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(css);
  return (
    <section className="name name-why" ref={sheet}>
      <Notice inner icon={tag} title={t('name.why')} text={t('name.why.text')} />
      <Button
        kind="primary"
        testId="account-choose-name-button"
        data-first=""
        onClick={() => dispatch({ type: 'router.push', view: 'RegisterAccountName' })}
      >
        {t('name.choose')}
      </Button>
      <details className="details" data-testid="wm-name-more">
        <summary>{t('name.more')}</summary>
        <p className="small">{t('name.more.text')}</p>
      </details>
    </section>
  );
}
