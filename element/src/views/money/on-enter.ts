// Enter in a field does what the one primary button does.

import type { KeyboardEvent } from 'react';

export const onEnter = (act: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key != 'Enter' || !/^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
  event.preventDefault();
  act();
};
