// What every scripted wallet has in common: the test decides how it answers, and reads what it was asked. Both are in Node: a reload forgets
// the page's memory, not the test's. The half in the page is a thin one of each standard; it holds no key.
import type { ScriptedPage } from '../page';

/** What a person or a wallet answers with instead of doing what it was asked. */
export type Refusal = { code?: number; message: string; data?: unknown };

/** How a method is answered: never, with this result, with this refusal, or as ever but so much later. */
export type Answer = 'hang' | { result: unknown } | Refusal | { delayMs: number };

export interface WalletRequest {
  method: string;
}

type Settle = (answer: Exclude<Answer, 'hang' | { delayMs: number }>) => void;
type Said = { result?: unknown; error?: Refusal };

/** What a half in the page says once when the page has loaded; it is no request. */
const LOADED = 'load';
/** Everything that asks a person. */
const EVERY = '*';
let installed = 0;

export abstract class ScriptedWallet<R extends WalletRequest> {
  /** The requests to the wallet, oldest first. */
  readonly requests: R[] = [];
  /** the test id of its row in the list of wallets */
  abstract readonly row: string;
  /** @metamask/rpc-errors 7 (src/error-constants.ts) (src/error-constants.ts); for other wallets it's a guess. How a no looks in wallets of this standard. */
  protected readonly no: Refusal = { code: 4001, message: 'User rejected the request.' };
  /** the function of the page by which its half there asks it */
  readonly binding = `__wallet_${++installed}`;
  readonly #answers = new Map<string, { answer: Answer; isOnce: boolean }>();
  readonly #waiting = new Map<string, Settle[]>();
  #unlocking: { done: Promise<void>; open: () => void } | null = null;

  protected constructor(protected readonly page: ScriptedPage) {}

  /** What its half in the page gets. */
  protected abstract respond(request: R): unknown;
  /** Whether a person is asked. */
  protected abstract isPrompt(method: string): boolean;

  /** Whether it waits as long as it is locked. */
  protected waitsLocked(method: string): boolean {
    return this.isPrompt(method);
  }

  /** Returns the number of requests for this method. */
  count(method: string): number {
    return this.requests.filter((one) => one.method == method).length;
  }

  /** Returns the last request for this method. */
  last(method: string): R | undefined {
    return this.requests.filter((one) => one.method == method).at(-1);
  }

  /** From now on; `null`: as ever. It is asked all the same. */
  async answer(method: string, answer: Answer | null): Promise<void> {
    if (answer) this.#answers.set(method, { answer, isOnce: false });
    else this.#answers.delete(method);
  }

  /** The person says no: to this, or to everything. */
  refuse(method = EVERY, refusal: Refusal = this.no): void {
    this.#answers.set(method, { answer: refusal, isOnce: false });
  }

  /** The next time, and then no more. */
  refuseOnce(method: string, refusal: Refusal = this.no): void {
    this.#answers.set(method, { answer: refusal, isOnce: true });
  }

  /** It never answers this, or nothing that asks a person. */
  hang(method = EVERY): void {
    this.#answers.set(method, { answer: 'hang', isOnce: false });
  }

  /** As from the beginning: this, or everything. */
  approve(method?: string): void {
    if (method) this.#answers.delete(method);
    else this.#answers.clear();
  }

  /** Answers the oldest request of this method that hangs. */
  async settle(method: string, answer: Exclude<Answer, 'hang' | { delayMs: number }>): Promise<void> {
    const next = this.#waiting.get(method)?.shift();
    if (!next) throw new Error(`nobody waits for ${method}`);
    next(answer);
  }

  get isLocked(): boolean {
    return !!this.#unlocking;
  }

  /** It gives no account any more, and what asks a person waits until it is unlocked. */
  async lock(): Promise<void> {
    if (this.close()) await this.locked(true);
  }

  /** Locks it without a word to the page; whether it was unlocked. */
  protected close(): boolean {
    if (this.#unlocking) return false;
    let open = () => {};
    const done = new Promise<void>((resolve) => (open = resolve));
    this.#unlocking = { done, open };
    return true;
  }

  /** A page has loaded, and its half in it has begun. */
  protected loaded(_request: R): void {}

  /** An error as the page gets it. */
  protected thrown(_request: R, error: Refusal): Refusal {
    return error;
  }

  async unlock(): Promise<void> {
    const before = this.#unlocking;
    this.#unlocking = null;
    await this.locked(false);
    before?.open();
  }

  /** It says so to the page. */
  protected abstract locked(isLocked: boolean): Promise<void>;

  /** Before the page is loaded: its half in the page, which asks by `binding`. */
  protected async install<Config extends object>(
    inPage: (config: Config & { binding: string }) => void,
    config: Config,
  ): Promise<void> {
    await this.page.exposeFunction(this.binding, (text: string) => this.#heard(JSON.parse(text) as R));
    await this.page.addInitScript(inPage, { ...config, binding: this.binding });
  }

  /** Tells its half in the page; a page that has none yet hears nothing. */
  protected tell(what: string, value?: unknown): Promise<void> {
    return this.page.evaluate(
      ([name, first, second]: [string, string, unknown]) => {
        const told = (window as unknown as Record<string, ((a: string, b: unknown) => void) | undefined>)[
          `${name}_told`
        ];
        told?.(first, second);
      },
      [this.binding, what, value],
    );
  }

  async #heard(request: R): Promise<Said> {
    const { method } = request;
    if (method == LOADED) {
      this.loaded(request);
      return {};
    }
    this.requests.push(request);
    const isPrompt = this.isPrompt(method);
    const own = this.#answers.has(method) ? method : isPrompt ? EVERY : method;
    const { answer = null, isOnce = false } = this.#answers.get(own) ?? {};
    if (isOnce) this.#answers.delete(own);
    if (answer && answer != 'hang' && 'delayMs' in answer)
      await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
    else if (answer) return this.#given(request, answer == 'hang' ? await this.#settled(method) : answer);
    if (this.waitsLocked(method)) await this.#unlocking?.done;
    try {
      return { result: await this.respond(request) };
    } catch (error) {
      const { code, message, data } = error as Refusal;
      return { error: this.thrown(request, { code, message, data }) };
    }
  }

  #given(request: R, answer: { result: unknown } | Refusal): Said {
    if (!('result' in answer)) return { error: this.thrown(request, answer) };
    return { result: this.instead(request, answer.result) };
  }

  /** What its half in the page gets of a result that the test gives. */
  protected instead(_request: R, result: unknown): unknown {
    return result;
  }

  #settled(method: string): Promise<Exclude<Answer, 'hang' | { delayMs: number }>> {
    return new Promise((resolve) =>
      this.#waiting.set(method, [...(this.#waiting.get(method) ?? []), resolve]),
    );
  }
}
