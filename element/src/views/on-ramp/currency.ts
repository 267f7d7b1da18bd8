// The localized names and signs of currencies; the code if the browser doesn't know the currency.

export const nameOf = (id: string): string => {
  try {
    return new Intl.DisplayNames('en', { type: 'currency' }).of(id) ?? id;
  } catch {
    return id;
  }
};

/** The sign in a round icon: "$" also for a currency written as "CA$". */
export const signOf = (id: string): string => {
  try {
    const parts = new Intl.NumberFormat('en', { style: 'currency', currency: id }).formatToParts(0);
    const sign = parts.find(({ type }) => type == 'currency')!.value;
    return /\p{Sc}$/u.exec(sign)?.[0] ?? id;
  } catch {
    return id;
  }
};
