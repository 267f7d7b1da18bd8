// Wallets of bitcoin put themselves into a page by several ways at once: an object that is in the list by one is not taken by another
// (docs/spec/page-wallets.md section 0: identity is the object).

const takenBy = new WeakMap<object, object>();

/** Whether the object is in the list by another way than this one. */
export function isKnown(provider: object, way: object): boolean {
  const by = takenBy.get(provider);
  if (!by) takenBy.set(provider, way);
  return !!by && by != way;
}

/** Names under which wallets of bitcoin have registered by the Wallet Standard. */
export const registered = new Set<unknown>();
