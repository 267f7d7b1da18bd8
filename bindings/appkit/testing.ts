// For the tests of this binding: the real entry, and a fake engine.

import type { AccountState, Network } from '../../element/src/contract';
import type { RequestArguments } from '../../element/src/engine/border';
import { noAccount, noNetworks } from '../../element/src/handle/initial';
import { FakeEngine } from '../../element/src/testing/engine';
import type { AppKit } from './kit';
import { caipOf } from './options';
import type { AppKitNetwork, ChainNamespace } from './types';

export const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
export const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

export const chain = (id: number, name: string): AppKitNetwork => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`https://node-${id}.example`] } },
});
export const mainnet = chain(1, 'Ethereum');
export const optimism = chain(10, 'OP Mainnet');

/** Starts the engine with these networks and responses. */
export async function running(
  modal: AppKit,
  answer?: (asked: RequestArguments & { type?: string }) => unknown,
): Promise<FakeEngine> {
  await modal.ready();
  const engine = FakeEngine.last;
  const list = modal.options.networks.map(caipOf) as unknown as Network[];
  engine.set('networks', { ...noNetworks, list, active: list[0]! });
  engine.answer = async (asked) => answer?.(asked as never);
  return engine;
}

/** Reports an account as the engine does: the slice, then the events. */
export function say(
  state: Partial<AccountState>,
  namespace: ChainNamespace = 'eip155',
  reference = '1',
): void {
  const engine = FakeEngine.last;
  const caipAddress = state.address ? `${namespace}:${reference}:${state.address}` : null;
  const account: AccountState = {
    ...noAccount(namespace),
    allAccounts: state.address ? [{ namespace, address: state.address, type: 'eoa' }] : [],
    caipAddress,
    isConnected: state.status == 'connected',
    ...state,
  };
  const others = engine.slices.accounts.list.filter((one) => one.namespace != namespace);
  engine.set('accounts', { list: [...others, account] });
  engine.host.emit('wallet-status', { namespace, status: account.status });
  if (account.isConnected) engine.host.emit('wallet-account-change', { ...account });
}

export const connected = (address = A): void => say({ status: 'connected', address });
