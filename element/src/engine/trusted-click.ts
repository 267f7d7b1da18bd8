// Whether a command that spends, signs, grants or confirms comes from a person's click on the button that says so. Scripts of the page find
// their way to the views (React leaves itself on every node of the open shadow root) and may write on each node what they like; what they
// cannot make is an event that the browser calls trusted and that is on its way through our button right now (docs/spec/security.md T1, T11).
// Our buttons are known by a private field that they get when they are made, not by anything that can be read or written.

import { apply, composedPath } from '../captured';
import { watched } from '../watched';
import { isOffered } from './offered';

/** each is sent from its own button (or box) alone */
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

/** A constructor that returns what it is given: a class that extends it puts its private fields there. */
const Given = function (element: object) {
  return element;
} as unknown as new (element: object) => object;

class Own extends Given {
  readonly #command: OwnCommand;

  /** Throws for an element that is one already. */
  constructor(element: object, command: OwnCommand) {
    super(element);
    this.#command = command;
  }

  static of(element: object): OwnCommand | null {
    return #command in element ? element.#command : null;
  }
}

/** For one element: called when it has been made, and of no use to who calls it again. */
export function ownFor(command: OwnCommand): (element: Element | null) => void {
  let isOver = false;
  return (element) => {
    if (isOver || !element) return;
    isOver = true;
    new Own(element, command);
  };
}

/** Whether a press of it spends, signs, grants or confirms. */
export const isOwn = (element: Element | null): boolean => !!element && Own.of(element) != null;

/** True for every command that needs no person. */
export function isAllowed(command: string, event: unknown, modal: unknown): boolean {
  let isOwn = false;
  for (let i = 0; i < OWN.length; i++) isOwn ||= OWN[i] == command;
  if (!isOwn) return true;
  try {
    // Asked of anything but an event this throws, and `isTrusted` is own to every event and not to be exchanged. The path is empty once
    // the click is over.
    const path = apply(composedPath, event, []) as Element[];
    let own: OwnCommand | null = null;
    let isInside = false;
    for (let i = 0; i < path.length; i++) {
      own ??= Own.of(path[i]!);
      isInside ||= path[i] == modal;
    }
    // A card that isn't modal offers only Cancel (beside.ts).
    const isModal = watched.from < Infinity;
    return isModal && (event as Event).isTrusted && own == command && isInside && isOffered(own);
  } catch {
    return false;
  }
}
