/**
 * wallet_grantPermissions and wallet_revokePermissions (ERC-7715, docs/spec/services.md A10). A grant is a text that the smart account's
 * owner signs; the site stores both, and lists of smart sessions read them there. No code here acts with such a grant.
 */
import { createPublicClient, http, keccak256, stringToHex, type Address, type Hex } from 'viem';
import type { Fact } from '../wallets/confirm/dom';
import { tokenFacts, type TokenFacts } from '../wallets/confirm/token';
import { decide } from './approval';
import { grantInWords } from './grant-words';
import { readGrant, type Grant } from './grants';
import { isRecord } from './json';
import type { Network } from './networks';
import { PAGE, PROJECT } from './page';
import type { Context } from './requests';
import { call } from './site';
import { asAccounts, creationOf, isDeployed, smartAddress } from './smart';

const now = (): number => Math.floor(Date.now() / 1_000);

/** The data of each token in a grant. */
async function tokensOf({ permissions }: Grant, network: Network): Promise<Map<Address, TokenFacts>> {
  const reader = createPublicClient({ transport: http(network.rpcUrl, { retryCount: 0 }) });
  const named = permissions.flatMap(({ data }) => ('token' in data ? [data.token] : []));
  const read = async (token: Address) => [token, await tokenFacts(reader, token)] as const;
  return new Map(await Promise.all([...new Set(named)].map(read)));
}

const MEANING: Fact = {
  kind: 'text',
  label: 'What this means',
  value: 'Whoever has the key below may do this without asking you again, until it ends or you revoke it.',
};

/** wallet_grantPermissions. */
export async function grantPermissions(params: readonly unknown[], context: Context): Promise<unknown> {
  const { owner, address, isSmart, network } = context;
  if (!isSmart)
    throw new Error('Only the smart account can grant permissions. Change the account type first');
  if (params.length !== 1) throw new Error('One permission request is granted at a time');
  const grant = readGrant(params[0], address, network.id, now());
  const { facts, warnings } = grantInWords(grant, now(), network.symbol, await tokensOf(grant, network));
  const question = {
    title: 'Allow without asking',
    network: network.name,
    facts: [MEANING, ...facts],
    warnings,
    confirm: 'Allow',
  };
  const allow = async (): Promise<unknown> => {
    const nonce = crypto.randomUUID();
    const text = JSON.stringify({ origin: PAGE, projectId: PROJECT, nonce, ...grant });
    // The hash itself is signed: a page that requests a message signature never gets this one.
    const signature = await owner.sign!({ hash: keccak256(stringToHex(text)) });
    const { context: pci } = await call('grant', { grant: text, signature });
    const isThere = await isDeployed(address, network);
    return { ...grant, context: pci, ...(isThere ? {} : { accountMeta: await creationOf(owner.address) }) };
  };
  return decide(question, allow, context.place);
}

/** The ID, under the names that pages use. */
function pciOf(given: unknown): string {
  if (!isRecord(given)) throw new Error('The permission to revoke is missing');
  if (given['eth_accounts'] !== undefined)
    throw new Error(
      'To take back the accounts themselves, disconnect; only a granted permission is revoked here',
    );
  const { pci, permissionContext, permissionsContext, context } = given;
  const found = [pci, permissionContext, permissionsContext, context].find((one) => one !== undefined);
  if (typeof found !== 'string') throw new Error('The permission to revoke is missing');
  return found;
}

/** The message that revokes a grant starts with this, followed by its ID (docs/spec/services.md A10); the modal signs the same. */
const REVOKES = 'Revoke smart session: ';

/** wallet_revokePermissions. */
export async function revokePermissions([given]: readonly unknown[], context: Context): Promise<unknown> {
  const { owner, network } = context;
  const pci = pciOf(given);
  const { grant: text } = await call('granted', { pci });
  const { origin, ...granted } = JSON.parse(String(text)) as Grant & { origin: string };
  const account = await smartAddress(owner.address);
  if (granted.address !== account) throw new Error("This permission is another account's");
  if (Number(granted.chainId) !== network.id)
    throw new Error('This permission is of another network than the active one');
  const tokens = await tokensOf(granted, network);
  const { facts } = grantInWords(granted, now(), network.symbol, tokens);
  const question = {
    title: 'Revoke a permission',
    network: network.name,
    facts: [{ kind: 'text' as const, label: 'It was given to', value: origin }, ...facts],
    confirm: 'Revoke',
  };
  const revoke = async (): Promise<true> => {
    // the service chooses the ID alone: it could be another site's nonce, or a transaction's hash
    const plain: Hex = await owner.signMessage({ message: `${REVOKES}${pci}` });
    await call('revoke', { pci, signature: await asAccounts(owner.address, plain, network) });
    return true;
  };
  return decide(question, revoke, context.place);
}
