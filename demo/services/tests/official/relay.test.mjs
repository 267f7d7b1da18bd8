// The relay between the OFFICIAL clients: the dApp's (@walletconnect/sign-client) and the wallet's (@reown/walletkit). They know
// nothing of us, so whatever works here is the protocol and not an agreement between our engine and our relay. Starts the demo's
// hosts by itself, on free ports.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  NAMESPACE,
  account,
  accounts,
  answer,
  approve,
  approved,
  connect,
  end,
  leave,
  newPage,
  newWallet,
  next,
  propose,
  report,
  request,
  signed,
  start,
  steer,
  storage,
  until,
} from './sides.mjs';

before(start);
after(end);

test('pairs, approves, signs, emits events, updates, extends, pings and disconnects', async () => {
  const [page, wallet] = await Promise.all([newPage(), newWallet()]);
  const session = await connect(page, wallet);
  assert.deepEqual(session.namespaces.eip155.accounts, accounts(NAMESPACE.chains));
  const { topic } = session;
  assert.equal(wallet.getActiveSessions()[topic].peer.metadata.name, 'page');

  answer(wallet);
  assert.equal(await signed(page, topic, 'hello'), account.address);
  const refusal = request(page, topic, { method: 'eth_sendTransaction', params: [{}] });
  await assert.rejects(refusal, { code: 5000 });

  const event = next(page, 'session_event');
  const told = { name: 'chainChanged', data: 1338 };
  await wallet.emitSessionEvent({ topic, event: told, chainId: 'eip155:1338' });
  assert.deepEqual((await event).params.event, told);

  const updated = next(page, 'session_update');
  const fewer = approved(['eip155:1338']);
  await (await wallet.updateSession({ topic, namespaces: fewer })).acknowledged();
  assert.deepEqual((await updated).params.namespaces, fewer);
  assert.deepEqual(page.session.get(topic).namespaces, fewer);

  const extended = next(page, 'session_extend');
  await (await wallet.extendSession({ topic })).acknowledged();
  assert.equal((await extended).topic, topic);

  const pinged = next(wallet.engine.signClient, 'session_ping');
  await page.ping({ topic });
  assert.equal((await pinged).topic, topic);
  await wallet.engine.signClient.ping({ topic });

  const over = next(wallet, 'session_delete');
  await page.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
  assert.equal((await over).topic, topic);
  assert.deepEqual(wallet.getActiveSessions(), {});
});

test('the wallet ends the session, and rejects another', async () => {
  const [page, wallet] = await Promise.all([newPage(), newWallet()]);
  const { topic } = await connect(page, wallet);
  const over = next(page, 'session_delete');
  await wallet.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } });
  assert.equal((await over).topic, topic);

  const { uri, session } = await propose(page);
  const refused = assert.rejects(session, { code: 5000 });
  const proposal = next(wallet, 'session_proposal');
  await wallet.pair({ uri });
  const { id } = await proposal;
  await wallet.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } });
  await refused;
});

test('a wallet that starts later finds proposal and requests, and either side can restart', async () => {
  const pages = storage();
  const wallets = storage();
  let page = await newPage(pages);
  // Nobody is there yet: what is proposed waits.
  const proposed = await propose(page);
  let wallet = await newWallet(wallets);
  const { topic } = await approve(wallet, proposed);

  await leave(wallet);
  // Asked while the wallet is away.
  const answered = signed(page, topic, 'while you were out');
  await new Promise((resolve) => setTimeout(resolve, 300));
  wallet = await newWallet(wallets, answer);
  assert.equal(await answered, account.address);

  await leave(page);
  // Changed while the page is away.
  await wallet.updateSession({ topic, namespaces: approved(['eip155:1338']) });
  page = await newPage(pages);
  await until(() => page.session.get(topic).namespaces.eip155.accounts.length === 1);
  assert.equal(page.session.getAll().length, 1);
  assert.equal(await signed(page, topic, 'back again'), account.address);
});

test('both continue after the line was cut, and after lost responses', async () => {
  const [page, wallet] = await Promise.all([newPage(), newWallet()]);
  const { topic } = await connect(page, wallet);
  answer(wallet);
  await steer({ duplicates: 1, loseDeliveries: 1, redeliverMs: 300 });
  assert.equal(await signed(page, topic, 'lost and doubled'), account.address);
  await steer({ duplicates: 0, loseDeliveries: 0, kill: {} });
  await until(async () => (await report()).subscriptions >= 2);
  assert.equal(await signed(page, topic, 'after the cut'), account.address);
  const { counts } = await report();
  assert.ok(counts.redelivered >= 1 && counts.published > 10, JSON.stringify(counts));
});

test('rejections reach the client in the provider’s words', async () => {
  const page = await newPage(storage(), 'demo-clock');
  const said = next(page.core.relayer, 'relayer_error');
  // It would try for a minute.
  propose(page).catch(() => {});
  const { message } = await said;
  assert.match(message, /3000 \(Authorization error: JWT validation error: JWT Token is not yet valid\)/);
});
