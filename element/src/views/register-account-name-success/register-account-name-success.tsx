// RegisterAccountNameSuccess (docs/spec/views.md section 7, requirement 2.19): the account is called so now.

import { useRef } from 'react';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { tag } from '../../ui/glyphs';
import { RingLogo } from '../../ui/ring';
import css from '../names.css';
import { useSheet } from '../use-sheet';

export function RegisterAccountNameSuccess() {
  const { name, image } = useSlice('names');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(css);
  // After it has ended the card fades: until then the name is rendered.
  const last = useRef(name);
  if (name) last.current = name;
  return (
    <section className="name name-mine" ref={sheet}>
      <RingLogo image={image} icon={tag} turning={false} done />
      <div role="status" data-testid="wm-name-status">
        <h2>
          <bdi>{last.current}</bdi>
        </h2>
        <p className="small">{t('name.done.text')}</p>
      </div>
      <Button
        kind="primary"
        testId="wm-name-done"
        data-first=""
        onClick={() => dispatch({ type: 'router.reset', view: 'Account' })}
      >
        {t('name.done')}
      </Button>
    </section>
  );
}
