// Records the modal's events for a test, also after reloads.
import type { ScriptedPage } from './page';

/** All events of docs/spec/public-api.md section 4. */
export const NAMES =
  'ready open close before-close view-change state status connect disconnect account-change network-change networks-change balance-change ' +
  'connections-change provider-change pairing request transaction sign-in sign-out features-change theme-change toast alert error track';

export interface RecordedEvents {
  /** all events of a name, such as `wallet-connect`, oldest first */
  of(name: string): Record<string, unknown>[];
}

let listeners = 0;

/** Records every public event of the page from now on, also after reloads. Call it before the page loads. */
export async function recordEvents(page: ScriptedPage): Promise<RecordedEvents> {
  const events: { name: string; detail: Record<string, unknown> }[] = [];
  const binding = `__heard_${++listeners}`;
  await page.exposeFunction(binding, (name: string, text: string) =>
    events.push({ name, detail: JSON.parse(text) as Record<string, unknown> }),
  );
  await page.addInitScript(
    ([tell, names]: [string, string]) => {
      for (const name of names.split(' '))
        document.addEventListener(`wallet-${name}`, (event) => {
          const own = window as unknown as Record<string, (name: string, text: string) => void>;
          // A provider is an object of the page that can't be serialized.
          const asText = (key: string, value: unknown) => (key == 'provider' ? undefined : value);
          own[tell]!(`wallet-${name}`, JSON.stringify((event as CustomEvent).detail ?? {}, asText));
        });
    },
    [binding, NAMES],
  );
  return { of: (name) => events.filter((one) => one.name == name).map(({ detail }) => detail) };
}
