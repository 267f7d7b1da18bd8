// Starts the engine on the bytes the entry has already asked for (ARCHITECTURE.md, "The element"). A lazy chunk; one call a page life,
// again only after a failure or a destroy().

import * as glue from 'virtual:engine-glue';
import { after, apply, Channel, closePort, cut, hearOn, pair, postTo, vow, Vow, within } from '../captured';
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

/** so long the list of the first card is waited for, whose file may not come */
const list_max_ms = 1000;

/** The next task. A timer alone takes a second in a tab that nobody sees. */
const breath = (): Promise<unknown> =>
  new Vow((next) => {
    setTimeout(next);
    if (!Channel) return;
    const { port1, port2 } = pair();
    hearOn(port1, (said) => (closePort(port1), next(said)));
    apply(postTo as () => void, port2, [null] as never);
  });

/** One instance a page: two that are made at the same time would take each other's memory. */
let instance: Promise<unknown> | null = null;

/**
 * Compiles, starts, introduces the wallets. Rejects with a WalletError; `life` is the one of the page at the time of asking,
 * and when that has ended meanwhile (React's StrictMode) nothing is started.
 */
export async function run(bytes: Response, life: number): Promise<Running> {
  const nextTask = async (): Promise<void> => {
    await breath();
    if (life != page.life) throw aborted();
  };
  // It takes as long as some frames: the list comes before, if it comes.
  await within(
    list_max_ms,
    vow(() => page.first),
  );
  const { messages, migrateFrom, mobileFullScreen, storage } = page.options;
  if (messages || migrateFrom || mobileFullScreen || storage)
    await (page.own ??= after(
      aside((chunk) => chunk.takeOwn(page.options)),
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
  // What has been compiled, the engine's beginning, what it tells and its views are a task each: a click is not kept waiting for all.
  await nextTask();
  const runner = new Runner(glue, page);
  // Known before its first event: a listener may ask for the state.
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
