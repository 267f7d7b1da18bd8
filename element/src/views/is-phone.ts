// Whether somebody holds this in the hand: narrow as the sheet is, or touched. What the engine knows of the device decides about links.

export const isPhone = (): boolean =>
  !!globalThis.matchMedia?.('(max-width: 430px), (pointer: coarse)').matches;
