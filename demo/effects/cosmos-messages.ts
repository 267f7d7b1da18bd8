/** Cosmos messages for the effects page: amino messages written by hand, and protobuf messages from cosmjs. */
import { MsgExec, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx';
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx';
import { DENOM } from '../cosmos/layout.mjs';

/** An amino message. */
export interface Amino {
  type: string;
  value: Record<string, unknown>;
}

/** A protobuf message as bytes, with its type. */
export interface Any {
  typeUrl: string;
  value: Uint8Array;
}

/** The demo's `account 2`. */
export const BOB = 'demo15dgqnzlp4cfw7s9fgwldv20d57g4fge9r20dst';
export const VALIDATOR = 'demovaloper1m3c7pu50at2psnj46tewa0cg33v7n0jp8v2e28';
export const CONTRACT = 'demo1zp39x9cga0fs204dgcssw87m8w6yk6he30zfesr3zxur8r5wtc5qk9m6gz';

export const coin = (units: number) => ({ denom: DENOM, amount: String(units) });
const seconds = (days: number) => Math.floor(Date.now() / 1_000) + days * 86_400;
const date = (days: number) => new Date(seconds(days) * 1_000).toISOString().replace(/\.\d+/, '');
const text = (words: string) => new TextEncoder().encode(words);

export const sdk = (name: string, value: Record<string, unknown>): Amino => ({
  type: `cosmos-sdk/${name}`,
  value,
});

export const sends = (from: string, units: number, to = BOB): Amino =>
  sdk('MsgSend', { from_address: from, to_address: to, amount: [coin(units)] });

/** A staking message for the validator. */
export const stakes = (name: string, me: string, more: object = { amount: coin(5_000_000) }): Amino =>
  sdk(name, { delegator_address: me, validator_address: VALIDATOR, ...more });

/** Allows Bob to act for the account. */
export const grants = (me: string, authorization: Amino, days?: number): Amino => {
  const end = days === undefined ? {} : { expiration: date(days) };
  return sdk('MsgGrant', { granter: me, grantee: BOB, grant: { authorization, ...end } });
};
export const generic = (msg: string): Amino => sdk('GenericAuthorization', { msg });

/** Allows Bob to pay fees from the account. */
export const feeGrant = (me: string, limit: object): Amino =>
  sdk('MsgGrantAllowance', { granter: me, grantee: BOB, allowance: sdk('BasicAllowance', limit as never) });

/** Calls a contract. */
export const tells = (sender: string, msg: object): Amino => ({
  type: 'wasm/MsgExecuteContract',
  value: { sender, contract: CONTRACT, msg, funds: [] },
});
export const wasm = (name: string, value: Record<string, unknown>): Amino => ({
  type: `wasm/${name}`,
  value,
});

/** Transfers coins through a channel; `memo` is for the other chain. */
export function over(sender: string, memo = ''): Any {
  const message = MsgTransfer.fromPartial({
    sourcePort: 'transfer',
    sourceChannel: 'channel-7',
    token: coin(1_000_000),
    sender,
    receiver: 'harbour1somebodyelsewhere',
    timeoutTimestamp: BigInt(seconds(1)) * 1_000_000_000n,
    memo,
  });
  return {
    typeUrl: '/ibc.applications.transfer.v1.MsgTransfer',
    value: MsgTransfer.encode(message).finish(),
  };
}

/** Executes messages that others have authorized: messages in a message. */
export const carriedOut = (grantee: string, msgs: Any[]): Any => ({
  typeUrl: '/cosmos.authz.v1beta1.MsgExec',
  value: MsgExec.encode(MsgExec.fromPartial({ grantee, msgs })).finish(),
});

/** Nests a message to this depth. */
export const nested = (me: string, message: Any, depth: number): Any =>
  depth ? nested(me, carriedOut(me, [message]), depth - 1) : message;

export function grantsAsBytes(granter: string, msg: string): Any {
  const authorization = {
    typeUrl: '/cosmos.authz.v1beta1.GenericAuthorization',
    value: GenericAuthorization.encode(GenericAuthorization.fromPartial({ msg })).finish(),
  };
  const message = MsgGrant.fromPartial({ granter, grantee: BOB, grant: { authorization } });
  return { typeUrl: '/cosmos.authz.v1beta1.MsgGrant', value: MsgGrant.encode(message).finish() };
}

export function tellsAsBytes(sender: string, msg: object): Any {
  const message = MsgExecuteContract.fromPartial({
    sender,
    contract: CONTRACT,
    msg: text(JSON.stringify(msg)),
  });
  return {
    typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
    value: MsgExecuteContract.encode(message).finish(),
  };
}
