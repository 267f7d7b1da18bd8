// `wallet-modal/rainbowkit/wallets`: wallets by the names of `@rainbow-me/rainbowkit/wallets`. Every wallet of the page and of the directory is in
// the list anyway; one that is named here comes first, where it announces itself (EIP-6963) under the name beside it.

import type { CreateConnectorFn } from 'wagmi';
import { walletModal } from '../wagmi';
import type { Wallet } from './types';

type Make = (parameters?: { projectId?: string; [more: string]: unknown }) => Wallet;

const ours = new WeakSet<object>();
/** the names under which a button may ask for them, without regard to capitals */
const byName = new Map<string, string>();
const titles = new Map<string, string>();

export const isOurs = (make: object): boolean => ours.has(make);
/** What a wallet is asked for by: the name that it announces itself under, else what the page has said. */
export const rdnsOf = (name: string): string => byName.get(name.toLowerCase()) ?? name;

/** What people call it. */
export const titleOf = (name: string): string =>
  titles.get(name.toLowerCase()) ?? name.charAt(0).toUpperCase() + name.slice(1);

function wallet(id: string, name: string, rdns?: string): Make {
  const make: Make = (parameters = {}) => ({
    id,
    name,
    ...(rdns ? { rdns } : {}),
    iconUrl: '',
    iconBackground: 'transparent',
    createConnector: () =>
      walletModal({ projectId: parameters.projectId ?? '' }) as unknown as CreateConnectorFn,
  });
  ours.add(make);
  titles.set(id.toLowerCase(), name);
  if (rdns) byName.set(id.toLowerCase(), rdns);
  return make;
}

export const argentWallet = wallet('argent', 'Argent');
export const anchorageDigitalWallet = wallet('anchorageDigital', 'Anchorage Digital');
export const backpackWallet = wallet('backpack', 'Backpack', 'app.backpack');
export const base = wallet('base', 'Base');
export const baseAccount = wallet('baseAccount', 'Base Account');
export const berasigWallet = wallet('berasig', 'Berasig');
export const bestWallet = wallet('best', 'Best Wallet');
export const bifrostWallet = wallet('bifrost', 'Bifrost');
export const binanceWallet = wallet('binance', 'Binance');
export const bitgetWallet = wallet('bitget', 'Bitget', 'com.bitget.web3');
export const bitskiWallet = wallet('bitski', 'Bitski');
export const bitverseWallet = wallet('bitverse', 'Bitverse');
export const bloomWallet = wallet('bloom', 'Bloom');
export const braveWallet = wallet('brave', 'Brave Wallet', 'com.brave.wallet');
export const bybitWallet = wallet('bybit', 'Bybit');
export const clvWallet = wallet('clv', 'CLV');
export const coin98Wallet = wallet('coin98', 'Coin98');
export const coinbaseWallet = wallet('coinbase', 'Coinbase Wallet', 'com.coinbase.wallet');
export const compassWallet = wallet('compass', 'Compass');
export const coreWallet = wallet('core', 'Core', 'app.core.extension');
export const ctrlWallet = wallet('ctrl', 'Ctrl');
export const dawnWallet = wallet('dawn', 'Dawn');
export const desigWallet = wallet('desig', 'Desig');
export const enkryptWallet = wallet('enkrypt', 'Enkrypt', 'com.enkrypt');
export const foxWallet = wallet('fox', 'Fox');
export const frameWallet = wallet('frame', 'Frame', 'sh.frame');
export const frontierWallet = wallet('frontier', 'Frontier');
export const gateWallet = wallet('gate', 'Gate');
export const geminiWallet = wallet('gemini', 'Gemini');
export const imTokenWallet = wallet('imToken', 'imToken');
export const injectedWallet = wallet('injected', 'Browser Wallet');
export const iopayWallet = wallet('iopay', 'Iopay');
export const kaiaWallet = wallet('kaia', 'Kaia');
export const kaikasWallet = wallet('kaikas', 'Kaikas');
export const krakenWallet = wallet('kraken', 'Kraken');
export const kresusWallet = wallet('kresus', 'Kresus');
export const ledgerWallet = wallet('ledger', 'Ledger');
export const magicEdenWallet = wallet('magicEden', 'Magic Eden');
export const metaMaskWallet = wallet('metaMask', 'MetaMask', 'io.metamask');
export const mewWallet = wallet('mew', 'MEW');
export const mecoWallet = wallet('meco', 'Meco');
export const nestWallet = wallet('nest', 'Nest');
export const novaWallet = wallet('nova', 'Nova');
export const oktoWallet = wallet('okto', 'Okto');
export const okxWallet = wallet('okx', 'OKX Wallet', 'com.okex.wallet');
export const omniWallet = wallet('omni', 'Omni');
export const oneInchWallet = wallet('oneInch', '1inch Wallet');
export const oneKeyWallet = wallet('oneKey', 'OneKey', 'so.onekey.app.wallet');
export const paraSwapWallet = wallet('paraSwap', 'ParaSwap');
export const phantomWallet = wallet('phantom', 'Phantom', 'app.phantom');
export const portoWallet = wallet('porto', 'Porto');
export const rabbyWallet = wallet('rabby', 'Rabby', 'io.rabby');
export const rainbowWallet = wallet('rainbow', 'Rainbow', 'me.rainbow');
export const readyWallet = wallet('ready', 'Ready');
export const ramperWallet = wallet('ramper', 'Ramper');
export const roninWallet = wallet('ronin', 'Ronin', 'com.roninchain.wallet');
export const safeheronWallet = wallet('safeheron', 'Safeheron');
export const safepalWallet = wallet('safepal', 'Safepal');
export const safeWallet = wallet('safe', 'Safe');
export const seifWallet = wallet('seif', 'Seif');
export const subWallet = wallet('sub', 'Sub');
export const tahoWallet = wallet('taho', 'Taho');
export const talismanWallet = wallet('talisman', 'Talisman');
export const tokenaryWallet = wallet('tokenary', 'Tokenary');
export const tokenPocketWallet = wallet('tokenPocket', 'Token Pocket');
export const trustWallet = wallet('trust', 'Trust Wallet', 'com.trustwallet.app');
export const universalProfilesWallet = wallet('universalProfiles', 'Universal Profiles');
export const uniswapWallet = wallet('uniswap', 'Uniswap', 'org.uniswap.app');
export const valoraWallet = wallet('valora', 'Valora');
export const walletConnectWallet = wallet('walletConnect', 'WalletConnect');
export const wigwamWallet = wallet('wigwam', 'Wigwam');
export const xdefiWallet = wallet('xdefi', 'XDEFI');
export const xPortalWallet = wallet('xPortal', 'xPortal');
export const zealWallet = wallet('zeal', 'Zeal');
export const zerionWallet = wallet('zerion', 'Zerion', 'io.zerion.wallet');
export const zilPayWallet = wallet('zilPay', 'ZilPay');
