// The common part of all scripted wallets: the test sets their responses, and reads their requests. Both are in Node, so they survive a
// reload. The part in the page only implements the standard's interface and has no keys.
import type { ScriptedPage } from '../page';

/** The error with which a user or a wallet rejects a request. */
export type Refusal = { code?: number; message: string; data?: unknown };

/** How a method responds: never, with this result, with this error, or as usual after a delay. */
export type Answer = 'hang' | { result: unknown } | Refusal | { delayMs: number };

export interface WalletRequest {
  method: string;
}

type Settle = (answer: Exclude<Answer, 'hang' | { delayMs: number }>) => void;
type Response = { result?: unknown; error?: Refusal };

/** Sent once by the in-page part when the page has loaded; it isn't a request. */
const LOADED = 'load';
/** Every method that prompts the user. */
const EVERY = '*';
let installed = 0;

export abstract class ScriptedWallet<R extends WalletRequest> {
  /** The requests to the wallet, oldest first. */
  readonly requests: R[] = [];
  /** the test id of its row in the list of wallets */
  abstract readonly row: string;
  /**
   * The error of this interface for a declined request: from @metamask/rpc-errors 7 (src/error-constants.ts); for other wallets it's a
   * guess.
   */
  protected readonly no: Refusal = { code: 4001, message: 'User rejected the request.' };
  /** the page's function through which the in-page part calls it */
  readonly binding = `__wallet_${++installed}`;
  readonly #answers = new Map<string, { answer: Answer; isOnce: boolean }>();
  readonly #waiting = new Map<string, Settle[]>();
  #unlocking: { done: Promise<void>; open: () => void } | null = null;

  protected constructor(protected readonly page: ScriptedPage) {}

  /** Responds to the in-page part. */
  protected abstract respond(request: R): unknown;
  /** Whether the method prompts the user. */
  protected abstract isPrompt(method: string): boolean;

  /** Whether the method waits while the wallet is locked. */
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

  /** Sets a method's response from now on; `null` resets it. The request is recorded as usual. */
  async answer(method: string, answer: Answer | null): Promise<void> {
    if (answer) this.#answers.set(method, { answer, isOnce: false });
    else this.#answers.delete(method);
  }

  /** The user declines this method, or all that prompt. */
  refuse(method = EVERY, refusal: Refusal = this.no): void {
    this.#answers.set(method, { answer: refusal, isOnce: false });
  }

  /** Declines only the next request. */
  refuseOnce(method: string, refusal: Refusal = this.no): void {
    this.#answers.set(method, { answer: refusal, isOnce: true });
  }

  /** Never responds to this method, or to all that prompt. */
  hang(method = EVERY): void {
    this.#answers.set(method, { answer: 'hang', isOnce: false });
  }

  /** Resets this method, or all. */
  approve(method?: string): void {
    if (method) this.#answers.delete(method);
    else this.#answers.clear();
  }

  /** Responds to the oldest pending request of this method. */
  async settle(method: string, answer: Exclude<Answer, 'hang' | { delayMs: number }>): Promise<void> {
    const next = this.#waiting.get(method)?.shift();
    if (!next) throw new Error(`nobody waits for ${method}`);
    next(answer);
  }

  get isLocked(): boolean {
    return !!this.#unlocking;
  }

  /** Locks it: it shares no account, and requests that prompt wait until it is unlocked. */
  async lock(): Promise<void> {
    if (this.close()) await this.locked(true);
  }

  /** Locks it without an event; returns whether it was unlocked. */
  protected close(): boolean {
    if (this.#unlocking) return false;
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    this.#unlocking = { done: opened, open };
    return true;
  }

  /** Called when a page has loaded and its in-page part runs. */
  protected loaded(_request: R): void {}

  /** Converts an error for the page. */
  protected thrown(_request: R, error: Refusal): Refusal {
    return error;
  }

  async unlock(): Promise<void> {
    const before = this.#unlocking;
    this.#unlocking = null;
    await this.locked(false);
    before?.open();
  }

  /** Emits the change to the page. */
  protected abstract locked(isLocked: boolean): Promise<void>;

  /** Adds the in-page part, which calls `binding`. Call it before the page loads. */
  protected async install<Config extends object>(
    inPage: (config: Config & { binding: string }) => void,
    config: Config,
  ): Promise<void> {
    await this.page.exposeFunction(this.binding, (text: string) => this.#heard(JSON.parse(text) as R));
    await this.page.addInitScript(inPage, { ...config, binding: this.binding });
  }

  /** Sends a message to the in-page part; a page without one ignores it. */
  protected tell(what: string, value?: unknown): Promise<void> {
    return this.page.evaluate(
      ([name, first, second]: [string, string, unknown]) => {
        const receive = (window as unknown as Record<string, ((a: string, b: unknown) => void) | undefined>)[
          `${name}_told`
        ];
        receive?.(first, second);
      },
      [this.binding, what, value],
    );
  }

  async #heard(request: R): Promise<Response> {
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

  #given(request: R, answer: { result: unknown } | Refusal): Response {
    if (!('result' in answer)) return { error: this.thrown(request, answer) };
    return { result: this.instead(request, answer.result) };
  }

  /** Converts the test's result for the in-page part. */
  protected instead(_request: R, result: unknown): unknown {
    return result;
  }

  #settled(method: string): Promise<Exclude<Answer, 'hang' | { delayMs: number }>> {
    return new Promise((resolve) =>
      this.#waiting.set(method, [...(this.#waiting.get(method) ?? []), resolve]),
    );
  }
}
