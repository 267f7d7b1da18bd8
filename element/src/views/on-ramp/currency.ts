// Currencies by their names and signs, as all texts are; by their codes where the browser does not know them.

export const nameOf = (id: string): string => {
  try {
    return new Intl.DisplayNames('en', { type: 'currency' }).of(id) ?? id;
  } catch {
    return id;
  }
};

/** What a round face shows of it: "$" also of one that is written "CA$". */
export const signOf = (id: string): string => {
  try {
    const parts = new Intl.NumberFormat('en', { style: 'currency', currency: id }).formatToParts(0);
    const sign = parts.find(({ type }) => type == 'currency')!.value;
    return /\p{Sc}$/u.exec(sign)?.[0] ?? id;
  } catch {
    return id;
  }
};
