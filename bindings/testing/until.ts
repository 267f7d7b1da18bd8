// Waiting without a test runner: until a condition holds, otherwise it throws with a message about what didn't.

const STEP_MS = 50;

/** The default time limit of a helper: more than any view needs, less than a test has. */
export const WAIT_MS = 10_000;

/** Reads until `holds`; the error contains the last value. */
export async function until<T>(
  what: string,
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  wait_ms = WAIT_MS,
): Promise<T> {
  const end = Date.now() + wait_ms;
  let last: string;
  for (;;) {
    try {
      const value = await read();
      if (holds(value)) return value;
      last = JSON.stringify(value) ?? 'nothing';
    } catch (error) {
      last = (error as Error).message;
    }
    if (Date.now() > end) throw new Error(`${what}: not in ${wait_ms} ms, at last ${last}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
