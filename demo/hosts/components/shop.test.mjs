// A page's own component tests, in whichever runner and document (host.test.mjs): what imports the modal is drawn and pressed, and nothing throws.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { createElement as h } from 'react';
import { WagmiProvider } from 'wagmi';
import { mainnet } from 'wagmi/chains';
import { createWalletModal } from 'wallet-modal';
import {
  ConnectButton,
  getDefaultConfig,
  RainbowKitProvider,
  useConnectModal,
} from 'wallet-modal/rainbowkit';

const { expect, test } = globalThis.test ? globalThis : await import('vitest');

test('the modal opens, names what is missing, and closes', async () => {
  const modal = createWalletModal({ projectId: 'p', networks: [{ id: 1, name: 'Ethereum' }] });
  const button = document.createElement('wallet-button');
  document.body.append(button);
  button.click();
  expect(document.querySelector('wallet-modal')).not.toBeNull();
  // A unit test serves no engine.
  await expect(modal.open()).rejects.toThrow("Couldn't load");
  expect(modal.getState().open).toBe(false);
  await modal.close();
  modal.destroy();
  document.body.replaceChildren();
});

test('renders a page on wagmi with buttons of RainbowKit, and its own button opens the modal', () => {
  const config = getDefaultConfig({ appName: 'Shop', projectId: 'p', chains: [mainnet] });
  const Own = () => {
    const { openConnectModal } = useConnectModal();
    return h('button', { onClick: openConnectModal }, 'Own button');
  };
  const inside = h(RainbowKitProvider, null, h(ConnectButton), h(Own));
  const client = new QueryClient();
  render(h(WagmiProvider, { config }, h(QueryClientProvider, { client }, inside)));
  expect(document.querySelector('wallet-button').getAttribute('data-testid')).toBe('rk-connect-button');
  fireEvent.click(screen.getByText('Own button'));
});
