// A wallet that the page adds itself (handle.addConnector, docs/spec/public-api.md section 9): an EIP-1193 provider becomes a wallet like
// any other.

import { lower } from '../captured';
import type { PageWallet } from '../engine/border';
import { adaptEip1193, type Eip1193Like } from './eip1193';

/** The fields of a connector that are used here. */
export interface HostConnector {
  id: string;
  name: string;
  provider: object;
  imageUrl?: string;
  info?: { rdns?: string };
}

/** IDs of built-in connectors, which a page can't use. */
const ours = ['walletConnect', 'ID_AUTH', 'safe', 'injected'];
/** The engine's ID for a connector of the page (decision 194, "Connectors of the page"; `host_id` in engine/core's page_wallets.rs). */
// eslint-disable-next-line no-restricted-syntax -- an ID
export const hostId = (id: string): string => (/[.:#]/.test(id) || ours.includes(id) ? `host:${id}` : id);

export const toHostWallet = ({ id, name, provider, imageUrl, info }: HostConnector): PageWallet => ({
  id,
  name,
  icon: null,
  picture: imageUrl,
  rdns: info?.rdns ? lower(info.rdns) : null,
  namespaces: ['eip155'],
  type: 'HOST',
  provider,
  ...adaptEip1193(provider as Eip1193Like),
});
