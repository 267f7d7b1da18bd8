// The half of a wallet of cosmos that runs in the page: nothing from outside of the function is visible in it.

export interface CosmosInPage {
  binding: string;
  place: string;
  all: { name: string; address: string; key: number[] }[];
  chains: string[];
  late_ms: number;
}

export function cosmosInPage({ binding, place, all, chains, late_ms }: CosmosInPage): void {
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
    type Said = { result?: never; error?: { message: string } };
    const { [binding]: ask } = window as unknown as Record<string, (text: string) => Promise<Said>>;
    const { result, error } = await ask!(JSON.stringify(asked));
    if (error) throw new Error(error.message);
    return result as never;
  };
  const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const may = (chain: string) => {
    if (!isKnown(chain)) throw new Error(`There is no chain info for ${chain}`);
    if (!state.allowed.includes(chain)) throw new Error(`${location.origin} is not permitted`);
  };
  const wallet = {
    mode: 'extension',
    version: '0.12.0',
    async enable(given: string | string[]) {
      const asked = [given].flat();
      const unknown = asked.find((chain) => !isKnown(chain));
      if (unknown) throw new Error(`There is no chain info for ${unknown}`);
      const isNew = asked.some((chain) => !state.allowed.includes(chain));
      await tell({ method: isNew ? 'prompt' : 'enable', chains: asked });
      state.allowed = [...new Set([...state.allowed, ...asked])];
      keep();
    },
    async disable() {
      await tell({ method: 'disable' });
      state.allowed = [];
      keep();
    },
    async getKey(chain: string) {
      may(chain);
      const { name, address, key } = all[state.current]!;
      return { name, algo: 'secp256k1', pubKey: Uint8Array.from(key), bech32Address: address };
    },
    async signArbitrary(chain: string, signer: string, data: string) {
      may(chain);
      return tell({ method: 'signArbitrary', signer, words: data });
    },
    async signAmino(chain: string, signer: string, document: object) {
      may(chain);
      return tell({ method: 'signAmino', signer, document });
    },
    async signDirect(chain: string, signer: string, of: Record<string, never>) {
      may(chain);
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
  if (late_ms) setTimeout(come, late_ms);
  else come();
}
