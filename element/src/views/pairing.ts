// One chunk for connecting a wallet that isn't in this page.

export { ConnectingWalletConnect } from './connecting-wallet-connect/connecting-wallet-connect';
export { ConnectingWalletConnectBasic } from './connecting-wallet-connect-basic/connecting-wallet-connect-basic';
