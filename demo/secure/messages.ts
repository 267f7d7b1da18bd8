/** TABLE of the page's messages to the frame (docs/spec/embedded-frame.md section 4): each payload is validated here, once. */
import { isRecord } from './json';

type Fields = Record<string, unknown>;
/** Reads a payload; undefined if it doesn't match the table. */
type Reader = (payload: Fields) => Fields | undefined;
type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const chain: Check = (value) => typeof value === 'string' || Number.isSafeInteger(value);
const account: Check = (value) => value === 'eoa' || value === 'smartAccount';
const otp: Check = (value) => typeof value === 'string' && /^\d{6}$/.test(value);
const record: Check = isRecord;
const any: Check = (value) => value !== undefined;
const provider: Check = (value) =>
  ['google', 'github', 'apple', 'facebook', 'x', 'discord'].includes(String(value));

/** The named fields; a `?` at the end means optional. Other fields are dropped. */
function fields(table: Record<string, Check>): Reader {
  return (payload) => {
    const read: Fields = {};
    for (const [key, check] of Object.entries(table)) {
      const name = key.replace('?', '');
      const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
      if (value === undefined && key.endsWith('?')) continue;
      if (!check(value)) return undefined;
      read[name] = value;
    }
    return read;
  };
}

const nothing = fields({});

export const MESSAGES = {
  SWITCH_NETWORK: fields({ chainId: chain, 'rpcUrl?': text }),
  CONNECT_EMAIL: fields({ email: text }),
  CONNECT_DEVICE: nothing,
  CONNECT_OTP: fields({ otp }),
  CONNECT_SOCIAL: fields({
    uri: text,
    'preferredAccountType?': account,
    'chainId?': chain,
    'siwxMessage?': record,
    'rpcUrl?': text,
  }),
  GET_SOCIAL_REDIRECT_URI: fields({ provider }),
  GET_FARCASTER_URI: nothing,
  CONNECT_FARCASTER: nothing,
  GET_USER: fields({
    'chainId?': chain,
    'preferredAccountType?': account,
    'socialUri?': text,
    'siwxMessage?': record,
    'rpcUrl?': text,
  }),
  SIGN_OUT: nothing,
  IS_CONNECTED: fields({ 'token?': text }),
  GET_CHAIN_ID: nothing,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: nothing,
  INIT_SMART_ACCOUNT: nothing,
  SET_PREFERRED_ACCOUNT: fields({ type: account }),
  RPC_REQUEST: fields({
    method: text,
    'params?': any,
    'chainId?': chain,
    'chainNamespace?': text,
    'rpcUrl?': text,
  }),
  RPC_ABORT: nothing,
  UPDATE_EMAIL: fields({ email: text }),
  UPDATE_EMAIL_PRIMARY_OTP: fields({ otp }),
  UPDATE_EMAIL_SECONDARY_OTP: fields({ otp }),
  AWAIT_UPDATE_EMAIL: nothing,
  SYNC_THEME: fields({ 'themeMode?': text, 'themeVariables?': record, 'w3mThemeVariables?': record }),
  SYNC_DAPP_DATA: fields({
    'metadata?': record,
    'sdkVersion?': text,
    'sdkType?': text,
    projectId: text,
  }),
  RELOAD: nothing,
} as const satisfies Record<string, Reader>;

export type Name = keyof typeof MESSAGES;

const PREFIX = '@w3m-app/';

/** A call of the table with a valid payload; null for anything else. */
export function readCall(data: unknown): { name: Name; id: string; payload: Fields } | null {
  if (!isRecord(data) || !Object.hasOwn(data, 'type') || !Object.hasOwn(data, 'id')) return null;
  const { type, id, payload } = data;
  if (typeof type !== 'string' || typeof id !== 'string' || !/^[\da-z]{1,64}$/.test(id)) return null;
  const name = type.slice(PREFIX.length);
  if (!type.startsWith(PREFIX) || !Object.hasOwn(MESSAGES, name)) return null;
  if (payload !== undefined && payload !== null && !isRecord(payload)) return null;
  const read = MESSAGES[name as Name](payload ?? {});
  return read ? { name: name as Name, id, payload: read } : null;
}
