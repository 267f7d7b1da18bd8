// What the walk asks of an engine, and nothing more: real input at a place, a function run in the page, pixels, windows. Each engine has
// its own file that does this (firefox.mjs, webkit.mjs); everything else is said once, in screen.ts and walk.ts.

export type Key = 'Tab' | 'Escape' | 'Enter' | 'ArrowLeft' | 'End' | 'Backspace';

/** One window or tab. */
export interface Tab {
  /** Resolves when the document has loaded. */
  goto(url: string): Promise<void>;
  /** Brings it to the front: Firefox draws no other. */
  front(): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a function in the page, as Playwright's `page.evaluate` does: it sees nothing from outside but its one argument. */
  evaluate<R>(task: () => R | Promise<R>): Promise<R>;
  evaluate<R, A>(task: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  /** Moves the pointer to a point of the window and presses it there. */
  click(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key, more?: { shift?: boolean; alt?: boolean }): Promise<void>;
  /** What is seen, as PNG, a pixel for a point. */
  screenshot(): Promise<Buffer>;
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  /** All that are open; the same window is the same object each time. */
  tabs(): Promise<Tab[]>;
  /** A new, empty one, in front. */
  open(): Promise<Tab>;
  /** Ends the browser and whatever was started for it. */
  end(): Promise<void>;
}
