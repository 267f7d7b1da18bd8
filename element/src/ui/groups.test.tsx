// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Groups } from './groups';

afterEach(cleanup);

const lines = (address: string) => {
  render(<Groups address={address} testId="whole" />);
  const element = screen.getByTestId('whole');
  expect(element.textContent).toBe(address);
  return [...element.querySelectorAll('.groups-lines span')].map(({ textContent, className }) =>
    className ? `*${textContent}` : textContent,
  );
};

test('splits a hex address into groups of four, with first and last stressed', () => {
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

test('splits another namespace’s address, and keeps the rest at its end', () => {
  expect(lines('bc1qar0srr7xf')).toEqual(['*bc1q', 'ar0s', 'rr7x', '*f']);
});

test('@10.13 marks different characters one by one, and copies as one word', () => {
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  render(<Groups address={address} testId="marked" marked={[4, 6, 39]} />);
  const marked = screen.getByTestId('marked');
  expect(marked.textContent).toBe(address);
  expect([...marked.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['6', '6', 'F']);
  const [, second] = marked.querySelectorAll('.groups-lines > span');
  expect([...second!.childNodes].map((node) => node.nodeName)).toEqual(['MARK', '#text', 'MARK', '#text']);
});
