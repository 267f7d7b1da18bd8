// Prefetching: runs while the page is idle, and not on a metered or slow connection.

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Calls the function when the page is idle, or never. Returns a function that cancels it. */
export function whenIdle(fn: () => void): (() => void) | undefined {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData || /[23]g/.test(connection?.effectiveType ?? '')) return;
  // Safari lacks requestIdleCallback, and an element of the page might have that name.
  const { requestIdleCallback: ask, cancelIdleCallback: cancel }: Partial<typeof globalThis> = Object.hasOwn(
    globalThis,
    'requestIdleCallback',
  )
    ? globalThis
    : {};
  const id = ask?.(fn) ?? setTimeout(fn, 300);
  return () => (cancel ?? clearTimeout)(id as number);
}
