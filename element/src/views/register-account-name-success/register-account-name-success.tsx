// RegisterAccountNameSuccess (docs/spec/views.md section 7, requirement 2.19): the account has its new name.

import { useRef } from 'react';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import css from '../names.css';
import { useSheet } from '../use-sheet';

export function RegisterAccountNameSuccess() {
  const { name, address, image } = useSlice('names');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(css);
  // When it ends, the state is cleared while the card fades: until then the last name is rendered.
  const last = useRef({ name, address, image });
  if (name) last.current = { name, address, image };
  const mine = last.current;
  return (
    <section className="name name-mine" ref={sheet}>
      {mine.address && <Avatar address={mine.address} image={mine.image} />}
      <div role="status" data-testid="wm-name-status">
        <h2>
          <bdi>{mine.name}</bdi>
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
