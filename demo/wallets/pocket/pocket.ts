/**
 * The pocket wallet: a page that pairs through WalletConnect like a phone. The protocol is the official SDK's, so that our engine is
 * tested against foreign code. Where to start: wallet.ts (the SDK), proposals.ts and requests.ts (requests), sessions.ts (connected
 * sites).
 *
 * Query: `uri=` pairs immediately (the listing's links lead to `/wc?uri=`); `auto` approves everything, for tests and demos.
 */
import { note, part } from './ask';
import { listenToProposals } from './proposals';
import { listenToRequests } from './requests';
import { listenToSessions } from './sessions';
import { openWallet, type Wallet } from './wallet';

async function run(): Promise<void> {
  const wallet = await openWallet();
  Object.assign(window, { pocket: wallet }); // For debugging.
  const { relayer } = wallet.core;
  const showRelay = (): void => {
    part('relay').textContent = relayer.connected ? 'Relay connected' : 'Relay away';
  };
  relayer.on('relayer_connect', showRelay);
  relayer.on('relayer_disconnect', showRelay);
  showRelay();
  const draw = listenToSessions(wallet);
  listenToProposals(wallet, draw);
  listenToRequests(wallet, draw);

  const field = part('uri') as HTMLInputElement;
  part('pair').addEventListener('submit', (event) => {
    event.preventDefault();
    const uri = field.value;
    field.value = '';
    void pair(wallet, uri);
  });
  const query = new URLSearchParams(location.search);
  const uri = query.get('uri');
  if (uri) {
    // A link works once: a reload must not use it again.
    query.delete('uri');
    history.replaceState(null, '', `${location.pathname}?${query}`.replace(/\?$/, ''));
    await pair(wallet, uri);
  }
}

async function pair(wallet: Wallet, text: string): Promise<void> {
  note('');
  try {
    await wallet.pair({ uri: text.trim() });
  } catch (error) {
    note(`This link does not work: ${error instanceof Error ? error.message : String(error)}`);
  }
}

run().catch((error: unknown) => {
  note(`The wallet could not start: ${error instanceof Error ? error.message : String(error)}`);
  throw error;
});
