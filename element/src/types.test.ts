// The public API by its types: common mistakes don't compile, and the lists of names are those that the engine reads. `tsc` checks the first
// half (npm run check); the functions never run.
import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { AccountState } from './contract';
import type { createWalletModal, WalletModalHandle } from './handle';
import type { OpenArguments, OpenView } from './open-types';
import type { Options, ThemeVariables } from './option-types';

describe('mistakes that don’t compile', () => {
  test('@5.1 are an unknown option, feature, service or CSS variable', () => {
    const never = (create: typeof createWalletModal, modal: WalletModalHandle): void => {
      // @ts-expect-error -- features
      create({ featurs: {} });
      // @ts-expect-error -- email
      create({ features: { emial: false } });
      // @ts-expect-error -- no such provider
      create({ features: { socials: ['gogle'] } });
      // @ts-expect-error -- --wm-accent
      create({ themeVariables: { '--wm-acent': '#000' } });
      // @ts-expect-error -- data
      create({ services: { dta: 'https://data.example' } });
      // @ts-expect-error -- icons
      create({ metadata: { name: 'My shop', icon: 'https://my.shop/icon.png' } });
      // @ts-expect-error -- light, dark or system
      create({ themeMode: 'drak' });
      // @ts-expect-error -- a namespace
      create({ adapters: ['evm'] });
      // @ts-expect-error -- risky, always or never
      create({ reviewRequests: 'all' });
      // @ts-expect-error -- a wallet needs a name
      create({ customWallets: [{ id: 'mine' }] });
      // @ts-expect-error -- email
      void modal.updateFeatures({ emial: false });
      // @ts-expect-error -- --wm-accent
      void modal.setThemeVariables({ '--wm-acent': '#000' });
      // @ts-expect-error -- no order of these
      void modal.setConnectMethodsOrder(['mail']);
    };
    expect(never).toBeInstanceOf(Function);
  });

  test('@3.23 are an unknown view, argument or event', () => {
    const never = (modal: WalletModalHandle): void => {
      // @ts-expect-error -- no such view
      void modal.open({ view: 'Foo' });
      // @ts-expect-error -- a view that only the modal shows
      void modal.open({ view: 'SendPreview' });
      // @ts-expect-error -- to
      void modal.open({ view: 'Send', arguments: { reciever: '0x' } });
      // @ts-expect-error -- of Swap
      void modal.open({ view: 'Send', arguments: { fromToken: 'native' } });
      // @ts-expect-error -- Account has none
      void modal.open({ view: 'Account', arguments: { to: '0x' } });
      // @ts-expect-error -- no view that they belong to
      void modal.open({ arguments: { to: '0x' } });
      // @ts-expect-error -- a namespace
      void modal.open({ namespace: 'evm' });
      // @ts-expect-error -- accountsChanged
      modal.getProvider('eip155').on('accountChanged', () => {});
      // @ts-expect-error -- chainChanged
      modal.getProvider('solana').removeListener('chainChange', () => {});
      // @ts-expect-error -- connectorId
      void modal.connect({ conectorId: 'io.metamask' });
      // @ts-expect-error -- not the name of a method
      modal.exportLog();
      modal.getProvider('eip155').on('accountsChanged', (accounts) => {
        expectTypeOf(accounts).toEqualTypeOf<string[]>();
      });
      modal.getProvider('eip155').once('connect', ({ chainId }) => {
        expectTypeOf(chainId).toEqualTypeOf<string>();
      });
      document.addEventListener('wallet-connect', ({ detail }) => {
        expectTypeOf(detail.address).toEqualTypeOf<string>();
      });
    };
    expect(never).toBeInstanceOf(Function);
  });

  test('don’t include a view with its arguments or a missing project ID', () => {
    const never = (create: typeof createWalletModal, modal: WalletModalHandle, view: OpenView): void => {
      void modal.open({ view });
      void modal.open({ view: 'Send', arguments: { to: '0x', amount: 1 } });
      void modal.open({ view: 'Swap', arguments: { fromToken: 'native' }, namespace: 'eip155' });
      void modal.open({ view: 'RegisterAccountName', arguments: { name: 'alice' } });
      void modal.open({ view: 'Pay' });
      // like import.meta.env
      create({ projectId: undefined as string | undefined, networks: [{ id: 1 }] });
    };
    expect(never).toBeInstanceOf(Function);
  });

  test('include any other type for a command’s response', () => {
    expectTypeOf<WalletModalHandle['connect']>().returns.resolves.toEqualTypeOf<AccountState>();
    expectTypeOf<WalletModalHandle['switchConnection']>().returns.resolves.toEqualTypeOf<AccountState>();
    expectTypeOf<WalletModalHandle['disconnect']>().returns.resolves.toEqualTypeOf<void>();
    expectTypeOf<WalletModalHandle['setLocale']>().returns.resolves.toEqualTypeOf<void>();
    expectTypeOf<NonNullable<OpenArguments['view']>>().toEqualTypeOf<OpenView>();
  });

  test('include any other name, as no type is open', () => {
    expectTypeOf<string extends keyof Options ? true : false>().toEqualTypeOf<false>();
    expectTypeOf<string extends keyof ThemeVariables ? true : false>().toEqualTypeOf<false>();
  });
});

describe('types have the names that the engine reads for', () => {
  const types = readFileSync('element/src/option-types.ts', 'utf8');
  const between = (text: string, from: string, to: string) => text.split(from)[1]!.split(to)[0]!;
  const fields = (name: string) =>
    [...between(types, `export interface ${name} {`, '\n}').matchAll(/^ {2}(\w+)\??:/gm)].map(
      ([, one]) => one!,
    );
  const documented = (block: string) =>
    [...block.matchAll(/\n {2}\w+\??:/g)].every(({ index }) => /\*\/$/.test(block.slice(0, index)));

  test('options', () => {
    const table = readFileSync('engine/core/src/options/rest.rs', 'utf8');
    const read = [...table.matchAll(/^ {4}\("(\w+)", Kind::/gm)].map(([, name]) => name!);
    expect(fields('Options').sort()).toEqual(read.sort());
  });

  test('features', () => {
    const source = readFileSync('engine/core/src/options/mod.rs', 'utf8');
    const defaults = between(source, 'fn default_features()', '\n}\n');
    const read = [...defaults.matchAll(/\("(\w+)", (?:true|false|list)/g)].map(([, name]) => name!);
    expect(fields('Features').sort()).toEqual([...read, 'history'].sort());
  });

  test('services and metadata', () => {
    const source = readFileSync('engine/core/src/options/names.rs', 'utf8');
    const read = (name: string) =>
      [...between(source, `("${name}", &[`, ']').matchAll(/"(\w+)"/g)].map(([, one]) => one!).sort();
    expect(fields('Services').sort()).toEqual(read('services'));
    expect(fields('Metadata').sort()).toEqual(read('metadata'));
  });

  test('CSS variables', () => {
    const source = readFileSync('engine/core/src/features/shell/model/theme.rs', 'utf8');
    const read = [...between(source, 'VARIABLES: &[&str] = &[', ']').matchAll(/"([\w-]+)"/g)];
    const typed = [...between(types, 'type VariableName =', ';').matchAll(/'([\w-]+)'/g)];
    expect(typed.map(([, name]) => name)).toEqual(read.map(([, name]) => name));
  });

  test('views', () => {
    const source = between(
      readFileSync('engine/core/src/features/shell/model/view.rs', 'utf8'),
      'views! {',
      '\n}\n',
    );
    const read = [...source.matchAll(/names: &\["(\w+)"/g)].map(([, name]) => name);
    const open = between(readFileSync('element/src/open-types.ts', 'utf8'), 'type OpenView =', ';');
    expect([...open.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual(read);
  });

  test('the views in the specification', () => {
    const page = readFileSync('docs/spec/public-api.md', 'utf8');
    const names = between(page, '(views: ', '), `close()`').replaceAll(/ `\{[^}]*\}`/g, '');
    const open = between(readFileSync('element/src/open-types.ts', 'utf8'), 'type OpenView =', ';');
    expect(names.split(', ').length).toBeGreaterThan(10);
    for (const name of names.split(', ')) expect(open).toContain(`'${name}'`);
  });

  test('and document each option and feature', () => {
    for (const name of ['Options', 'Features', 'Services', 'Metadata', 'CustomWallet'])
      expect(documented(between(types, `export interface ${name} {`, '\n}')), name).toBe(true);
  });
});
