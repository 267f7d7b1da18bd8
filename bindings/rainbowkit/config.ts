// Creates wagmi's config with one connector, ours, which has every wallet.

import { createConfig, http, type Config, type CreateConfigParameters, type CreateConnectorFn } from 'wagmi';
import type { Transport } from 'viem';
import type { Options, WalletModalHandle } from 'wallet-modal';
import { warnUnsupported } from '../shared/warn-once';
import { withSsr, walletModal } from '../wagmi';
import type { Chain, RainbowKitWalletConnectParameters, WalletDetailsParams, WalletList } from './types';
import { answerConnectors } from '../wagmi/asked';
import { CONNECTOR_IDS, isOurs } from './named';
import { listingOf } from './icons';
import { addOwn, ownWallets } from './own';
import { base, metaMaskWallet, rainbowWallet, safeWallet, walletConnectWallet } from './wallets';

export interface ConnectorsForWalletsParameters {
  projectId: string;
  appName: string;
  appDescription?: string;
  appUrl?: string;
  appIcon?: string;
  walletConnectParameters?: RainbowKitWalletConnectParameters;
}

/**
 * The page's wallets in its order: they come first in the list, and the others follow. The page's own wallets are connectors. Two names
 * might share a listing.
 */
function featured(list: WalletList, projectId: string): string[] {
  return list.flatMap(({ wallets }) =>
    wallets.flatMap((make) => {
      if (!isOurs(make)) return [];
      const { id, rdns } = (make as unknown as (parameters: object) => { id: string; rdns?: string })({
        projectId,
      });
      // The browser wallet, and its listing: in the directory, otherwise in the package.
      return [rdns, listingOf(id)].filter((name) => name != null);
    }),
  );
}

function optionsOf(
  { projectId, appName, appDescription, appUrl, appIcon, ...rest }: ConnectorsForWalletsParameters,
  wallets: WalletList | undefined,
): Options {
  if (rest.walletConnectParameters)
    warnUnsupported(
      'walletConnectParameters',
      'The engine has its own client. To describe your page, use `metadata`.',
    );
  const ids = wallets ? [...new Set(featured(wallets, projectId))] : [];
  return {
    projectId,
    metadata: {
      name: appName,
      ...(appDescription ? { description: appDescription } : {}),
      ...(appUrl ? { url: appUrl } : {}),
      ...(appIcon ? { icons: [appIcon] } : {}),
    },
    // RainbowKit only has wallets.
    features: { email: false, socials: false },
    ...(ids.length ? { featuredWalletIds: ids } : {}),
  };
}

export function connectorsForWallets(
  wallets: WalletList,
  parameters: ConnectorsForWalletsParameters,
): CreateConnectorFn[] {
  const make = walletModal(optionsOf(parameters, wallets)) as unknown as CreateConnectorFn;
  const own = ownWallets(wallets, parameters);
  if (!own.length) return [make];
  return [
    (given) => {
      const ours = make(given) as ReturnType<CreateConnectorFn> & {
        getModal(): WalletModalHandle | undefined;
      };
      const { setup: begin } = ours;
      const setup = async (): Promise<void> => {
        await begin?.();
        const modal = ours.getModal();
        if (modal) addOwn(modal, own, given);
      };
      return Object.assign(ours, { setup });
    },
  ];
}

export function getDefaultWallets(parameters: ConnectorsForWalletsParameters): {
  connectors: CreateConnectorFn[];
  wallets: WalletList;
};
export function getDefaultWallets(): { wallets: WalletList };
export function getDefaultWallets(parameters?: ConnectorsForWalletsParameters) {
  const wallets: WalletList = [
    {
      groupName: 'Popular',
      wallets: [safeWallet, rainbowWallet, base, metaMaskWallet, walletConnectWallet],
    },
  ];
  return parameters ? { connectors: connectorsForWallets(wallets, parameters), wallets } : { wallets };
}

export function getWalletConnectConnector({
  projectId,
}: {
  projectId: string;
  walletConnectParameters?: RainbowKitWalletConnectParameters;
}): (details: WalletDetailsParams) => CreateConnectorFn {
  warnUnsupported('getWalletConnectConnector', 'One connector has all wallets, including mobile wallets.');
  return () => walletModal({ projectId }) as unknown as CreateConnectorFn;
}

type Chains = readonly [Chain, ...Chain[]];

interface GetDefaultConfigParameters<
  chains extends Chains,
  transports extends Record<chains[number]['id'], Transport>,
>
  extends
    Omit<CreateConfigParameters<chains, transports>, 'client' | 'connectors'>,
    ConnectorsForWalletsParameters {
  wallets?: WalletList;
}

export function getDefaultConfig<
  chains extends Chains,
  transports extends Record<chains[number]['id'], Transport>,
>({
  appName,
  appDescription,
  appUrl,
  appIcon,
  wallets,
  projectId,
  walletConnectParameters,
  ...rest
}: GetDefaultConfigParameters<chains, transports>): Config<chains, transports, CreateConnectorFn[]> {
  const chains = rest.chains as readonly Chain[];
  const parameters = { projectId, appName, appDescription, appUrl, appIcon, walletConnectParameters };
  const config = createConfig({
    multiInjectedProviderDiscovery: false,
    ...rest,
    transports: rest.transports ?? Object.fromEntries(chains.map(({ id }) => [id, http()])),
    connectors: connectorsForWallets(wallets ?? [], parameters as ConnectorsForWalletsParameters),
  } as never);
  answerConnectors(config, CONNECTOR_IDS);
  return withSsr(config) as unknown as Config<chains, transports, CreateConnectorFn[]>;
}
