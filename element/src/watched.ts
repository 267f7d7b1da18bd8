// The time (`performance.now()`) from which presses count on buttons that spend, sign, grant or confirm. They never count while the card
// isn't modal, and only half a second after it is modal again (engine/beside.ts; docs/spec/security.md T11).

export const pressGate = { from: 0 };
