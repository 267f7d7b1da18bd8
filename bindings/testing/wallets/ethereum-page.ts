// The in-page part of an Ethereum wallet. The function can't use anything outside it. It announces itself with EIP-6963. That an event
// follows shortly after its response is a guess. ../habits.ts names the source of each habit.
import type { EthereumHabit } from '../habits';

export interface EthereumInPage {
  binding: string;
  info: { uuid: string; name: string; rdns: string; icon: string };
  granted: boolean;
  delayMs: number;
  habits: readonly EthereumHabit[];
  /** the provider's flags, such as `isMetaMask` */
  flags: readonly string[];
}

export function ethereumInPage(config: EthereumInPage): void {
  const { binding, info: own, granted, delayMs, habits, flags } = config;
  type Listener = (payload: unknown) => void;
  type Response = {
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
      // storage is denied: the grant lasts as long as the page
    }
  };
  /** Shared by all tabs of the page, like a real wallet. */
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
  /** events caused by a response that aren't emitted yet; they are emitted before later ones */
  const unsaid: (() => void)[] = [];
  const sayAll = () => unsaid.splice(0).forEach((say) => say());
  all[`${binding}_told`] = (event: string, payload: unknown) => {
    sayAll();
    emit(event, payload);
  };

  const has = (habit: EthereumHabit) => habits.includes(habit);
  const hasGrant = knows();
  const ask = (text: string) => (all[binding] as (text: string) => Promise<Response>)(text);
  const slow_ms = 10_000;
  const awake =
    has('slow-at-load') && hasGrant ? new Promise<void>((resolve) => setTimeout(resolve, slow_ms)) : null;
  let isDead = false;
  const asksUser =
    /^(eth_requestAccounts|personal_sign|eth_sign.*|eth_sendTransaction|wallet_(send|add|switch|watch).*)$/;

  /** The wallet's own prompt in the page, above everything. */
  const approved = () =>
    new Promise<boolean>((resolve) => {
      const overlay = document.createElement('div');
      overlay.dataset.testid = 'strange-overlay';
      Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: '2147483647', display: 'grid' });
      Object.assign(overlay.style, {
        placeContent: 'center',
        gap: '12px',
        background: '#000c',
        color: '#fff',
      });
      overlay.append(own.name);
      for (const [word, isYes] of [
        ['approve', true],
        ['reject', false],
      ] as const) {
        const button = document.createElement('button');
        button.dataset.testid = `strange-${word}`;
        button.textContent = word;
        button.addEventListener('click', () => (overlay.remove(), resolve(isYes)));
        overlay.append(button);
      }
      document.body.append(overlay);
    });

  type Rpc = { method: string; params?: unknown; wrapped?: boolean };
  const provider = {
    async request({ method, params, wrapped }: Rpc): Promise<unknown> {
      if (awake) await awake;
      if (
        has('dead-stream') &&
        knows() &&
        asksUser.test(method) &&
        method != 'eth_requestAccounts' &&
        !isDead
      ) {
        isDead = true;
        const message = 'MetaMask: Disconnected from MetaMask background. Page reload required.';
        emit('disconnect', Object.assign(new Error(message), { code: 1011 }));
      }
      if (isDead) return new Promise(() => undefined);
      if (has('draws-in-page') && asksUser.test(method) && !(await approved()))
        throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
      const { result, error } = await ask(
        JSON.stringify({ method, params: params ?? null, granted: knows(), ...(wrapped && { wrapped }) }),
      );
      if (error) throw Object.assign(new Error(error.message), error);
      const { value, grants, event } = result!;
      if (grants != undefined) remember(grants);
      // As in real wallets: first the response, then the event.
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
  for (const flag of flags) Object.assign(provider, { [flag]: true });
  /** like SubWallet's: its methods are bound to the object behind the Proxy */
  const proxied = new Proxy(provider, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      return typeof value == 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const announced = () =>
    has('new-proxy') ? new Proxy(provider, {}) : has('other-global') ? proxied : provider;
  const info = Object.freeze({ ...own });
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: Object.freeze({ info, provider: announced() }),
      }),
    );
  const come = () => {
    if (has('other-global')) all.ethereum = provider;
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
    const { request } = provider;
    if (has('wrapped-late'))
      setTimeout(() => {
        provider.request = (asked) => request({ ...asked, wrapped: true });
      });
  };
  if (habits.length && window.top == window) {
    const loads = Number(localStorage.getItem(`${memory}:loads`) ?? 0) + (hasGrant ? 1 : 0);
    localStorage.setItem(`${memory}:loads`, String(loads));
    void ask(JSON.stringify({ method: 'load', params: loads, granted: hasGrant }));
  }
  if (delayMs) setTimeout(come, delayMs);
  else come();
}
