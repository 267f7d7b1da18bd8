// Verifies a session before it is stored: the modal does, and the page can with its own classes.

import type { SIWXSession } from 'wallet-modal';
import { warnUnsupported } from '../../shared/warn-once';
import { UNSUPPORTED_SIWX } from '../gone';
import type { ChainNamespace } from '../types';

/** A verifier of the page's own, which runs after the modal's. */
export abstract class SIWXVerifier {
  abstract readonly chainNamespace: ChainNamespace;
  shouldVerify(session: SIWXSession): boolean {
    return session.data.chainId.startsWith(`${this.chainNamespace}:`);
  }
  abstract verify(session: SIWXSession): Promise<boolean>;
}

/**
 * Represents the modal's verification, which a session in a page has already passed. Called directly, it has no way to verify, and
 * returns false.
 */
abstract class ByModal extends SIWXVerifier {
  async verify(_session: SIWXSession): Promise<boolean> {
    warnUnsupported('SIWXVerifier.verify', UNSUPPORTED_SIWX.verify);
    return false;
  }
}
/** Whether the modal has verified this. A verifier of the page's own, also a subclass of ours, is called. */
export const isByModal = (one: SIWXVerifier): boolean =>
  one instanceof ByModal && one.verify === ByModal.prototype.verify && !!globalThis.document;

export class EIP155Verifier extends ByModal {
  readonly chainNamespace = 'eip155';
}
export class SolanaVerifier extends ByModal {
  readonly chainNamespace = 'solana';
}
export class BIP122Verifier extends ByModal {
  readonly chainNamespace = 'bip122';
}
