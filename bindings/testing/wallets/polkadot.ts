// A Polkadot wallet: it adds itself to `window.injectedWeb3` and signs in Node, so the page doesn't have the keys. It copies polkadot-js 0.63: the error
// for a declined request (`Cancelled`) is from packages/extension-base/src/background/handlers/Extension.ts.
import type { PolkadotHabit } from '../habits';
import { PolkadotKey, type KeyKind, type PolkadotPayload } from '../keys/polkadot';
import type { ScriptedPage } from '../page';
import { polkadotInPage } from './polkadot-page';
import { ScriptedWallet, type Refusal } from './scripted';

export interface PolkadotScript {
  /** under which it is there */
  key?: string;
  /** kind and word of each of its accounts */
  accounts?: readonly (readonly [KeyKind, string])[];
  /** of its addresses (SS58) */
  prefix?: number;
  /** what it does as some real wallets do */
  habits?: readonly PolkadotHabit[];
  /** so long after the page has begun it comes */
  delayMs?: number;
}

export interface PolkadotRequest {
  /** `enable` without a question, `prompt` with one, `signRaw`, `signPayload` */
  method: string;
  input?: { address: string; data?: string; type?: string } & Partial<PolkadotPayload>;
}

export class PolkadotWallet extends ScriptedWallet<PolkadotRequest> {
  readonly row: string;
  readonly keys: readonly PolkadotKey[];
  protected override readonly no: Refusal = { message: 'Cancelled' };

  private constructor(page: ScriptedPage, key: string, keys: readonly PolkadotKey[]) {
    super(page);
    this.keys = keys;
    this.row = `wallet-selector-polkadot:${key}`;
  }

  /** Before the page is loaded. */
  static async install(page: ScriptedPage, script: PolkadotScript = {}): Promise<PolkadotWallet> {
    const { key = 'test-moon', delayMs = 0, prefix = 42, habits = [] } = script;
    const accounts = script.accounts ?? [
      ['sr25519', 'account 1'],
      ['ed25519', 'account 1'],
      ['ecdsa', 'account 1'],
    ];
    const keys = accounts.map(([kind, word]) => new PolkadotKey(kind, word, prefix));
    const wallet = new PolkadotWallet(page, key, keys);
    const all = keys.map(({ address, kind }, at) => ({ address, name: accounts[at]![1], type: kind }));
    await wallet.install(polkadotInPage, { key, all, delayMs, habits: [...habits] });
    return wallet;
  }

  address(index = 0): string {
    return this.keys[index]!.address;
  }

  /** In the wallet's own window: the accounts the page has become these of its keys, the current one first; `quietly`: without a word. */
  accounts(indexes: readonly number[], quietly = false): Promise<void> {
    return this.tell(quietly ? 'quietly' : 'accounts', indexes);
  }

  /** In the wallet's own window: the page has this account alone. */
  switchAccount(index: number): Promise<void> {
    return this.accounts([index]);
  }

  /** In the wallet's own window, which was closed (habit `silent-close`): the user allows the page. */
  open(): Promise<void> {
    return this.tell(
      'open',
      this.keys.map((_, index) => index),
    );
  }

  protected async locked(): Promise<void> {
    // It says nothing: what it is asked next waits.
  }

  protected isPrompt(method: string): boolean {
    return method != 'enable';
  }

  protected override waitsLocked(): boolean {
    return true;
  }

  protected respond({ method, input }: PolkadotRequest): string {
    const by = this.keys.find(({ address }) => address == input?.address);
    if (!by) return '';
    return method == 'signRaw' ? by.signRaw(input!.data!) : by.signPayload(input as PolkadotPayload);
  }
}
