// Starts the engine from the bytes that the entry has already requested (ARCHITECTURE.md, "The element"). A lazy chunk. It runs once per
// page life, again only after a failure or a destroy().

import * as glue from 'virtual:engine-glue';
import {
  after,
  apply,
  Channel,
  closePort,
  cut,
  listenOnPort,
  pair,
  postTo,
  vow,
  Vow,
  within,
} from '../captured';
import { aside, ignore, page, type Running } from '../page';
import { aborted, WalletError } from '../wallet-error';
import { findWallets } from './find-wallets';
import { Runner } from './running';

const failed = (cause: unknown): WalletError =>
  new WalletError(
    {
      code: -32603,
      message: "Couldn't load",
      ...(cause as object),
      details: cut(`${(cause as Error)?.message ?? cause}`, 0, 200),
    },
    cause,
  );

/** how long to wait for the first card's list, whose file might not load */
const list_max_ms = 1000;

/** Yields to the next task. A timer takes a second in a hidden tab. */
const breath = (): Promise<unknown> =>
  new Vow((next) => {
    setTimeout(next);
    if (!Channel) return;
    const { port1, port2 } = pair();
    listenOnPort(port1, (said) => (closePort(port1), next(said)));
    apply(postTo as () => void, port2, [null] as never);
  });

/** One instance per page: two that start at the same time would overwrite each other's memory. */
let instance: Promise<unknown> | null = null;

/**
 * Compiles and starts the engine and announces the wallets. Rejects with a WalletError. `life` is the page's life at the time of the
 * call; if it has ended meanwhile (React's StrictMode), the engine isn't started.
 */
export async function run(bytes: Response, life: number): Promise<Running> {
  const nextTask = async (): Promise<void> => {
    await breath();
    if (life != page.life) throw aborted();
  };
  // Compiling takes several frames, so the list comes first, if it loads.
  await within(
    list_max_ms,
    vow(() => page.first),
  );
  const { messages, migrateFrom, mobileFullScreen, storage } = page.options;
  if (messages || migrateFrom || mobileFullScreen || storage)
    await (page.own ??= after(
      aside((chunk) => chunk.loadRare(page.options)),
      ignore,
      ignore,
    ));
  try {
    if (page.options.wasmUrl) glue.locate(page.options.wasmUrl);
    await (instance ??= glue.default(bytes));
  } catch (cause) {
    instance = null;
    throw failed(cause);
  }
  // Compiling, the engine's start, its events and its views are separate tasks, so that a click never waits for all of them.
  await nextTask();
  const runner = new Runner(glue, page);
  // Set before its first event: a listener might read the state.
  page.running = runner;
  try {
    runner.begin((announce, gone) => findWallets(runner, announce, gone));
  } catch (cause) {
    page.running = null;
    throw failed(cause);
  }
  await nextTask();
  runner.tell();
  page.element?.sync();
  await nextTask();
  return runner;
}
