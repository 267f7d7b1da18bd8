// The half of a wallet of polkadot that runs in the page: nothing from outside of the function is visible in it.

export interface PolkadotInPage {
  binding: string;
  key: string;
  all: { address: string; name: string; type: string }[];
  late_ms: number;
}

export function polkadotInPage({ binding, key, all, late_ms }: PolkadotInPage): void {
  if (window.top !== window) return;
  const memory = `scripted:polkadot:${key}`;
  const listeners = new Set<(accounts: object[]) => void>();
  let granted = JSON.parse(localStorage.getItem(memory) ?? '[]') as number[];
  const accounts = () => granted.map((index) => all[index]!);
  const grant = (now: number[], quietly = false) => {
    granted = now;
    localStorage.setItem(memory, JSON.stringify(now));
    if (!quietly) listeners.forEach((listener) => listener(accounts()));
  };
  const tell = async (method: string, input?: object): Promise<string> => {
    type Said = { result?: string; error?: { message: string } };
    const { [binding]: ask } = window as unknown as Record<string, (text: string) => Promise<Said>>;
    const { result, error } = await ask!(JSON.stringify({ method, input }));
    if (error) throw new Error(error.message);
    return result!;
  };
  let id = 0;
  const injected = {
    accounts: {
      get: async () => accounts(),
      subscribe(listener: (accounts: object[]) => void) {
        listeners.add(listener);
        listener(accounts());
        return () => listeners.delete(listener);
      },
    },
    signer: {
      signRaw: async (input: object) => ({ id: ++id, signature: await tell('signRaw', input) }),
      signPayload: async (input: object) => ({ id: ++id, signature: await tell('signPayload', input) }),
    },
  };
  const entry = {
    version: '0.62.1',
    async enable() {
      await tell(granted.length ? 'enable' : 'prompt');
      if (!granted.length) grant(all.map((_, index) => index));
      return injected;
    },
  };
  const own = window as unknown as { injectedWeb3?: Record<string, object> } & Record<string, unknown>;
  own[`${binding}_told`] = (what: string, indexes: number[]) => grant(indexes, what == 'quietly');
  const come = () => void ((own.injectedWeb3 ??= {})[key] = entry);
  if (late_ms) setTimeout(come, late_ms);
  else come();
}
