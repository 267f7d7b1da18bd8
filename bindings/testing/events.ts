// What the modal tells a page, kept for a test over reloads.
import type { ScriptedPage } from './page';

const NAMES =
  'open close view-change status connect disconnect account-change network-change balance-change transaction toast alert error request ready';

export interface Heard {
  /** all of a name, `wallet-connect`, the oldest first */
  of(name: string): Record<string, unknown>[];
}

let listeners = 0;

/** Keeps every public event of the page from now on, reloads included. Before the page is loaded. */
export async function hearEvents(page: ScriptedPage): Promise<Heard> {
  const heard: { name: string; detail: Record<string, unknown> }[] = [];
  const binding = `__heard_${++listeners}`;
  await page.exposeFunction(binding, (name: string, text: string) =>
    heard.push({ name, detail: JSON.parse(text) as Record<string, unknown> }),
  );
  await page.addInitScript(
    ([tell, names]: [string, string]) => {
      for (const name of names.split(' '))
        document.addEventListener(`wallet-${name}`, (event) => {
          const own = window as unknown as Record<string, (name: string, text: string) => void>;
          own[tell]!(`wallet-${name}`, JSON.stringify((event as CustomEvent).detail ?? {}));
        });
    },
    [binding, NAMES],
  );
  return { of: (name) => heard.filter((one) => one.name == name).map(({ detail }) => detail) };
}
