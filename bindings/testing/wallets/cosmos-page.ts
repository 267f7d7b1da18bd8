// The in-page part of a Cosmos wallet. The function can't use anything outside it. It copies Keplr 0.12.309 (chainapsis/keplr-wallet):
// methods and keys from packages/types/src/wallet/keplr.ts; the message for an unknown chain from
// packages/background/src/chains/service.ts; that each request for a key first asks for access, in a window, from
// packages/background/src/permission-interactive/service.ts. The behavior of a wallet with another global (`leap`) is a guess: the same
// as Keplr's. ../habits.ts names the source of each habit.
import type { CosmosHabit } from '../habits';

export interface CosmosInPage {
  binding: string;
  place: string;
  all: { name: string; address: string; key: number[]; on: Record<string, string> }[];
  chains: string[];
  keyless: string[];
  delayMs: number;
  habits: readonly CosmosHabit[];
}

export function cosmosInPage({ binding, place, all, chains, keyless, delayMs, habits }: CosmosInPage): void {
  if (window.top !== window) return;
  const memory = `scripted:cosmos:${place}`;
  const state = JSON.parse(localStorage.getItem(memory) ?? '{"allowed":[],"known":[],"current":0}') as {
    allowed: string[];
    known: string[];
    current: number;
  };
  const keep = () => localStorage.setItem(memory, JSON.stringify(state));
  const isKnown = (chain: string) => chains.includes(chain) || state.known.includes(chain);
  const tell = async (asked: { method: string; [name: string]: unknown }): Promise<never> => {
    type Response = { result?: never; error?: { message: string } };
    const { [binding]: ask } = window as unknown as Record<string, (text: string) => Promise<Response>>;
    const { result, error } = await ask!(JSON.stringify(asked));
    if (error) throw new Error(error.message);
    return result as never;
  };
  const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const enable = async (asked: string[]) => {
    const unknown = asked.find((chain) => !isKnown(chain));
    if (unknown) throw new Error(`There is no modular chain info for ${unknown}`);
    const isNew = asked.some((chain) => !state.allowed.includes(chain));
    await tell({ method: isNew ? 'prompt' : 'enable', chains: asked });
    state.allowed = [...new Set([...state.allowed, ...asked])];
    keep();
  };
  const may = async (chain: string) => {
    if (!state.allowed.includes(chain)) await enable([chain]);
  };
  const keyOn = (chain: string) => {
    const isKeyless = keyless.includes(chain) || (habits.includes('no-key') && chain == state.allowed[0]);
    if (isKeyless)
      throw new Error(`Please connect Cosmos app on Ledger by selecting the chain in the extension`);
    const { name, address, key, on } = all[state.current]!;
    const pubKey = Uint8Array.from(key);
    return { name, algo: 'secp256k1', pubKey, bech32Address: on[chain] ?? address, isNanoLedger: false };
  };
  const wallet = {
    mode: 'extension',
    version: '0.12.309',
    async enable(given: string | string[]) {
      await enable([given].flat());
    },
    async disable() {
      await tell({ method: 'disable' });
      state.allowed = [];
      keep();
    },
    async getKey(chain: string) {
      await may(chain);
      return keyOn(chain);
    },
    async getKeysSettled(asked: string[]) {
      const unknown = asked.filter((chain) => !state.allowed.includes(chain));
      if (unknown.length) await enable(unknown);
      return Promise.allSettled(asked.map(async (chain) => keyOn(chain)));
    },
    async signArbitrary(chain: string, signer: string, data: string) {
      await may(chain);
      return tell({ method: 'signArbitrary', signer, words: data });
    },
    async signAmino(chain: string, signer: string, document: object) {
      await may(chain);
      return tell({ method: 'signAmino', signer, document });
    },
    async signDirect(chain: string, signer: string, of: Record<string, never>) {
      await may(chain);
      const { bodyBytes, authInfoBytes, chainId, accountNumber } = of;
      const document = {
        bodyBytes: toText(bodyBytes!),
        authInfoBytes: toText(authInfoBytes!),
        chainId,
        accountNumber: String(accountNumber),
      };
      const { signature } = (await tell({ method: 'signDirect', signer, document })) as { signature: object };
      return { signed: { ...of }, signature };
    },
    async experimentalSuggestChain(info: { chainId: string }) {
      await tell({ method: 'suggest', info });
      if (habits.includes('refuses-networks')) throw new Error('Request rejected');
      state.known.push(info.chainId);
      keep();
    },
  };
  const own = window as unknown as Record<string, unknown>;
  own[`${binding}_told`] = (what: string, index: number) => {
    state.current = index;
    keep();
    if (what != 'quietly') dispatchEvent(new Event(`${place}_keystorechange`));
  };
  const come = () => void (own[place] = wallet);
  if (delayMs) setTimeout(come, delayMs);
  else come();
}
