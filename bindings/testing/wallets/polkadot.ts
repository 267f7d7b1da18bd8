// A Polkadot wallet: it adds itself to `window.injectedWeb3` and signs in Node, so the page doesn't have the keys. It copies polkadot-js 0.63: the error
// for a declined request (`Cancelled`) is from packages/extension-base/src/background/handlers/Extension.ts.
import type { PolkadotHabit } from '../habits';
import { PolkadotKey, type KeyKind, type PolkadotPayload } from '../keys/polkadot';
import type { ScriptedPage } from '../page';
import { polkadotInPage } from './polkadot-page';
import { ScriptedWallet, type Refusal } from './scripted';

export interface PolkadotScript {
  /** its key in `injectedWeb3` */
  key?: string;
  /** the key type and word of each account */
  accounts?: readonly (readonly [KeyKind, string])[];
  /** the prefix of its addresses (SS58) */
  prefix?: number;
  /** turns on habits of real wallets */
  habits?: readonly PolkadotHabit[];
  /** delay after the page starts until it appears */
  delayMs?: number;
}

export interface PolkadotRequest {
  /** `enable` without a prompt, `prompt` with one, `signRaw`, `signPayload` */
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

  /** Adds it to the page. Call it before the page loads. */
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

  /** Simulates the user in the wallet's window: sets the page's accounts by index, the current one first; `quietly`: without an event. */
  accounts(indexes: readonly number[], quietly = false): Promise<void> {
    return this.tell(quietly ? 'quietly' : 'accounts', indexes);
  }

  /** Simulates the user in the wallet's window: gives the page only this account. */
  switchAccount(index: number): Promise<void> {
    return this.accounts([index]);
  }

  /** Simulates the user in the wallet's window, which was closed (habit `silent-close`): allows the page. */
  open(): Promise<void> {
    return this.tell(
      'open',
      this.keys.map((_, index) => index),
    );
  }

  protected async locked(): Promise<void> {
    // It emits nothing: the next request waits.
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
