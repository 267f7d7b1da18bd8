// @vitest-environment node
// What the demo wallet's window says of a token call, and what it refuses to call one.
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { readTokenCall, tokenFacts, tokenQuestion } from './token';

const TOKEN = '0x6906beD33BFd4bb5505041B56c590efA178c4A1E';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [BOB, 12_500_000n] });
const texts = (
  call: NonNullable<ReturnType<typeof readTokenCall>>,
  facts: Parameters<typeof tokenQuestion>[1],
) => tokenQuestion(call, facts).facts.map((fact) => ('value' in fact ? `${fact.label}: ${fact.value}` : ''));

describe('a token call', () => {
  it('decodes to token, amount and recipient', () => {
    const call = readTokenCall(TOKEN, data)!;
    expect(tokenQuestion(call, { symbol: 'DUSD', decimals: 6 }).title).toBe('Send DUSD');
    expect(texts(call, { symbol: 'DUSD', decimals: 6 })).toEqual([
      'Amount: 12.5 DUSD',
      `To: ${BOB}`,
      `Token contract: ${TOKEN}`,
    ]);
  });

  it('is unknown data if bytes follow it or a word is dirty', () => {
    expect(readTokenCall(TOKEN, `${data}00`)).toBeNull();
    expect(readTokenCall(TOKEN, `${data.slice(0, 10)}01${data.slice(12)}` as `0x${string}`)).toBeNull();
    expect(readTokenCall(TOKEN, data.slice(0, 80) as `0x${string}`)).toBeNull();
    expect(readTokenCall(TOKEN, '0x')).toBeNull();
    expect(readTokenCall(undefined, data)).toBeNull();
  });

  it('names an approval without a limit', () => {
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [BOB, maxUint256] });
    const call = readTokenCall(TOKEN, approve)!;
    expect(texts(call, { symbol: 'MDW', decimals: 18 })[0]).toBe('It may take up to: Without limit, MDW');
  });

  it('shows base units and a warning if the contract has no decimals', () => {
    const question = tokenQuestion(readTokenCall(TOKEN, data)!, null);
    expect(question.warning).toContain('check the numbers');
    expect(question.facts[0]).toMatchObject({ value: '12500000 smallest units of an unknown token' });
  });
});

describe('a token’s own name and symbol', () => {
  const reader = (symbol: unknown, decimals: unknown) => ({
    readContract: async ({ functionName }: { functionName: string }) =>
      functionName === 'symbol' ? symbol : decimals,
  });

  it('are shown if they are plain text', async () => {
    expect(await tokenFacts(reader('DUSD', 6) as never, TOKEN)).toEqual({ symbol: 'DUSD', decimals: 6 });
  });

  it('cannot hide or reverse the line', async () => {
    expect(await tokenFacts(reader('E\u202eTH\u200b', 6) as never, TOKEN)).toEqual({
      symbol: 'ETH',
      decimals: 6,
    });
    expect(await tokenFacts(reader('\u200b', 6) as never, TOKEN)).toBeNull();
    expect(await tokenFacts(reader('X', 200) as never, TOKEN)).toBeNull();
  });
});
