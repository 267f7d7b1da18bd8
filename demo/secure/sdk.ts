/**
 * The frame of the embedded wallet (docs/spec/embedded-frame.md). Where to start: channel.ts (communication with the page), messages.ts
 * (the page's messages), the table here (their handlers), requests.ts (wallet requests), asking.ts (what the user sees), keys.ts
 * (signing).
 */
import { abortAll } from './approval';
import { setTheme } from './asking';
import { open, tell } from './channel';
import { accountOf } from './keys';
import type { Name } from './messages';
import { networkOf, networks, type Network } from './networks';
import { reload } from './outside';
import { FIRST_CHAIN, PAGE, STATE_NONCE } from './page';
import { NOT_ALLOWED, request, type Signer } from './requests';
import { nameOf } from './proof';
import { signIn } from './sign-in';
import { asAccounts, isDeployed, smartAddress, SMART_NETWORKS } from './smart';
import { call, keepToken, readUser, type User } from './site';
import { isSolana, requestSolana, solanaOf } from './solana';
import { recall, remember } from './storage';

type Payload = Record<string, unknown>;
type Answer = unknown;

const POLL_MS = 700;
const EMAIL = `wm:email:${PAGE}`;
const CHAIN = `wm:chain:${PAGE}`;
const TYPE = `wm:type:${PAGE}`;

/** Counts waits for the user elsewhere: a later one ends the earlier. */
let waiting = 0;
/** The token with which the frame polls the site, once the page has the URL of a Farcaster login. */
let farcaster: string | null = null;

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS));

async function activeNetwork(): Promise<Network> {
  const all = await networks();
  const wanted = recall(CHAIN) ?? FIRST_CHAIN;
  return all.find(({ id }) => wanted === `eip155:${id}`) ?? all[0]!;
}

async function switchTo(chainId: unknown): Promise<Network> {
  const network = await networkOf(chainId);
  remember(CHAIN, `eip155:${network.id}`);
  return network;
}

async function user(): Promise<User> {
  const found = readUser((await call('session'))['user']);
  if (!found) throw new Error('Nobody is logged in');
  return found;
}

/** The active Solana network; null on other networks. */
function activeSolana(): string | null {
  const chain = recall(CHAIN) ?? FIRST_CHAIN;
  return isSolana(chain) ? chain : null;
}

/** A login has succeeded: stores the session here, and sends its name to the page. */
async function loggedIn(answer: Payload): Promise<User> {
  const [given, found] = [answer['token'], readUser(answer['user'])];
  if (typeof given !== 'string' || !found) throw new Error('The secure site gave no session');
  keepToken(given);
  remember(EMAIL, null);
  tell('SESSION_UPDATE', { token: await nameOf(given) });
  return found;
}

type AccountType = 'eoa' | 'smartAccount';

/** The preferred account type if the network supports it, otherwise the standard account. */
const typeOn = ({ id }: Network): AccountType =>
  recall(TYPE) === 'smartAccount' && SMART_NETWORKS.includes(id) ? 'smartAccount' : 'eoa';

/** The user's active account. */
async function signerOf(of: User, network: Network): Promise<Signer> {
  const owner = await accountOf(of);
  const isSmart = typeOn(network) === 'smartAccount';
  return { owner, address: isSmart ? await smartAddress(owner.address) : owner.address, isSmart, network };
}

/** The user's data for the page. */
async function describe(of: User, payload: Payload): Promise<Payload> {
  if (isSolana(payload['chainId'])) remember(CHAIN, payload['chainId']);
  const solana = payload['chainId'] === undefined || isSolana(payload['chainId']) ? activeSolana() : null;
  if (solana !== null) {
    if (payload['siwxMessage']) throw new Error('Signing in along with a login is for Ethereum networks');
    const { address } = await solanaOf(of);
    const accounts = [{ address, type: 'eoa' }];
    return { address, chainId: solana, email: of.email, accounts, preferredAccountType: 'eoa' };
  }
  const network =
    payload['chainId'] === undefined ? await activeNetwork() : await switchTo(payload['chainId']);
  if (payload['preferredAccountType'] !== undefined) remember(TYPE, String(payload['preferredAccountType']));
  const { owner, address, isSmart } = await signerOf(of, network);
  const accounts = [{ address: owner.address, type: 'eoa' }];
  let deployed = {};
  if (SMART_NETWORKS.includes(network.id)) {
    const smart = await smartAddress(owner.address);
    accounts.push({ address: smart, type: 'smartAccount' });
    deployed = { smartAccountDeployed: await isDeployed(smart, network) };
  }
  let signed = {};
  if (payload['siwxMessage']) {
    const given = await signIn(owner, address, network.id, payload['siwxMessage'] as Payload);
    const signature = isSmart ? await asAccounts(owner.address, given.signature, network) : given.signature;
    signed = { ...given, signature };
  }
  return {
    address,
    chainId: network.id,
    email: of.email,
    accounts,
    preferredAccountType: typeOn(network),
    ...deployed,
    ...signed,
  };
}

const connectSocial = async (uri: unknown): Promise<User> =>
  loggedIn(await call('social', { uri: String(uri) }));

const table: Record<Name, (payload: Payload) => Promise<Answer> | Answer> = {
  SYNC_DAPP_DATA: () => undefined,
  SYNC_THEME: ({ themeMode }) => setTheme(themeMode),
  RELOAD: () => void setTimeout(reload, 50),

  // Only the frame's own session: the page could name one of another browser.
  IS_CONNECTED: async () => ({ isConnected: readUser((await call('session'))['user']) !== null }),
  SIGN_OUT: async () => {
    abortAll();
    waiting += 1;
    const ended = call('out');
    keepToken(null);
    remember(EMAIL, null);
    await ended;
  },

  CONNECT_EMAIL: async ({ email }) => {
    const { action } = await call('email', { email: String(email) });
    remember(EMAIL, String(email));
    return { action };
  },
  CONNECT_DEVICE: async () => {
    const email = recall(EMAIL);
    if (email === null) throw new Error('No login by email was begun');
    const mine = (waiting += 1);
    while (mine === waiting) {
      if ((await call('device', { email }))['known'] === true) return undefined;
      await wait();
    }
    throw new Error('Another login was begun');
  },
  CONNECT_OTP: async ({ otp }) => {
    const email = recall(EMAIL);
    if (email === null) throw new Error('No login by email was begun');
    await loggedIn(await call('otp', { email, otp: String(otp) }));
  },

  UPDATE_EMAIL: async ({ email }) => ({ action: (await call('update', { email: String(email) }))['action'] }),
  UPDATE_EMAIL_PRIMARY_OTP: async ({ otp }) => void (await call('update-old', { otp: String(otp) })),
  UPDATE_EMAIL_SECONDARY_OTP: async ({ otp }) => ({
    newEmail: (await call('update-new', { otp: String(otp) }))['newEmail'],
  }),
  AWAIT_UPDATE_EMAIL: () => {
    throw new Error('On this site an email is changed by two codes');
  },

  GET_SOCIAL_REDIRECT_URI: async ({ provider }) => ({
    uri: (await call('social-uri', { provider: String(provider), nonce: STATE_NONCE }))['uri'],
  }),
  CONNECT_SOCIAL: async (payload) => {
    const of = await connectSocial(payload['uri']);
    return { ...(await describe(of, payload)), userName: of.username };
  },
  GET_FARCASTER_URI: async () => {
    const { url, secret } = await call('farcaster');
    farcaster = String(secret);
    return { url };
  },
  CONNECT_FARCASTER: async () => {
    const mine = (waiting += 1);
    while (mine === waiting) {
      // The request might come before the URL.
      const answer = farcaster === null ? {} : await call('farcaster-wait', { secret: farcaster });
      if (answer['token'] !== undefined) {
        farcaster = null;
        return { userName: (await loggedIn(answer)).username };
      }
      await wait();
    }
    throw new Error('Another login was begun');
  },

  GET_USER: async (payload) =>
    describe(payload['socialUri'] ? await connectSocial(payload['socialUri']) : await user(), payload),
  GET_CHAIN_ID: async () => ({ chainId: activeSolana() ?? (await activeNetwork()).id }),
  SWITCH_NETWORK: async ({ chainId }) => {
    if (!isSolana(chainId)) return { chainId: (await switchTo(chainId)).id };
    remember(CHAIN, chainId);
    return { chainId };
  },

  GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: SMART_NETWORKS }),
  INIT_SMART_ACCOUNT: async () => {
    const [network, owner] = [await activeNetwork(), await accountOf(await user())];
    if (!SMART_NETWORKS.includes(network.id)) throw new Error('This network has no smart accounts');
    const address = await smartAddress(owner.address);
    return { address, isDeployed: await isDeployed(address, network) };
  },
  SET_PREFERRED_ACCOUNT: async ({ type }) => {
    if (activeSolana() !== null) {
      if (type !== 'eoa') throw new Error('This network has no smart accounts');
      return { type, address: (await solanaOf(await user())).address };
    }
    const [network, of] = [await activeNetwork(), await user()];
    if (type === 'smartAccount' && !SMART_NETWORKS.includes(network.id))
      throw new Error('This network has no smart accounts');
    remember(TYPE, String(type));
    return { type, address: (await signerOf(of, network)).address };
  },

  RPC_ABORT: () => abortAll(),
  RPC_REQUEST: async ({ method, params, chainId, chainNamespace }) => {
    const solana = chainId === undefined ? activeSolana() : isSolana(chainId) ? chainId : null;
    if (solana !== null) {
      const signer = async () => solanaOf(await user());
      const answer = await requestSolana(String(method), params, solana, signer);
      if (answer === null) throw new Error(NOT_ALLOWED);
      return answer;
    }
    if (chainNamespace !== undefined && chainNamespace !== 'eip155') throw new Error(NOT_ALLOWED);
    const network = () => (chainId === undefined ? activeNetwork() : networkOf(chainId));
    const signer = async () => signerOf(await user(), await network());
    return request(String(method), params, signer, network);
  },
};

open(async (name, payload) => table[name](payload));
