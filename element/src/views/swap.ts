// One chunk for views that always follow each other.

export { SwapPreview } from './swap-preview/swap-preview';
export { SwapSelectToken } from './swap-select-token/swap-select-token';
export { Swap } from './swap/swap';
