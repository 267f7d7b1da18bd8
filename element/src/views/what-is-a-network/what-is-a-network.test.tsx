// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { WhatIsANetwork } from './what-is-a-network';

afterEach(cleanup);

test('WhatIsANetwork shows two cards and goes back', () => {
  const { commands } = draw(<WhatIsANetwork />);
  expect(screen.getByTestId('wm-help').querySelectorAll('li')).toHaveLength(2);
  fireEvent.click(screen.getByText('Got it'));
  expect(commands).toEqual([{ type: 'router.back' }]);
});
