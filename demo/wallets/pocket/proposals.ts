/** A site's connection proposal: its identity, the requested namespaces, the account, and a sign-in if requested. */
import { buildApprovedNamespaces, buildAuthObject, getSdkError } from '@walletconnect/utils';
import type { AuthTypes, SessionTypes, SignClientTypes } from '@walletconnect/types';
import type { Fact } from '../confirm/dom';
import { accountOf, accounts } from '../confirm/keys';
import { ask, note } from './ask';
import { signInWith, type Asking } from './sign-in';
import { accountIds, chains, EVENTS, METHODS, type Wallet } from './wallet';

type Proposal = SignClientTypes.EventArguments['session_proposal'];

export function listenToProposals(wallet: Wallet, changed: () => void): void {
  const pending = new Map<number, AbortController>();
  wallet.on('proposal_expire', ({ id }) => pending.get(id)?.abort());
  wallet.on('session_proposal', (proposal) => {
    const gone = new AbortController();
    pending.set(proposal.id, gone);
    propose(wallet, proposal, gone.signal)
      .catch((error: unknown) => note(error instanceof Error ? error.message : String(error)))
      .finally(() => (pending.delete(proposal.id), changed()));
  });
}

async function propose(wallet: Wallet, { id, params }: Proposal, gone: AbortSignal): Promise<void> {
  const known = await chains();
  let address: string = accounts[0]?.address ?? '';
  const namespaces = (): SessionTypes.Namespaces =>
    buildApprovedNamespaces({
      proposal: params,
      supportedNamespaces: {
        eip155: {
          chains: [...known.keys()],
          methods: METHODS,
          events: EVENTS,
          accounts: accountIds([...known.keys()], address),
        },
      },
    });
  let offered: SessionTypes.Namespaces;
  try {
    offered = namespaces();
  } catch {
    offered = {};
  }
  const granted = offered['eip155'];
  if (!granted?.chains?.length) {
    await wallet.rejectSession({ id, reason: getSdkError('UNSUPPORTED_CHAINS') });
    return note(`${params.proposer.metadata.name} wants networks this wallet does not have.`);
  }
  const { name, url } = params.proposer.metadata;
  const signIns = (params as Asking).requests?.authentication ?? [];
  const facts: Fact[] = [
    {
      kind: 'choice',
      label: 'It will see the address, balance and activity of',
      options: accounts.map(({ address }, index) => ({ name: `Account ${index + 1}`, address })),
      choose: (chosen) => (address = accountOf(chosen).address),
    },
    {
      kind: 'text',
      label: 'Networks',
      value: granted.chains.map((chain) => nameOf(known, chain)).join(', '),
    },
    { kind: 'text', label: 'It may ask for', value: granted.methods.join(', ') || 'nothing' },
  ];
  if (signIns.length > 0)
    facts.push({ kind: 'text', label: 'And it wants you to', value: 'sign in with a signature' });
  const confirmed = await ask({ title: `Connect to ${name}`, site: url, facts, confirm: 'Connect' }, gone);
  if (gone.aborted) return note('The proposal expired.');
  if (!confirmed) return wallet.rejectSession({ id, reason: getSdkError('USER_REJECTED') });
  const authentication = await Promise.all(
    signIns.map((request) => signIn(wallet, request, address, [...known.keys()])),
  );
  if (authentication.length > 0) signInWith(wallet.engine.signClient, id, authentication);
  await wallet.approveSession({ id, namespaces: namespaces() });
}

const nameOf = (known: Awaited<ReturnType<typeof chains>>, chain: string): string =>
  known.get(chain)?.name ?? chain;

/** Signs the CAIP-122 message on the first chain that both support. */
async function signIn(
  wallet: Wallet,
  request: AuthTypes.PayloadParams,
  address: string,
  known: readonly string[],
): Promise<AuthTypes.Cacao> {
  const chain = request.chains.find((asked) => known.includes(asked)) ?? known[0];
  const iss = `did:pkh:${chain}:${address}`;
  const message = wallet.formatAuthMessage({ request, iss });
  const signature = await accountOf(address).signMessage({ message });
  return buildAuthObject(request, { t: 'eip191', s: signature }, iss);
}
