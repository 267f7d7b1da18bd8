/**
 * The demo's Safe: it frames the demo's page as an app, speaks the protocol of Safe apps (docs/spec/page-wallets.md section 6), and the
 * demo's user acts as all owners. Read from @safe-global/safe-apps-sdk 9.1.0 (src/communication/methods.ts, messageFormatter.ts); its error messages are a
 * guess. The account is a contract on the first chain that executes an owner's call. It exists as long as the tab.
 */
const part = (id) => document.getElementById(id);
/**
 * The code of the Safe (`execTransaction`): it makes the call, and unless that failed logs `ExecutionSuccess(bytes32 indexed,uint256)`
 * with the last 32 bytes, where the proposal's hash replaces the signatures.
 */
const CARRIES =
  '0x60443560040180358091602001600037600060009160006024356004355af115605457600060005260203603357f442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e60206000a2005b00';
const THRESHOLD = 2;
/** `?late_ms=3000`: it doesn't respond before this time after the page's load. */
const awake = new Promise((resolve) =>
  setTimeout(resolve, Number(new URLSearchParams(location.search).get('late_ms') ?? 0)),
);
const TEN_ETHER = '0x8ac7230489e80000';
const CHECK_MS = 300;
const CHECKS_MAX = 100;

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const random = (length) => `0x${hex(crypto.getRandomValues(new Uint8Array(length)))}`;
const word = (text) => text.replace(/^0x/, '').padStart(64, '0');

let chain;
let safe;
/** pending and executed proposals, by hash */
const proposals = new Map();

async function rpc(method, params = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const { result, error } = await (await fetch(chain, { method: 'POST', headers, body })).json();
  if (error) throw new Error(error.message);
  return result;
}

async function account() {
  const kept = JSON.parse(sessionStorage.getItem('safe') ?? 'null');
  if (kept) return kept;
  const made = { address: random(20), owners: [random(20), random(20), random(20)] };
  for (const of of [made.address, ...made.owners]) await rpc('anvil_setBalance', [of, TEN_ETHER]);
  await rpc('anvil_setCode', [made.address, CARRIES]);
  sessionStorage.setItem('safe', JSON.stringify(made));
  return made;
}

/** Responds to an app. */
async function answer(method, params) {
  if (method === 'getSafeInfo')
    return {
      safeAddress: safe.address,
      chainId: 1337,
      threshold: THRESHOLD,
      owners: safe.owners,
      isReadOnly: false,
    };
  if (method === 'sendTransactions')
    return { safeTxHash: propose({ txs: params.txs, txStatus: 'AWAITING_CONFIRMATIONS', txHash: null }) };
  if (method === 'getTxBySafeTxHash') {
    const { txStatus, txHash } = proposals.get(params.safeTxHash);
    return { txStatus, txHash };
  }
  if (method === 'signMessage' || method === 'signTypedMessage')
    return { messageHash: propose({ message: params.message ?? params.typedData, signature: '' }) };
  if (method === 'getOffChainSignature') return proposals.get(params).signature;
  if (method === 'rpcCall')
    return params.call === 'safe_setSettings'
      ? { offChainSigning: true }
      : rpc(params.call, params.params ?? []);
  throw new Error(`${method} is not known here`);
}

function propose(proposal) {
  const hash = random(32);
  proposals.set(hash, { ...proposal, confirmed: 0, state: 'waits' });
  draw();
  return hash;
}

/** Adds one owner's confirmation; with enough of them it executes the proposal. */
async function confirm(proposal) {
  proposal.confirmed += 1;
  if (proposal.confirmed < THRESHOLD) return;
  proposal.state = 'runs';
  draw();
  if (proposal.txs) await execute(proposal);
  else proposal.signature = `0x${'51'.repeat(65 * THRESHOLD)}`;
  proposal.state = 'done';
}

const hashOf = (proposal) => [...proposals].find(([, known]) => known === proposal)[0];

/** `execTransaction`, with the proposal's hash instead of the signatures. */
function exec({ to, value, data }, proposed) {
  const digits = data.slice(2);
  const number = (of) => word(BigInt(of).toString(16));
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0');
  const head = [word(to), number(value), number(320), ...Array(6).fill(number(0))];
  const tail = [number(digits.length / 2), padded, number(32), word(proposed)];
  return `0x6a761202${[...head, number(352 + padded.length / 2), ...tail].join('')}`;
}

async function execute(proposal) {
  const [owner] = safe.owners;
  proposal.txStatus = 'AWAITING_EXECUTION';
  await rpc('anvil_impersonateAccount', [owner]);
  for (const { to, value, data } of proposal.txs) {
    const carried = exec({ to, value, data: data ?? '0x' }, hashOf(proposal));
    const hash = await rpc('eth_sendTransaction', [{ from: owner, to: safe.address, data: carried }]);
    proposal.txHash = hash;
    if ((await receipt(hash)).status !== '0x1') {
      proposal.txStatus = 'FAILED';
      return;
    }
  }
  proposal.txStatus = 'SUCCESS';
}

async function receipt(hash) {
  for (let check = 0; check < CHECKS_MAX; check++) {
    const found = await rpc('eth_getTransactionReceipt', [hash]);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  }
  throw new Error(`no block has ${hash}`);
}

const words = ({ txs, message }) =>
  txs
    ? txs.map(
        ({ to, value, data }) => `${value} wei to ${to}${data && data !== '0x' ? `, data ${data}` : ''}`,
      )
    : [typeof message === 'string' ? message : JSON.stringify(message)];

const STATES = {
  waits: ({ confirmed }) => `Confirmed by ${confirmed} of ${THRESHOLD}`,
  runs: () => 'Is carried out',
  done: ({ txStatus }) => (txStatus === 'FAILED' ? 'Failed on the chain' : 'Done'),
  refused: () => 'Refused',
};

function draw() {
  part('empty').hidden = proposals.size > 0;
  part('queue').replaceChildren(...[...proposals.values()].reverse().map(drawn));
}

function drawn(proposal) {
  const item = document.createElement('li');
  item.dataset.testid = 'safe-proposal';
  item.dataset.state = proposal.state;
  const lines = [
    proposal.txs ? 'Transaction' : 'Message',
    ...words(proposal),
    STATES[proposal.state](proposal),
  ];
  item.append(...lines.map((line) => Object.assign(document.createElement('span'), { textContent: line })));
  if (proposal.state === 'waits') item.append(choices(proposal));
  return item;
}

function choices(proposal) {
  const row = Object.assign(document.createElement('div'), { className: 'actions' });
  const button = (text, testid, press) => {
    const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
    made.dataset.testid = testid;
    made.addEventListener('click', () =>
      Promise.resolve(press()).then(draw, (error) => {
        part('problem').hidden = false;
        part('problem').textContent = `This did not work: ${error.message}`;
      }),
    );
    return made;
  };
  row.append(
    button('Confirm as the next owner', 'safe-confirm', () => confirm(proposal)),
    button('Refuse', 'safe-refuse', () => {
      proposal.state = 'refused';
      proposal.txStatus = 'CANCELLED';
    }),
  );
  return row;
}

async function start() {
  // An app is on another site, so this page uses its other host name.
  if (location.hostname !== '127.0.0.1') {
    return location.replace(location.href.replace(location.hostname, '127.0.0.1'));
  }
  const { networks } = await (await fetch('/demo-config.json')).json();
  chain = networks[0].rpcUrls.default.http[0];
  safe = await account();
  part('address').textContent = safe.address;
  const app = location.origin.replace('127.0.0.1', 'localhost');
  addEventListener('message', async ({ data, source, origin }) => {
    if (origin !== app || source !== part('app').contentWindow || !data?.method) return;
    const { id, method, params = {} } = data;
    await awake;
    const said = await answer(method, params).then(
      (given) => ({ success: true, data: given }),
      (error) => ({ success: false, error: error.message }),
    );
    source.postMessage({ id, version: '1.18.0', ...said }, origin);
  });
  part('app').src = `${app}/?nowallet&nologin&safe=${location.host}`;
}

await start();
