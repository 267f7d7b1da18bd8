// Whether services of one's own answer as the modal asks (docs/spec/services.md A2, A3, A7): each call is made once as the modal makes it, from
// another origin, and what it reads of the answer is looked at. Nothing is written there.
import { ANSWER_BYTES_MAX, IMAGE_BYTES_MAX, SDK, WAIT_MS, bounded, kindOf, refusal } from './ask.mjs';
import { answerOf } from './described.mjs';
import { anything } from './shapes.mjs';

const ORIGIN = 'https://page.example';
const FOUR = 4;
/** what stands for a chain's own coin */
const NATIVE = `0x${'ee'.repeat(20)}`;

/**
 * `services`: `{wallet, data}`, origins; what is left out is not asked.
 * @returns {Promise<{service: string, call: string, wrong: string | null}[]>} every call, and what is wrong with its answer
 */
export async function checkServices(
  services,
  { projectId = 'demo', chainId = 'eip155:1', account = `0x${'11'.repeat(20)}` } = {},
) {
  const found = [];
  const query = { ...SDK, projectId };
  const checks = { wallet: ofWallets, data: ofData };
  for (const [service, origin] of Object.entries(services)) {
    if (!origin) continue;
    const call = caller(origin, query, (name, wrong) => found.push({ service, call: name, wrong }));
    await checks[service](call, { projectId, chainId, account });
  }
  return found;
}

/** Makes a call and notes what is wrong with it; gives the answer, or nothing. */
function caller(origin, query, note) {
  return async (
    name,
    path,
    { shape = anything, more = {}, body, isImage = false, also = () => null } = {},
  ) => {
    let answer;
    try {
      answer = await asked(new URL(path, origin), { ...query, ...more }, body, isImage);
    } catch (error) {
      note(name, error.name === 'TimeoutError' ? `no answer within ${WAIT_MS / 1000} s` : error.message);
      return undefined;
    }
    const wrong = shape(answer, '') ?? also(answer);
    note(name, wrong?.trim() ?? null);
    return wrong ? undefined : answer;
  };
}

async function asked(url, query, body, isImage) {
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signal = AbortSignal.timeout(WAIT_MS);
  const headers = { origin: ORIGIN, ...(body ? { 'content-type': 'application/json' } : {}) };
  const method = body ? 'POST' : 'GET';
  if (body) await preflight(url, signal);
  const response = await fetch(url, {
    method,
    headers,
    signal,
    redirect: 'manual',
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(refusal(response.status));
  if (!['*', ORIGIN].includes(response.headers.get('access-control-allow-origin')))
    throw new Error('no page may read it: access-control-allow-origin is missing');
  const bytes = await bounded(response, isImage ? IMAGE_BYTES_MAX : ANSWER_BYTES_MAX);
  if (isImage) return { bytes };
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error('it is not JSON');
  }
}

/** What a browser asks before it sends JSON. */
async function preflight(url, signal) {
  const headers = {
    origin: ORIGIN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };
  const answer = await fetch(url, { method: 'OPTIONS', headers, signal, redirect: 'manual' });
  const allowed = answer.headers.get('access-control-allow-headers') ?? '';
  if (!answer.ok || !/\*|content-type/i.test(allowed))
    throw new Error('a browser may not send it JSON: OPTIONS does not allow the header content-type');
}

async function ofWallets(call) {
  const page = (number_) => ({ page: String(number_), entries: String(FOUR) });
  const whole = ({ data, count }) => {
    if (data.length > FOUR) return `${data.length} wallets where entries is ${FOUR}`;
    if (count < data.length) return `count is ${count}, of ${data.length} wallets`;
    return null;
  };
  const first = await call('the first wallets', '/getWallets', {
    shape: answerOf('wallets'),
    more: page(1),
    also: whole,
  });
  const [wallet] = first?.data ?? [];
  if (first && first.count > FOUR)
    await call('the next page', '/getWallets', {
      shape: answerOf('wallets'),
      more: page(2),
      also: ({ data }) =>
        data.find(({ id }) => first.data.some((one) => one.id === id))
          ? 'it has wallets of the first page'
          : null,
    });
  if (wallet) {
    const only = ({ data, count }) =>
      data.length === 1 && data[0].id === wallet.id && count === 1
        ? null
        : `include does not give that wallet alone`;
    const without = ({ data }) =>
      data.some(({ id }) => id === wallet.id) ? 'exclude does not leave it out' : null;
    const among = ({ data }) =>
      data.some(({ id }) => id === wallet.id) ? null : `"${wallet.name}" does not find it`;
    await call('wallets by their ids', '/getWallets', {
      shape: answerOf('wallets'),
      more: { ...page(1), include: wallet.id },
      also: only,
    });
    await call('wallets without one', '/getWallets', {
      shape: answerOf('wallets'),
      more: { ...page(1), exclude: wallet.id },
      also: without,
    });
    await call('wallets by a text', '/getWallets', {
      shape: answerOf('wallets'),
      more: { page: '1', entries: '100', search: wallet.name },
      also: among,
    });
    if (wallet.image_id)
      await call('a picture', `/getWalletImage/${encodeURIComponent(wallet.image_id)}`, {
        isImage: true,
        also: picture,
      });
  }
  await call('what the project decides', '/appkit/v1/config', { shape: answerOf('config') });
  await call('the origins of the project', '/projects/v1/origins', {
    shape: answerOf('origins'),
  });
  await call('whether reports are wanted', '/getAnalyticsConfig', {
    shape: answerOf('analyticsConfig'),
  });
}

const picture = ({ bytes }) => (kindOf(bytes) ? null : 'it is neither png, jpeg, webp, gif nor svg');

async function ofData(call, { projectId, chainId, account }) {
  const at = (path) => `/v1/account/${account}/${path}`;
  await call('the chains', '/v1/supported-chains', {
    shape: answerOf('supportedChains'),
  });
  await call('name and picture', `/v1/identity/${account}`, {
    shape: answerOf('identity'),
    more: { sender: account },
  });
  await call('balances', at('balance'), { shape: answerOf('balance'), more: { currency: 'usd', chainId } });
  await call('history', at('history'), { shape: answerOf('history'), more: { chainId } });
  await call('tokens', '/v1/convert/tokens', { shape: answerOf('swapTokens'), more: { chainId } });
  await call('prices', '/v1/fungible/price', {
    shape: answerOf('prices'),
    body: { currency: 'usd', addresses: [`${chainId}:${NATIVE}`], projectId },
  });
  await call('the node', '/v1', {
    shape: answerOf('node'),
    more: { chainId },
    body: { jsonrpc: '2.0', id: '1', method: 'eth_chainId', params: [] },
    also: ({ result }) => {
      if (typeof result !== 'string') return 'result is no text';
      return `eip155:${Number(result)}` === chainId ? null : `it answers for eip155:${Number(result)}`;
    },
  });
}
