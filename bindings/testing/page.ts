// The members of a Playwright page that the kit uses, as structural types: it imports no test runner, and accepts the `Page` of any
// version.

/* eslint-disable @typescript-eslint/no-explicit-any -- what is handed into a page and back is typed where it is written */

/** An element in the page. */
export interface LocatorLike {
  click(options?: { timeout?: number }): Promise<unknown>;
  tap(options?: { timeout?: number }): Promise<unknown>;
  fill(text: string, options?: { timeout?: number }): Promise<unknown>;
  waitFor(options?: {
    state?: 'attached' | 'detached' | 'visible' | 'hidden';
    timeout?: number;
  }): Promise<unknown>;
  getAttribute(name: string, options?: { timeout?: number }): Promise<string | null>;
  textContent(options?: { timeout?: number }): Promise<string | null>;
  isVisible(): Promise<boolean>;
  count(): Promise<number>;
}

/** A page that can run scripts before its own. */
export interface ScriptedPage {
  addInitScript(script: (given: any) => void, given?: any): Promise<unknown>;
  exposeFunction(name: string, made: (...given: any[]) => unknown): Promise<unknown>;
  evaluate(run: (given: any) => any, given?: any): Promise<any>;
}

/** A page. */
export interface PageLike extends ScriptedPage {
  locator(selector: string): any;
}
