// RegisterAccountName (docs/spec/views.md section 7, requirements 2.18, 4.46, 5.13): the user types or picks a name. The wallet's request
// appears over this card, and this view shows a rejection of the wallet or the registry.

import { useRef, type FormEvent } from 'react';
import type { NamesSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { isOffered } from '../../engine/offered';
import { t } from '../../i18n/later';
import { ignore } from '../../page';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { tag } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { useRoving } from '../../ui/roving';
import css from '../names.css';
import { FullView } from '../trusted';
import { Refused } from '../refused';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';
import { useTyped } from '../use-typed';

export function RegisterAccountName() {
  const names = useSlice('names');
  const { label, suffix, check, suggest, phase, error } = names;
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, css);
  const field = useRef<HTMLInputElement>(null);
  const [text, type] = useTyped(label, (next) => dispatch({ type: 'names.type', text: next }).catch(ignore));
  const busy = phase != 'editing';
  const wrong = check == 'taken' ? t('name.taken') : check == 'invalid' ? t('name.rule') : null;
  const message = error ?? wrong;
  const register = (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || !isOffered()) return;
    // The reason for a failure is in the slice.
    if (check == 'ready') dispatch({ type: 'names.register' }).catch(ignore);
    else field.current?.focus();
  };
  const focusHandlers = useKeptFocus(sheet, `${suggest} ${phase} ${check}`);
  return (
    <section ref={sheet} {...focusHandlers}>
      <form className="name" onSubmit={register} noValidate>
        <Field
          id="wm-name"
          label={t('name.label')}
          error={message}
          foot={
            (check == 'empty' || check == 'short') && (
              <span className="small" role="status">
                {t('name.rule')}
              </span>
            )
          }
          testId="wui-ens-input"
          end={
            <>
              <span className="name-suffix" id="wm-name-suffix" dir="ltr">
                {suffix}
              </span>
              {suggest == 'loading' && <span className="spinner" />}
            </>
          }
        >
          <input
            ref={field}
            id="wm-name"
            type="text"
            dir="ltr"
            maxLength={80}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
            data-first=""
            data-testid="wm-name-input"
            aria-describedby="wm-name-suffix wm-name-message"
            aria-invalid={!!message}
            value={text}
            readOnly={busy}
            onChange={({ target }) => type(target.value)}
          />
        </Field>
        <Near names={names} />
        {isOffered() ? (
          <Button
            kind="primary"
            busy={busy}
            off={check != 'ready'}
            testId="wm-register-name"
            onClick={() => register()}
          >
            {t('name.register')}
          </Button>
        ) : (
          <>
            <Refused why="framed" />
            <FullView />
          </>
        )}
      </form>
    </section>
  );
}

/** Similar names, or why there are none. Announced to screen readers. */
function Near({ names: { label, suggest, suggestions, suggestError, phase } }: { names: NamesSlice }) {
  const dispatch = useDispatch();
  const { list, tabIndexOf } = useRoving();
  return (
    <div className="name-near">
      <p className="sr" role="status">
        {suggest == 'loading' ? t('name.looking') : suggestions.length > 0 ? t('name.near') : ''}
      </p>
      {suggest == 'failed' && (
        <div className="name-failed">
          <p className="small" role="alert">
            {suggestError}
          </p>
          <Button kind="pill" testId="wm-name-retry" onClick={() => dispatch({ type: 'names.retry' })}>
            {t('retry')}
          </Button>
        </div>
      )}
      {suggestions.length > 0 && (
        <ul className="rows" aria-label={t('name.near')} data-testid="account-name-suggestion" {...list}>
          {suggestions.map(({ label: near, name, taken }, i) => (
            <li key={near}>
              <ListItem
                quiet
                icon={tag}
                label={name}
                note={taken && t('name.taken.one')}
                off={taken || phase != 'editing'}
                current={near == label.toLowerCase()}
                end={near == label.toLowerCase() && !taken && <Icon name="check" />}
                tabIndex={tabIndexOf(i, suggestions.length)}
                testId={`wm-name-suggestion-${near}`}
                onClick={() => dispatch({ type: 'names.pick', label: near })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
