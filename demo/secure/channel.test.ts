// How the page is spoken to: whose word counts, and what the frame does wrong when it is told to (docs/spec/embedded-frame.md sections 3 and 11).
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NONCE, openPeer, readyPeer, type Peer, type Said } from './testing/peer';

const type = '@w3m-app/GET_CHAIN_ID';
/** Whatever was sent before has been answered by then. */
const settled = (peer: Peer) => peer.call('GET_CHAIN_ID');
const types = (peer: Peer) => peer.said.map((said) => said.type.replace('@w3m-frame/', ''));

describe('which page it responds to', () => {
  it('sends an allowed page READY with its nonce, and responds to its IDs', async () => {
    const peer = await openPeer();
    expect(await peer.event('READY')).toEqual({
      type: '@w3m-frame/READY',
      nonce: NONCE,
      payload: { version: '1', port: true },
    });
    peer.send({ type, id: 'abc1' });
    await vi.waitFor(() =>
      expect(peer.said.find(({ id }) => id === 'abc1')).toEqual({
        type: '@w3m-frame/GET_CHAIN_ID_SUCCESS',
        id: 'abc1',
        nonce: NONCE,
        payload: { chainId: 1337 },
      }),
    );
  });

  it('ignores unknown messages, and a repeated ID', async () => {
    const peer = await readyPeer();
    const before = peer.said.length;
    const deep = JSON.parse('['.repeat(20) + ']'.repeat(20)) as unknown;
    for (const message of [
      'text',
      null,
      { type },
      { type, id: 7 },
      { type, id: 'not an id' },
      { type: 'x@w3m-app/GET_CHAIN_ID', id: 'bad1' },
      { type: '@w3m-app/GET_CHAIN_ID_', id: 'bad2' },
      { type: '@w3m-app/toString', id: 'bad3' },
      { type: '@w3m-frame/GET_CHAIN_ID', id: 'bad4' },
      { type: '@w3m-app/CONNECT_OTP', id: 'bad5', payload: { otp: '12345' } },
      { type: '@w3m-app/CONNECT_EMAIL', id: 'bad6', payload: { email: { at: 1 } } },
      { type, id: 'bad7', nonce: 'another' },
      { type, id: 'bad8', payload: { deep } },
      { type, id: 'bad9', payload: { long: 'x'.repeat(300_000) } },
      { type, id: 'bad10', payload: JSON.parse('{"__proto__": {}}') as unknown },
    ])
      peer.send(message);
    peer.send({ type, id: 'once1' });
    await vi.waitFor(() => expect(peer.said).toHaveLength(before + 1));
    peer.send({ type, id: 'once1' });
    expect((await settled(peer)).ok).toBe(true);
    expect(peer.said[before]!.id).toBe('once1');
    expect(peer.said).toHaveLength(before + 2);
  });

  it('a port with the right nonce takes over the conversation, and one with another nonce does not', async () => {
    const peer = await readyPeer();
    const heard: Said[] = [];
    const give = (nonce: string): MessagePort => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => void heard.push(data as Said);
      peer.send({ type: '@w3m-app/PORT', nonce }, [port2]);
      return port1;
    };
    give('another').postMessage({ type, id: 'port0' });
    expect((await settled(peer)).ok).toBe(true);
    give(NONCE).postMessage({ type, id: 'port1' });
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toMatchObject({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: 'port1' });
  });
});

describe('faults', () => {
  afterEach(() => void vi.useRealTimers());
  const opened = (fault: string) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    return openPeer({ fault });
  };

  it('no-ready sends nothing', async () => {
    const peer = await opened('no-ready');
    await vi.advanceTimersByTimeAsync(10_000);
    peer.send({ type, id: 'lost1' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(peer.said).toEqual([]);
  });

  it('slow-ready sends it late', async () => {
    const peer = await opened('slow-ready');
    await vi.advanceTimersByTimeAsync(2_999);
    expect(peer.said).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(types(peer)).toEqual(['READY']);
  });

  it('bad-origin: another origin sends it', async () => {
    const peer = await opened('bad-origin');
    expect(peer.embedded).toEqual(['http://secure-twin.test/stranger']);
    expect(peer.said).toEqual([]);
  });

  it('drop-answers stops responding after the sync', async () => {
    const peer = await readyPeer({ fault: 'drop-answers' });
    peer.send({ type, id: 'lost1' });
    expect(await peer.call('SYNC_THEME', { themeMode: 'dark' })).toEqual({ ok: true });
    expect(types(peer)).toEqual(['READY', 'SYNC_DAPP_DATA_SUCCESS', 'SYNC_THEME_SUCCESS']);
  });

  it('double-ready sends it twice', async () => {
    const peer = await opened('double-ready');
    expect(types(peer)).toEqual(['READY']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(types(peer)).toEqual(['READY', 'READY']);
  });

  it('wrong-id responds to another ID', async () => {
    const peer = await openPeer({ fault: 'wrong-id' });
    peer.send({ type, id: 'mine1' });
    await vi.waitFor(() => expect(peer.said.map(({ id }) => id)).toContain('mine10'));
    expect(peer.said.map(({ id }) => id)).not.toContain('mine1');
  });

  it('responds to RELOAD before the frame restarts', async () => {
    const peer = await readyPeer();
    expect(await peer.call('RELOAD')).toEqual({ ok: true });
    expect(peer.reloads()).toBe(0);
    await vi.waitFor(() => expect(peer.reloads()).toBe(1));
  });
});
