// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Groups } from './groups';

afterEach(cleanup);

const lines = (address: string) => {
  render(<Groups address={address} testId="whole" />);
  const whole = screen.getByTestId('whole');
  expect(whole.textContent).toBe(address);
  return [...whole.querySelectorAll('.groups-lines span')].map(({ textContent, className }) =>
    className ? `*${textContent}` : textContent,
  );
};

test('groups of four, the first and the last of them stressed, 0x in front; together they are the whole address', () => {
  expect(lines('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')).toEqual([
    '*71C7',
    '656E',
    'C7ab',
    '88b0',
    '98de',
    'fB75',
    '1B74',
    '01B5',
    'f6d8',
    '*976F',
  ]);
});

test('an address of another family, with what is left over at its end', () => {
  expect(lines('bc1qar0srr7xf')).toEqual(['*bc1q', 'ar0s', 'rr7x', '*f']);
});

test('@10.13 the characters that differ are marked one by one, and copied it is still one word', () => {
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  render(<Groups address={address} testId="marked" marked={[4, 6, 39]} />);
  const marked = screen.getByTestId('marked');
  expect(marked.textContent).toBe(address);
  expect([...marked.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['6', '6', 'F']);
  const [, second] = marked.querySelectorAll('.groups-lines > span');
  expect([...second!.childNodes].map((node) => node.nodeName)).toEqual(['MARK', '#text', 'MARK', '#text']);
});
