// Whether the page is on a phone: as narrow as the sheet, or with touch. Links depend on what the engine knows of the device.

export const isPhone = (): boolean =>
  !!globalThis.matchMedia?.('(max-width: 430px), (pointer: coarse)').matches;
