// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Done } from './done';

const section = (height: string): HTMLElement => {
  const body = document.createElement('div');
  body.className = 'body';
  body.style.blockSize = height;
  const { container } = render(<Done image={null} title="Connected" text="" testId="t" phase="done" />, {
    container: document.body.appendChild(body),
  });
  return container.querySelector('section')!;
};

test('keeps the success screen as tall as what it replaces', () => {
  expect(section('420px').style.minBlockSize).toBe('420px');
  expect(section('').style.minBlockSize).toBe('');
});
