// The engine's way to the host's sign-in object (option `siwx` or `siweConfig`), which stays in the page.

import { after } from '../captured';
import { ignore, type page as Page } from '../page';
import type { SIWEConfig, SIWX } from '../siwx/types';

/** Of an object of ours (bindings/appkit/siwx.ts): its sessions lie where the page could have written them, so each counts by its signature. */
type InPage = { readonly inPage?: boolean };
type Flags = Partial<SIWEConfig> & { options?: Partial<SIWEConfig> };

/** What throws counts as required: a failure must not skip the sign-in. */
function isRequired(siwx: Partial<SIWX>): boolean {
  try {
    return !!siwx.getRequired?.();
  } catch {
    return true;
  }
}

/** What must be known at once: read from the host's own object, which may not have been completed yet. */
function settings({ options }: typeof Page): object {
  const { siwx, siweConfig } = options as { siwx?: SIWX & InPage; siweConfig?: Flags };
  const flags = { ...siweConfig, ...siweConfig?.options };
  return siwx
    ? {
        required: isRequired(siwx),
        signOutOnDisconnect: siwx.signOutOnDisconnect !== false,
        signOutOnAccountChange: (siwx.signOutOnAccountChange ?? siwx.signOutOnDisconnect) !== false,
        promptAfterReload: siwx.promptAfterReload !== false,
        // the built-in one keeps them (siwx/built-in.ts), and one that says so
        inPage: typeof siwx.getSessions != 'function' || siwx.inPage === true,
      }
    : {
        required: flags.required !== false,
        signOutOnDisconnect: flags.signOutOnDisconnect !== false,
        signOutOnAccountChange: flags.signOutOnAccountChange !== false,
        signOutOnNetworkChange: flags.signOutOnNetworkChange !== false,
        promptAfterReload: flags.promptAfterReload !== false,
      };
}

export const askSIWX = (page: typeof Page, method: string, given: unknown): unknown =>
  method == 'settings'
    ? settings(page)
    : after(import('../siwx/ask'), (chunk) => chunk.answer(page, method, given));

/** Completes what the host gave, so that getSIWX() has it. */
export function makeSIWX(page: typeof Page): void {
  if (page.options.siwx || page.options.siweConfig)
    void after(
      after(import('../siwx/ask'), (chunk) => void chunk.siwxOf(page)),
      ignore,
      ignore,
    );
}
