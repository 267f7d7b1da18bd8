// Bitcoin wallets expose themselves to a page in several ways at once. An object that is already listed through one way is skipped in the
// others (docs/spec/page-wallets.md section 0: the object is the identity).

const takenBy = new WeakMap<object, object>();

/** Whether the object is already listed through another way than this one. */
export function isKnown(provider: object, way: object): boolean {
  const by = takenBy.get(provider);
  if (!by) takenBy.set(provider, way);
  return !!by && by != way;
}

/** Names under which Bitcoin wallets have registered through the Wallet Standard. */
export const registered = new Set<unknown>();
