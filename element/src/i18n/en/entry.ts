// The few texts the entry paints before the catalogue is there (docs/spec/views.md section 1), each a constant of its own: keys would be
// bytes. The same words as in first.ts.

export const connectTitle = 'Connect wallet';
export const connectLoading = 'Loading wallets';
export const close = 'Close';
export const buttonConnect = 'Connect wallet';
export const buttonOpening = 'Opening';
export const buttonConnecting = 'Connecting';
export const buttonNetwork = 'Choose network';
export const loadFailed = "Couldn't load";
export const loadFailedText = 'Check your connection.';
export const retry = 'Try again';
export const noWebAssembly = 'WebAssembly is off';
