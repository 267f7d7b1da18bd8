// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from '../page';
import { isOffered } from './offered';

const foreign = {
  get origin(): never {
    throw new DOMException('another origin', 'SecurityError');
  },
};
let around: string[] | undefined;

beforeEach(() => {
  around = ['https://portal.example'];
  vi.stubGlobal('origin', 'https://shop.example');
  vi.stubGlobal('parent', foreign);
  vi.stubGlobal('top', foreign);
  vi.stubGlobal('location', {
    get ancestorOrigins() {
      return around;
    },
  });
  vi.stubGlobal('IntersectionObserverEntry', class {});
  Object.assign(IntersectionObserverEntry.prototype, { isVisible: true });
  page.options = { trustedFrameOrigins: ['https://portal.example', 'https://desk.example'] };
});
afterEach(() => {
  vi.unstubAllGlobals();
  page.options = {};
});

test('is offered at the top level and in a frame of the same origin', () => {
  page.options = {};
  vi.stubGlobal('top', window);
  expect(isOffered()).toBe(true);
  const own = { origin: 'https://shop.example' };
  vi.stubGlobal('top', own);
  vi.stubGlobal('parent', own);
  expect(isOffered()).toBe(true);
});

test('is not offered in a foreign frame at any depth', () => {
  page.options = {};
  expect(isOffered()).toBe(false);
  vi.stubGlobal('parent', { origin: 'https://shop.example', parent: foreign });
  expect(isOffered()).toBe(false);
  vi.stubGlobal('parent', { origin: 'https://other.shop.example', parent: foreign });
  expect(isOffered()).toBe(false);
});

test('is offered in frames if every site around it is named', () => {
  expect(isOffered()).toBe(true);
  around = ['https://desk.example', 'https://portal.example'];
  expect(isOffered()).toBe(true);
  for (const other of [
    'https://evil.example',
    'https://portal.example.evil.example',
    'https://portal.example:8443',
    'http://portal.example',
    'null',
  ]) {
    around = ['https://portal.example', other];
    expect(isOffered(), other).toBe(false);
    around = [other, 'https://portal.example'];
    expect(isOffered(), other).toBe(false);
  }
});

test('is offered in a Safe only if the Safe is the wallet asked', () => {
  page.options = {};
  const commands = {
    account: ['send.confirm', 'swap.accept', 'approvals.confirm', 'networks.retry'],
    review: ['review.confirm', 'review.accept'],
    permissions: ['permissions.confirm'],
    sessions: ['sessions.confirm'],
    signIn: ['signIn.sign'],
  } as const;
  const names = Object.keys(commands) as (keyof typeof commands)[];
  // the page shows the Safe, and a request goes to a wallet of another namespace; or the other way around
  for (const asked of [...names, null]) {
    page.running = { snapshot: (slice: string) => ({ proposes: slice == asked }) } as never;
    for (const name of names)
      for (const command of commands[name]) expect(isOffered(command), command).toBe(name == asked);
  }
  // the embedded wallet gets the request, whatever account the page shows
  page.running = { snapshot: () => ({ proposes: true }) } as never;
  expect(isOffered()).toBe(false);
  page.running = null;
  expect(isOffered('send.confirm')).toBe(false);
});

test('ignores a trusted name that isn’t an https origin', () => {
  for (const name of ['null', 'http://portal.example', 'file://']) {
    page.options = { trustedFrameOrigins: [name] };
    around = [name];
    expect(isOffered(), name).toBe(false);
  }
  for (const trustedFrameOrigins of [
    'https://portal.example',
    { 0: 'https://portal.example', length: 1 },
    true,
  ]) {
    page.options = { trustedFrameOrigins: trustedFrameOrigins as never };
    expect(isOffered()).toBe(false);
  }
});

test('is not offered if the browser can’t name the frames or see what covers it', () => {
  around = [];
  expect(isOffered()).toBe(false);
  around = undefined;
  expect(isOffered()).toBe(false);
  around = ['https://portal.example'];
  vi.stubGlobal('IntersectionObserverEntry', class {});
  expect(isOffered()).toBe(false);
});
