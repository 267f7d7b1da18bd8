/** The connected sites with network and account, and disconnecting. */
import { getSdkError } from '@walletconnect/utils';
import type { SessionTypes } from '@walletconnect/types';
import { accounts } from '../confirm/keys';
import type { Network } from '../confirm/networks';
import { note, part } from './ask';
import { accountIds, addressOf, chains, type Wallet } from './wallet';

/** Follows the sessions; returns a function that renders the list again. */
export function listenToSessions(wallet: Wallet): () => void {
  const draw = (): void => void show(wallet);
  wallet.on('session_delete', draw);
  draw();
  return draw;
}

/** The wallet has switched its network: adds it to a session without it, then notifies the site. */
export async function tellChain(wallet: Wallet, topic: string, id: number): Promise<void> {
  const session = wallet.getActiveSessions()[topic];
  const granted = session?.namespaces['eip155'];
  if (!session || !granted) return;
  const chain = `eip155:${id}`;
  const held = granted.chains ?? [];
  if (!held.includes(chain)) {
    await update(wallet, topic, [...held, chain], addressOf(granted.accounts[0]));
  }
  localStorage.setItem(chainKey(topic), chain);
  await wallet.emitSessionEvent({ topic, event: { name: 'chainChanged', data: id }, chainId: chain });
}

async function tellAccount(wallet: Wallet, topic: string, address: string): Promise<void> {
  const held = wallet.getActiveSessions()[topic]?.namespaces['eip155']?.chains ?? [];
  await update(wallet, topic, held, address);
  const chainId = activeChain(topic, held);
  const event = { name: 'accountsChanged', data: [address] };
  await wallet.emitSessionEvent({ topic, event, chainId });
}

async function update(wallet: Wallet, topic: string, held: string[], address: string): Promise<void> {
  const namespaces = wallet.getActiveSessions()[topic]?.namespaces;
  const eip155 = namespaces?.['eip155'];
  if (!namespaces || !eip155) return;
  const changed = { ...eip155, chains: held, accounts: accountIds(held, address) };
  const done = await wallet.updateSession({ topic, namespaces: { ...namespaces, eip155: changed } });
  await done.acknowledged();
}

const chainKey = (topic: string): string => `pocket:chain:${topic}`;

function activeChain(topic: string, held: readonly string[]): string {
  const stored = localStorage.getItem(chainKey(topic));
  return stored !== null && held.includes(stored) ? stored : (held[0] ?? '');
}

async function show(wallet: Wallet): Promise<void> {
  const known = await chains();
  const sessions = Object.values(wallet.getActiveSessions());
  if (sessions.length > 0)
    part('sessions').replaceChildren(...sessions.map((session) => row(wallet, session, known)));
  else part('sessions').replaceChildren(make('p', 'empty', 'None yet.'));
}

function row(wallet: Wallet, session: SessionTypes.Struct, known: Map<string, Network>): HTMLElement {
  const { topic } = session;
  const granted = session.namespaces['eip155'];
  const frame = make('div', 'session');
  frame.dataset['testid'] = 'pocket-session';
  const { name, url } = session.peer.metadata;
  const controls = make('div', 'controls');
  controls.append(
    choice('Network', 'pocket-chain', activeChain(topic, granted?.chains ?? []), {
      options: [...known].map(([chain, network]) => [chain, network.name]),
      choose: (chain) => tellChain(wallet, topic, Number(chain.split(':')[1])),
    }),
    choice('Account', 'pocket-account', addressOf(granted?.accounts[0]), {
      options: accounts.map(({ address }, index) => [
        address,
        `${index + 1}: ${address.slice(0, 6)}…${address.slice(-4)}`,
      ]),
      choose: (address) => tellAccount(wallet, topic, address),
    }),
  );
  const end = make('button', 'wide', 'Disconnect') as HTMLButtonElement;
  end.type = 'button';
  end.dataset['testid'] = 'pocket-disconnect';
  end.addEventListener('click', () => {
    end.disabled = true;
    wallet
      .disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') })
      .catch(say)
      .finally(() => show(wallet));
  });
  frame.append(make('div', 'peer', name), make('div', 'quiet', url), controls, end);
  return frame;

  function choice(
    label: string,
    testId: string,
    value: string,
    {
      options,
      choose,
    }: { options: readonly (readonly [string, string])[]; choose: (value: string) => Promise<void> },
  ): HTMLElement {
    const frame = make('label', '', label);
    const list = document.createElement('select');
    list.dataset['testid'] = testId;
    list.append(...options.map(([option, text]) => new Option(text, option, false, option === value)));
    list.addEventListener('change', () => {
      list.disabled = true;
      choose(list.value)
        .catch(say)
        .finally(() => show(wallet));
    });
    frame.append(list);
    return frame;
  }
}

function say(error: unknown): void {
  note(error instanceof Error ? error.message : String(error));
}

function make(tag: string, className: string, text?: string): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
