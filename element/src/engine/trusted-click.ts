// Checks that a command that spends, signs, grants or confirms comes from the user's click on its own button. Page scripts can reach the
// views (React leaves references on every node of the open shadow root) and set any property of a node. They can't create a trusted event
// that the browser is dispatching through our button right now (docs/spec/security.md T1, T11). Our buttons have a private field since
// their creation, which can't be read or forged.

import { apply, composedPath } from '../captured';
import { pressGate } from '../watched';
import { isOffered } from './offered';

/** each is accepted only from its own button or checkbox */
const OWN = [
  'send.confirm',
  'send.compared',
  'swap.confirm',
  'swap.accept',
  'approvals.confirm',
  'permissions.confirm',
  'sessions.confirm',
  'review.confirm',
  'review.accept',
  'signIn.sign',
] as const;

export type OwnCommand = (typeof OWN)[number];

/** A constructor that returns its argument: a class that extends it adds its private fields to that object. */
const ReturnsArgument = function (element: object) {
  return element;
} as unknown as new (element: object) => object;

class Own extends ReturnsArgument {
  readonly #command: OwnCommand;

  /** Throws for an element that already has the field. */
  constructor(element: object, command: OwnCommand) {
    super(element);
    this.#command = command;
  }

  static of(element: object): OwnCommand | null {
    return #command in element ? element.#command : null;
  }
}

/** Marks one element. Runs when the element is created; calling it again has no effect. */
export function ownFor(command: OwnCommand): (element: Element | null) => void {
  let isOver = false;
  return (element) => {
    if (isOver || !element) return;
    isOver = true;
    new Own(element, command);
  };
}

/** Whether pressing it spends, signs, grants or confirms. */
export const isOwn = (element: Element | null): boolean => !!element && Own.of(element) != null;

/** True for every command that doesn't need a click. */
export function isAllowed(command: string, event: unknown, modal: unknown): boolean {
  let isOwn = false;
  for (let i = 0; i < OWN.length; i++) isOwn ||= OWN[i] == command;
  if (!isOwn) return true;
  try {
    // Throws for anything but an event. `isTrusted` is an own property of every event and can't be redefined. The path is empty after the
    // dispatch.
    const path = apply(composedPath, event, []) as Element[];
    let own: OwnCommand | null = null;
    let isInside = false;
    for (let i = 0; i < path.length; i++) {
      own ??= Own.of(path[i]!);
      isInside ||= path[i] == modal;
    }
    // A card that isn't modal only offers Cancel (beside.ts).
    const isModal = pressGate.from < Infinity;
    return isModal && (event as Event).isTrusted && own == command && isInside && isOffered(own);
  } catch {
    return false;
  }
}
