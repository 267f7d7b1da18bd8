// The button, or the box, from which alone a command that spends, signs, grants or confirms may be sent (engine/person.ts). One component for
// one element: it is made known once, while React puts it into the document, and what made it known is of no use after that.

import { useCallback, useState, type ComponentProps, type RefObject } from 'react';
import { ownFor, type OwnCommand } from '../engine/person';
import { Button } from '../ui/button';

function useOwn<T extends Element>(command: OwnCommand, given?: RefObject<T | null>) {
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

export const OwnButton = ({ command, ref, ...rest }: ButtonProps) => (
  <Button {...rest} ref={useOwn(command, ref)} />
);

interface TickProps extends Omit<ComponentProps<'button'>, 'ref' | 'type' | 'role'> {
  command: OwnCommand;
  ref?: RefObject<HTMLButtonElement | null>;
}

/** A tick that is pressed as deliberately as a button is. */
export const OwnTick = ({ command, ref, ...rest }: TickProps) => (
  <button type="button" role="checkbox" {...rest} ref={useOwn(command, ref)} />
);

interface BoxProps extends Omit<ComponentProps<'input'>, 'ref' | 'type'> {
  command: OwnCommand;
  testId: string;
  ref?: RefObject<HTMLInputElement | null>;
}

/** Sends its command in `onChange`, with `nativeEvent`: the browser makes one of the click, also of one on its label. */
export const OwnBox = ({ command, testId, ref, ...rest }: BoxProps) => (
  <input type="checkbox" data-testid={testId} {...rest} ref={useOwn(command, ref)} />
);
