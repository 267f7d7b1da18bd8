// `wallet-modal/appkit`: the API of `@reown/appkit` with this modal (docs/guide/from-appkit.md).

import { gone } from './gone-exports';

export { AppKit } from './kit';
export { createAppKit } from './make';
export type { Adapter, Adapter as ChainAdapter } from './adapter';
export type * from './types';
export const CoreHelperUtil = gone('CoreHelperUtil');
export const AccountController = gone('AccountController');
export const WcConstantsUtil = gone('WcConstantsUtil');
export const WcHelpersUtil = gone('WcHelpersUtil');
export const DEFAULT_METHODS = gone('DEFAULT_METHODS');
