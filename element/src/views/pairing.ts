// One chunk for connecting a wallet that is not in this page.

export { ConnectingWalletConnect } from './connecting-wallet-connect/connecting-wallet-connect';
export { ConnectingWalletConnectBasic } from './connecting-wallet-connect-basic/connecting-wallet-connect-basic';
