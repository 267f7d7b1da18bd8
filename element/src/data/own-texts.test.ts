// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest';

const {
  page,
  warned,
  drawnTexts: drawn,
} = vi.hoisted(() => ({
  page: { options: {} } as { options: { messages?: unknown }; words?: Record<string, string> },
  warned: vi.fn(),
  drawnTexts: vi.fn(),
}));
vi.mock('../page', () => ({
  page,
  ignore: () => {},
  changed: drawn,
  aside: async (fn: (chunk: object) => unknown) => fn({ warnMessage: warned }),
}));

const { setTexts: takeTexts } = await import('./own-texts');
const { setWords: takeWords } = await import('./own-words');
const { t } = await import('../i18n/later');
const { knownText } = await import('../i18n/t');

beforeEach(() => {
  warned.mockClear();
  drawn.mockClear();
  takeTexts({});
});

test('uses the host’s texts before ours, and ours for what it leaves out', () => {
  takeTexts({
    'connecting.confirm': 'In {wallet} bestätigen',
    'account.send': 'Senden',
    'email.label': 'E-Mail',
    retry: undefined,
  });
  expect(t('connecting.confirm', { wallet: 'Fuchs' })).toBe('In Fuchs bestätigen');
  expect([t('account.send'), t('email.label'), t('retry')]).toEqual(['Senden', 'E-Mail', 'Try again']);
  expect(warned).not.toHaveBeenCalled();
});

test('replaces all earlier texts of the host', () => {
  takeTexts({ 'account.send': 'Senden' });
  takeTexts({ 'account.receive': 'Empfangen' });
  expect([t('account.send'), t('account.receive')]).toEqual(['Send', 'Empfangen']);
});

test.each([
  ['a key that there is not', { 'account.sent': 'x' }, ['account.sent', null]],
  ['no text', { 'account.send': 5 }, ['account.send', 'Send']],
  ['an empty one', { 'account.send': ' ' }, ['account.send', 'Send']],
  ['a long one', { 'account.send': 'x'.repeat(1001) }, ['account.send', 'Send']],
  [
    'what ours fills in is left out',
    { 'connecting.confirm': 'Bestätigen' },
    ['connecting.confirm', 'Confirm in {wallet}'],
  ],
  ['something else is filled in', { 'account.send': 'Senden {to}' }, ['account.send', 'Send']],
  [
    'a form that we do not read',
    { 'account.send': '{n, plural, one {x} other {y}}' },
    ['account.send', 'Send'],
  ],
  ['a name of every object', JSON.parse('{"__proto__": "x"}'), ['__proto__', null]],
] as [string, Record<string, unknown>, unknown[]][])('%s: keeps our text and warns', (_what, given, said) => {
  takeTexts({ ...given, 'account.receive': 'Empfangen', ...('__proto__' in given && given) });
  expect(t('account.send')).toBe('Send');
  expect(t('connecting.confirm')).toBe('Confirm in {wallet}');
  expect(t('account.receive')).toBe('Empfangen');
  expect(knownText('account.sent')).toBeNull();
  if (Object.hasOwn(given, said[0] as string) && said[0] != '__proto__')
    expect(warned.mock.calls).toEqual([said]);
});

test.each([null, 'text', 5, [], true])('ignores %o', (given) => {
  takeTexts(given);
  expect(t('account.send')).toBe('Send');
});

test('redraws buttons, and doesn’t take a view’s title for a button’s text', () => {
  page.options.messages = {
    'button.connect': 'Verbinden',
    'connect.title': 'Wallet verbinden',
    'button.connecting': 'Verbinde {x}',
  };
  takeWords(page as never);
  expect(page.words).toEqual({ 'Connect wallet': 'Verbinden' });
  expect(drawn).toHaveBeenCalledTimes(1);
});
