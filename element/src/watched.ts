// From when on a press counts that spends, signs, grants or confirms (`performance.now()`): never while the card isn't modal, and only half a
// second after it is again (engine/beside.ts; docs/spec/security.md T11).

export const watched = { from: 0 };
