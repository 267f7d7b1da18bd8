// `wallet-modal/appkit`: the API of `@reown/appkit` with this modal (docs/guide/from-appkit.md).

import { unsupported } from './gone-exports';

export { AppKit } from './kit';
export { createAppKit } from './make';
export type { Adapter, Adapter as ChainAdapter } from './adapter';
export type * from './types';
export const CoreHelperUtil = unsupported('CoreHelperUtil');
export const AccountController = unsupported('AccountController');
export const WcConstantsUtil = unsupported('WcConstantsUtil');
export const WcHelpersUtil = unsupported('WcHelpersUtil');
export const DEFAULT_METHODS = unsupported('DEFAULT_METHODS');
