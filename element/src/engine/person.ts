// Whether a command that spends comes from a person's click on the button that says so. Scripts of the page find their way to the views
// (React leaves itself on every node of the open shadow root); what they cannot make is an event that the browser calls trusted and that
// is on its way through our button right now (docs/spec/security.md T1, T11).

import { apply, composedPath } from '../captured';

/** True for every command that spends nothing. */
export function isAllowed(command: string, event: unknown, modal: unknown): boolean {
  const button =
    command == 'send.confirm'
      ? 'wm-send-confirm'
      : command == 'approvals.confirm'
        ? 'wm-revoke-confirm'
        : command == 'swap.confirm'
          ? 'swap-action-button'
          : null;
  if (!button) return true;
  try {
    // Asked of anything but an event this throws, and `isTrusted` is own to every event and not to be exchanged. The path is empty once
    // the click is over.
    const path = apply(composedPath, event, []) as Element[];
    let found = 0;
    for (let i = 0; i < path.length; i++)
      if (path[i] == modal || (path[i] as HTMLElement).dataset?.testid == button) found++;
    return (event as Event).isTrusted && found == 2;
  } catch {
    return false;
  }
}
