// The same of `wallet-modal/react`: components, hooks, tags.
import {
  useAccount,
  useBalance,
  useDisconnect,
  useNetwork,
  useProvider,
  useTheme,
  useWallet,
  useWalletEvents,
  useWalletInfo,
  useWalletModal,
  useWalletState,
  WalletModal,
  type WalletElements,
  type WalletModalProps,
} from 'wallet-modal/react';
import type { Eip1193Provider, SolanaProvider } from 'wallet-modal';

function Shown() {
  const { address, network, switchNetwork, open, initialized } = useWallet('eip155');
  const eip155: Eip1193Provider | null = useProvider('eip155');
  const solana: SolanaProvider | null = useProvider('solana');
  const { balance, symbol, tokens } = useBalance();
  const { themeMode, setThemeMode } = useTheme();
  const disconnect = useDisconnect();
  useWalletEvents((event) => event.type == 'wallet-connect' && console.log(event.detail.address));
  const said = [address, network?.name, balance, symbol, tokens?.length, useWalletInfo()?.name, themeMode];
  return (
    <div>
      <wallet-modal embedded onwallet-open={({ detail }) => void detail.view} theme-mode="dark" />
      <wallet-button label="Connect" size="s" balance="hide" chars-start={4} wallet="io.metamask">
        <b slot="icon">*</b>
      </wallet-button>
      <wallet-account-button namespace="solana" disabled />
      <wallet-network-button label="Network" for="modal" />
      {/* @ts-expect-error no such size */}
      <wallet-button size="xl" />
      <button onClick={() => void open({ view: 'Networks' })}>{said.join(' ')}</button>
      <button onClick={() => void switchNetwork(137)} disabled={!initialized || !eip155 || !solana} />
      <button onClick={() => void disconnect()}>{useAccount('eip155').status}</button>
      <button onClick={() => void setThemeMode('light')}>{String(useWalletState().open)}</button>
      <p>{useNetwork().networks.length}</p>
      <p>{useWalletModal()?.getChainId()}</p>
    </div>
  );
}

const props: WalletModalProps = { options: { projectId: 'demo', networks: [{ id: 1 }] } };
export type Tag = WalletElements['wallet-button'];
export const page = (
  <WalletModal {...props}>
    <Shown />
  </WalletModal>
);
