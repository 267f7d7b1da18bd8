// Who checks a session before it is kept: the modal, and the page by classes of its own.

import type { SIWXSession } from 'wallet-modal';
import { warnUnsupported } from '../../shared/warn-once';
import { UNSUPPORTED_SIWX } from '../gone';
import type { ChainNamespace } from '../types';

/** A check of the page's own, after the modal's. */
export abstract class SIWXVerifier {
  abstract readonly chainNamespace: ChainNamespace;
  shouldVerify(session: SIWXSession): boolean {
    return session.data.chainId.startsWith(`${this.chainNamespace}:`);
  }
  abstract verify(session: SIWXSession): Promise<boolean>;
}

/** Stands for the modal's check: in a page the session has passed it. Asked by itself it knows of no check, and says no. */
abstract class ByModal extends SIWXVerifier {
  async verify(_session: SIWXSession): Promise<boolean> {
    warnUnsupported('SIWXVerifier.verify', UNSUPPORTED_SIWX.verify);
    return false;
  }
}
/** Whether the modal has made this check: one of the page's own, also in a class made of ours, is asked. */
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
