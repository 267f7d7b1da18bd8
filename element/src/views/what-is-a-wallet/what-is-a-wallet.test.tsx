// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { WhatIsAWallet } from './what-is-a-wallet';

afterEach(cleanup);

test('WhatIsAWallet shows three cards and goes back', () => {
  const { commands } = draw(<WhatIsAWallet />);
  expect(screen.getByTestId('wm-help').querySelectorAll('li')).toHaveLength(3);
  expect(screen.getAllByRole('heading')).toHaveLength(3);
  // images without a meaning for screen readers
  expect(document.querySelectorAll('li > svg.help-picture[aria-hidden=true]')).toHaveLength(3);
  fireEvent.click(screen.getByText('Choose a wallet'));
  expect(commands).toEqual([{ type: 'router.back' }]);
});

test('WhatIsAWallet links to a first wallet, unless the host turned the guide off', () => {
  const { commands, set } = draw(<WhatIsAWallet />);
  fireEvent.click(screen.getByTestId('wm-help-get'));
  expect(commands).toEqual([{ type: 'router.push', view: 'GetWallet' }]);
  set({ options: { enableWalletGuide: false } });
  expect(screen.queryByTestId('wm-help-get')).toBeNull();
});
