// From the load of the demo's page to a list of wallets that takes clicks, and the same again.
import { BUTTON } from './browser.mjs';

/** One frame. */
const FRAME_GOAL = { most: 16 };
const HOVER_MS = 300;
/** Reopening is short: several a browser cost little. */
const REOPENS = 5;

export async function open({ browse, each, line }) {
  const load = [];
  const cold = { frame: [], card: [], list: [] };
  const hovered = [];
  const again = { frame: [], list: [] };
  await each(async () => {
    await browse('/', async ({ loaded_ms, timed, quiet, close }) => {
      load.push(loaded_ms);
      const first = await timed(BUTTON, Object.keys(cold));
      for (const name of Object.keys(cold)) cold[name].push(first[name]);
      await quiet();
      await close();
      for (let i = 0; i < REOPENS; i++) {
        const { frame, list } = await timed(BUTTON, ['frame', 'list']);
        again.frame.push(frame);
        again.list.push(list);
        await close();
      }
    });
    await browse('/', async ({ loaded_ms, timed }) => {
      load.push(loaded_ms);
      hovered.push((await timed(BUTTON, ['list'], { hover_ms: HOVER_MS })).list);
    });
  });
  line('load of the demo to button', 'ms', load);
  line('click to first frame, cold', 'ms', cold.frame);
  line('click to card, cold', 'ms', cold.card);
  line('click to list, cold', 'ms', cold.list);
  line(`click to list, after ${HOVER_MS} ms of hover`, 'ms', hovered);
  line('warm reopen: click to first frame', 'ms', again.frame, FRAME_GOAL);
  line('warm reopen: click to list, with its animation', 'ms', again.list);
}
