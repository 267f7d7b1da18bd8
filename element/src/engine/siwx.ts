// Connects the engine to the page's sign-in object (option `siwx` or `siweConfig`), which stays in the page.

import { after } from '../captured';
import { ignore, type page as Page } from '../page';
import type { SIWEConfig, SIWX } from '../siwx/types';

/**
 * Set by our own objects (bindings/appkit/siwx.ts): page scripts could have written their sessions, so each counts only with a valid
 * signature.
 */
type InPage = { readonly inPage?: boolean };
type Flags = Partial<SIWEConfig> & { options?: Partial<SIWEConfig> };

/** If it throws, sign-in counts as required: an error must not skip it. */
function isRequired(siwx: Partial<SIWX>): boolean {
  try {
    return !!siwx.getRequired?.();
  } catch {
    return true;
  }
}

/** The settings that must be known synchronously. Read from the page's object, which might not have been completed yet. */
function settings({ options }: typeof Page): object {
  const { siwx, siweConfig } = options as { siwx?: SIWX & InPage; siweConfig?: Flags };
  const flags = { ...siweConfig, ...siweConfig?.options };
  return siwx
    ? {
        required: isRequired(siwx),
        signOutOnDisconnect: siwx.signOutOnDisconnect !== false,
        signOutOnAccountChange: (siwx.signOutOnAccountChange ?? siwx.signOutOnDisconnect) !== false,
        promptAfterReload: siwx.promptAfterReload !== false,
        // the built-in one stores them in the page (siwx/built-in.ts), and so does an object with `inPage`
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

export const callSIWX = (page: typeof Page, method: string, given: unknown): unknown =>
  method == 'settings'
    ? settings(page)
    : after(import('../siwx/ask'), (chunk) => chunk.answer(page, method, given));

/** Completes the page's object, so that getSIWX() returns it. */
export function makeSIWX(page: typeof Page): void {
  if (page.options.siwx || page.options.siweConfig)
    void after(
      after(import('../siwx/ask'), (chunk) => void chunk.siwxOf(page)),
      ignore,
      ignore,
    );
}
