// Enter in a field presses the view's primary button.

import type { KeyboardEvent } from 'react';

export const onEnter = (act: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key != 'Enter' || !/^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
  event.preventDefault();
  act();
};
