// The half of a wallet of Ethereum that runs in the page: nothing from outside of the function is visible in it.

export interface EthereumInPage {
  binding: string;
  info: { uuid: string; name: string; rdns: string; icon: string };
  granted: boolean;
  late_ms: number;
}

export function ethereumInPage({ binding, info: own, granted, late_ms }: EthereumInPage): void {
  type Listener = (payload: unknown) => void;
  type Said = {
    result?: { value: unknown; grants?: boolean; event?: [string, unknown] };
    error?: { message: string };
  };
  const memory = `scripted:${own.rdns}`;
  let isGranted = granted;
  const remember = (value: boolean): void => {
    isGranted = value;
    try {
      localStorage.setItem(memory, value ? 'granted' : '');
    } catch {
      // denied: the grant lasts as long as the page
    }
  };
  /** The same in every tab of the page, as with a real wallet. */
  const knows = (): boolean => {
    try {
      return (localStorage.getItem(memory) ?? (isGranted ? 'granted' : '')) == 'granted';
    } catch {
      return isGranted;
    }
  };
  const listeners: Record<string, Listener[]> = {};
  const emit = (event: string, payload: unknown) =>
    [...(listeners[event] ?? [])].forEach((listener) => listener(payload));
  const all = window as unknown as Record<string, unknown>;
  /** what an answer brought about and is not said yet: it is never said after what came later */
  const unsaid: (() => void)[] = [];
  const sayAll = () => unsaid.splice(0).forEach((say) => say());
  all[`${binding}_told`] = (event: string, payload: unknown) => {
    sayAll();
    emit(event, payload);
  };

  const provider = {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const ask = all[binding] as (text: string) => Promise<Said>;
      const { result, error } = await ask(
        JSON.stringify({ method, params: params ?? null, granted: knows() }),
      );
      if (error) throw Object.assign(new Error(error.message), error);
      const { value, grants, event } = result!;
      if (grants != undefined) remember(grants);
      // As wallets do: first the answer, the event a moment later.
      if (event) {
        unsaid.push(() => emit(...event));
        setTimeout(sayAll, 20);
      }
      return value;
    },
    on(event: string, listener: Listener) {
      (listeners[event] ??= []).push(listener);
      return provider;
    },
    removeListener(event: string, listener: Listener) {
      listeners[event] = (listeners[event] ?? []).filter((other) => other != listener);
      return provider;
    },
  };
  const info = Object.freeze({ ...own });
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  const come = () => {
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  };
  if (late_ms) setTimeout(come, late_ms);
  else come();
}
