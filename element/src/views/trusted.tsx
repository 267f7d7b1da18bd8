// The buttons and checkboxes from which a command that spends, signs, grants or confirms is accepted (engine/trusted-click.ts). Each
// component marks its element once, when React adds it to the document, and the mark can't be used again after that.

import { useCallback, useState, type ComponentProps, type RefObject } from 'react';
import { isOffered, type WalletCommand } from '../engine/offered';
import { ownFor, type OwnCommand } from '../engine/trusted-click';
import { t } from '../i18n/later';
import { Button } from '../ui/button';
import { useIntentionalPress, type Refusal } from '../ui/deliberate';

/** Like `useIntentionalPress`. If this place allows no confirmation at all, that is the refusal. */
export function useConfirm(command: WalletCommand, appearance: unknown, act?: (click: Event) => void) {
  const { refused, button } = useIntentionalPress(appearance, act);
  return { refused: isOffered(command) ? refused : ('framed' satisfies Refusal as Refusal), button };
}

/**
 * Replaces actions that aren't allowed in a foreign site's frame: a link that opens the page in a tab (decision 46, "A page in another site's
 * frame").
 */
export const FullView = () => (
  <a
    className="primary"
    part="button button-primary"
    href={location.href}
    target="_blank"
    rel="noopener"
    data-testid="wm-full-view"
  >
    <span>{t('confirm.open')}</span>
  </a>
);

function useTrusted<T extends Element>(command: OwnCommand, given?: RefObject<T | null>) {
  const [own] = useState(() => ownFor(command));
  return useCallback((element: T | null) => {
    own(element);
    if (given) given.current = element;
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- one element, once
}

interface ButtonProps extends Omit<ComponentProps<typeof Button>, 'ref'> {
  command: OwnCommand;
  ref?: RefObject<HTMLButtonElement | null>;
}

const Made = ({ command, ref, ...rest }: ButtonProps) => <Button {...rest} ref={useTrusted(command, ref)} />;

export const TrustedButton = (props: ButtonProps) =>
  isOffered(props.command) ? <Made {...props} /> : <FullView />;

interface TickProps extends Omit<ComponentProps<'button'>, 'ref' | 'type' | 'role'> {
  command: OwnCommand;
  ref?: RefObject<HTMLButtonElement | null>;
}

/** A checkbox that must be pressed as deliberately as a button. */
export const TrustedCheckbox = ({ command, ref, ...rest }: TickProps) => (
  <button
    type="button"
    role="checkbox"
    aria-disabled={!isOffered(command) || undefined}
    {...rest}
    ref={useTrusted(command, ref)}
  />
);

interface BoxProps extends Omit<ComponentProps<'input'>, 'ref' | 'type'> {
  command: OwnCommand;
  testId: string;
  ref?: RefObject<HTMLInputElement | null>;
}

/** Dispatches its command in `onChange`, with `nativeEvent`: the browser creates that event for the click, also for one on its label. */
export const OwnBox = ({ command, testId, ref, ...rest }: BoxProps) => (
  <input
    type="checkbox"
    data-testid={testId}
    disabled={!isOffered(command)}
    {...rest}
    ref={useTrusted(command, ref)}
  />
);
