// What a page brought along from another modal and ours has no counterpart for is said, once a name, with the way there is.

const said = new Set<string>();

/** On the console, as everything of ours that is for developers; the second time nothing. */
export function warnOnce(name: string, way: string): void {
  if (said.has(name)) return;
  said.add(name);

  console.warn(`[wallet-modal] ${name}: ${way}`);
}

/** For tests: nothing has been said yet. */
export const forgetSaid = (): void => said.clear();
