// Wallet requests: reads, what a person reads before a yes, what is signed and sent then, and in which order (docs/spec/rpc.md section 1). What
// counts as a press is seen in a browser: e2e/embedded/secure-requests.e2e.ts.
import {
  encodeFunctionData,
  erc20Abi,
  parseAbi,
  parseEther,
  stringToHex,
  toHex,
  verifyMessage,
  verifyTypedData,
  type Address,
  type Hex,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { chain, freshAddress, giveToken, tokenBalance, TOKENS } from './testing/chain';
import {
  freshEmail,
  logIn,
  nodeAnswers,
  PAGE,
  plainWallet as wallet,
  readyPeer,
  REJECTED,
  valueOf,
  type Peer,
} from './testing/peer';

const DRAINS = parseAbi([
  'function approve(address, uint256)',
  'function increaseAllowance(address, uint256)',
  'function setApprovalForAll(address, bool)',
  'function transferOwnership(address)',
  'function multicall(bytes[])',
]);

const sign = (peer: Peer, address: Address, text: string) =>
  peer.ask('personal_sign', [stringToHex(text), address]);

describe('requests without a prompt', () => {
  it('reads go to the local chain of the requested network', async () => {
    const { peer, address } = await wallet();
    expect(await peer.ask('eth_chainId')).toEqual({ ok: true, payload: '0x539' });
    expect((await peer.ask('eth_chainId', [], { chainId: 'eip155:1338' })).payload).toBe('0x53a');
    expect((await peer.ask('eth_getBalance', [address, 'latest'])).payload).toBe(toHex(parseEther('5')));
    expect((await peer.ask('eth_accounts')).payload).toEqual([address]);
    const wrong = await peer.ask('eth_getBalance', ['nobody', 'latest']);
    expect(wrong.ok, 'the node\u2019s no').toBe(false);
  });

  it('rejects an unlisted method with its message', async () => {
    const { peer, address } = await wallet();
    const refused = { ok: false, payload: { message: 'Requested RPC call is not allowed' } };
    for (const method of ['eth_sign', 'eth_signTransaction', 'anvil_setBalance', 'debug_x', 'toString', ''])
      expect(await peer.ask(method, [address, '0x'])).toEqual(refused);
    expect(await peer.ask('eth_chainId', [], { chainNamespace: 'bip122' })).toEqual(refused);
    expect(peer.isAsking()).toBe(false);
  });
});

describe('approvals', () => {
  it('shows a message with the site, network and whole address, and signs it on Confirm', async () => {
    const { peer, address } = await wallet();
    const answer = sign(peer, address, 'Hello, Ada');
    const asked = await peer.asked();
    expect(asked).toMatchObject({ title: 'Sign a message', site: PAGE, network: 'Demo Chain', warnings: [] });
    expect(asked.fact('message')).toBe('Hello, Ada');
    expect(asked.address('with')).toBe(address);
    await peer.confirm();
    const signature = valueOf(await answer);
    expect(await verifyMessage({ address, message: 'Hello, Ada', signature })).toBe(true);
    expect(peer.isAsking()).toBe(false);

    // Some pages send the address first.
    const reversed = peer.ask('personal_sign', [address, stringToHex('again')]);
    expect((await peer.asked()).fact('message')).toBe('again');
    await peer.confirm();
    expect(await verifyMessage({ address, message: 'again', signature: valueOf(await reversed) })).toBe(true);
  });

  it('rejects after Reject, and shows the next request in the queue', async () => {
    const { peer, address } = await wallet();
    // The first takes longer to prepare: the network is asked what it costs and does.
    const first = peer.ask('eth_sendTransaction', [{ from: address, to: freshAddress(), value: '0x1' }]);
    const second = sign(peer, address, 'two');
    expect((await peer.asked()).title).toBe('Send');
    await peer.reject();
    expect(await first).toEqual(REJECTED);
    expect((await peer.asked()).fact('message')).toBe('two');
    await peer.reject();
    expect(await second).toEqual(REJECTED);
  });

  it('RPC_ABORT and a logout end the shown request and the waiting ones', async () => {
    const { peer, address } = await wallet();
    for (const end of ['RPC_ABORT', 'SIGN_OUT']) {
      const answers = [sign(peer, address, 'one'), sign(peer, address, 'two')];
      await peer.asked();
      await peer.call(end);
      for (const answer of answers)
        expect(await answer).toEqual({ ok: false, payload: { message: 'Request was aborted' } });
      expect(peer.isAsking()).toBe(false);
    }
  });

  it('shows hidden characters, and does not read bytes as text', async () => {
    const { peer, address } = await wallet();
    const answer = sign(peer, address, 'pay\u202e1\u200b0');
    const asked = await peer.asked();
    expect(asked.fact('message')).toBe('pay\u25a11\u25a10');
    expect(asked.warnings).toEqual(['Characters that cannot be seen are drawn as boxes.']);
    await peer.reject();
    await answer;
    void peer.ask('personal_sign', ['0xff00ff', address]);
    const { fact, warnings } = await peer.asked();
    expect(fact('message')).toBe('0xff00ff');
    expect(warnings).toEqual(['This is no text: nobody can tell what it means.']);
  });

  it('warns of another site’s sign-in message, and not of this site’s', async () => {
    const { peer, address } = await wallet();
    const message = (domain: string) =>
      `${domain} wants you to sign in with your Ethereum account:\n${address}\n\nURI: https://${domain}`;
    const answer = sign(peer, address, message('bank.example'));
    const asked = await peer.asked();
    expect(asked.title).toBe('Sign in');
    expect(asked.warnings).toEqual([expect.stringContaining('bank.example')]);
    await peer.reject();
    await answer;
    void sign(peer, address, message(new URL(PAGE).host));
    expect(await peer.asked()).toMatchObject({ title: 'Sign in', warnings: [] });
  });

  it('shows and signs typed data in full, and rejects another network or unknown fields', async () => {
    const { peer, address } = await wallet();
    const data = {
      domain: { name: 'Shop', chainId: 1337, verifyingContract: TOKENS.DUSD },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Order: [
          { name: 'buyer', type: 'string' },
          { name: 'prices', type: 'uint256[]' },
        ],
      },
      primaryType: 'Order',
      message: { buyer: 'Ada', prices: ['1', '2'] },
    } as const;
    const ask = (given: unknown) => peer.ask('eth_signTypedData_v4', [address, given]);
    const said = async (given: unknown) => (await ask(given)).payload!['message'];
    expect(await said({ ...data, domain: { ...data.domain, chainId: 1 } })).toContain('domain.chainId');
    expect(await said({ ...data, message: { ...data.message, tip: '9' } })).toContain('message.tip');
    expect(await said({ ...data, message: { buyer: 'Ada' } })).toContain('message.prices');
    for (const fields of [null, [{ name: 'buyer' }], [...data.types.Order, data.types.Order[0]]])
      expect(await said({ ...data, types: { ...data.types, Order: fields } })).toContain('no readable Order');
    expect(peer.isAsking()).toBe(false);
    const answer = ask(JSON.stringify(data));
    const { fact, address: addressOf, warnings } = await peer.asked();
    expect(fact('data')).toContain('"buyer": "Ada"');
    expect([fact('kind'), fact('for'), addressOf('contract'), warnings]).toEqual([
      'Order',
      'Shop',
      TOKENS.DUSD,
      [],
    ]);
    await peer.confirm();
    const signature = valueOf(await answer);
    type Signed = Parameters<typeof verifyTypedData>[0];
    expect(await verifyTypedData({ ...data, address, signature } as unknown as Signed)).toBe(true);

    void ask({ ...data, types: { Order: data.types.Order }, domain: { name: 'Shop' } });
    expect((await peer.asked()).warnings).toEqual([expect.stringContaining('names no network')]);
  });

  it('describes a payment in words and sends it on the local chain', async () => {
    const { peer, address } = await wallet();
    const to = freshAddress();
    const answer = peer.ask('eth_sendTransaction', [{ from: address, to, value: toHex(parseEther('0.25')) }]);
    const asked = await peer.asked();
    expect([asked.title, asked.fact('amount'), asked.address('to')]).toEqual(['Send', '0.25 ETH', to]);
    expect(asked.fact('network-fee-at-most')).toMatch(/^0\.0\d+ ETH$/);
    expect(asked.warnings).toEqual([]);
    await peer.confirm();
    const hash = valueOf(await answer);
    const receipt = await chain.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe('success');
    expect((await chain.getTransaction({ hash })).from.toLowerCase()).toBe(address.toLowerCase());
    expect(await chain.getBalance({ address: to })).toBe(parseEther('0.25'));
  });

  it('decodes token calls, names an unlimited approval, and shows other data as hex', async () => {
    const { peer, address } = await wallet();
    const to = freshAddress();
    await giveToken('MDW', address, 10n ** 18n);
    const send = (data: Hex, name = 'data') =>
      peer.ask('eth_sendTransaction', [{ from: address, to: TOKENS.MDW, [name]: data }]);
    const call = (functionName: 'transfer' | 'approve', amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] });

    const sent = send(call('transfer', 4n * 10n ** 17n));
    const asked = await peer.asked();
    expect([asked.fact('amount'), asked.address('to')]).toEqual(['0.4 MDW', to]);
    await peer.confirm();
    await chain.waitForTransactionReceipt({ hash: valueOf(await sent) });
    expect(await tokenBalance('MDW', to)).toBe(4n * 10n ** 17n);

    for (const name of ['data', 'input']) {
      const allowed = send(call('approve', 2n ** 256n - 1n), name);
      const { fact, warnings } = await peer.asked();
      expect(fact('it-may-take-up-to')).toContain('Without limit');
      expect(warnings).toEqual(['It could take all your MDW, now and later.']);
      await peer.reject();
      await allowed;
    }

    void send('0xdeadbeef00');
    expect((await peer.asked()).fact('calls-an-unknown-function')).toBe('0xdeadbeef');
  });

  it('states that a call takes everything also if it seems to fail', async () => {
    const peer = await readyPeer();
    // Nothing to pay a fee with.
    const { address } = await logIn(peer, freshEmail());
    const args = [freshAddress(), 2n ** 256n - 1n] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
    void peer.ask('eth_sendTransaction', [{ from: address, to: TOKENS.MDW, data }]);
    expect((await peer.asked()).warnings).toEqual([
      expect.stringMatching(/^It could take all/),
      expect.stringMatching(/^This will probably fail/),
    ]);
  });

  it('names what is given away, warns, and requires the checkbox before Confirm @10.12', async () => {
    const { peer, address } = await wallet();
    await giveToken('MDW', address, 100n);
    const to = freshAddress();
    const args = (amount: bigint) => [to, amount] as const;
    const encode = (functionName: string, given: readonly unknown[]) =>
      encodeFunctionData({ abi: DRAINS, functionName, args: given } as never);
    const all = 'I let someone take all your MDW, now and later.';
    const rows: [Hex, string, RegExp, string[]][] = [
      [encode('approve', args(2n ** 256n - 2n)), 'Allow spending MDW', /^It could take all your MDW/, [all]],
      [
        encode('approve', args(100n)),
        'Allow spending MDW',
        /^It could be taken at any time/,
        ['I let someone take this amount, now and later.'],
      ],
      [encode('increaseAllowance', args(7n)), 'Raise an allowance', /^It is added/, []],
      [encode('increaseAllowance', args(2n ** 255n)), 'Allow spending', /^It could take all your MDW/, [all]],
      [
        encode('setApprovalForAll', [to, true]),
        'Allow taking a whole collection',
        /^It could take every NFT/,
        ['I let someone take every NFT of a collection, now and later.'],
      ],
      [
        encode('transferOwnership', [to]),
        'Hand over control',
        /^Whoever gets control/,
        ['I hand over control: someone else decides from then on.'],
      ],
    ];
    for (const [data, title, warning, accepts] of rows) {
      const answer = peer.ask('eth_sendTransaction', [{ from: address, to: TOKENS.MDW, data }]);
      const asked = await peer.asked();
      expect([asked.title, asked.accepts]).toEqual([title, accepts]);
      expect(asked.warnings[0]).toMatch(warning);
      if (accepts.length > 0) await expect(peer.confirm()).rejects.toThrow('not ticked');
      await peer.reject();
      expect(await answer).toEqual(REJECTED);
    }
    // whoever is no contract has no use for a part of it but to take it; what takes it back is what people expect
    for (const amount of [7n, 0n]) {
      const data = encode('approve', args(amount));
      const answer = peer.ask('eth_sendTransaction', [{ from: address, to: TOKENS.MDW, data }]);
      const warnings = amount ? ['It could be taken at any time.'] : [];
      expect(await peer.asked()).toMatchObject({ title: 'Allow spending MDW', warnings, accepts: [] });
      await peer.reject();
      await answer;
    }
    const data = encode('approve', args(2n ** 256n - 2n));
    const answer = peer.ask('eth_sendTransaction', [{ from: address, to: TOKENS.MDW, data }]);
    expect((await peer.asked()).fact('it-may-take-up-to')).toBe('Without limit, MDW');
    peer.accept();
    await peer.confirm();
    expect((await chain.waitForTransactionReceipt({ hash: valueOf(await answer) })).status).toBe('success');
  });

  it('treats a permit as an approval, not as data @10.12', async () => {
    const { peer, address } = await wallet();
    await giveToken('DUSD', address, 5n);
    const spender = freshAddress();
    const permit = (value: string) => ({
      domain: { name: 'DUSD', chainId: 1337, verifyingContract: TOKENS.DUSD },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner: address, spender, value, nonce: '0', deadline: '1800000000' },
    });
    const answer = peer.ask('eth_signTypedData_v4', [address, permit(String(2n ** 256n - 1n))]);
    const asked = await peer.asked();
    expect(asked).toMatchObject({
      title: 'Allow spending by a signature',
      warnings: ['With this signature it could take all your DUSD, now and later.'],
      accepts: ['I let someone take all your DUSD, now and later.'],
    });
    expect(asked.fact('it-may-take-up-to')).toBe('Without limit, DUSD');
    expect([asked.address('who-may-take-it'), asked.address('token-contract')]).toEqual([
      spender,
      TOKENS.DUSD,
    ]);
    expect(asked.fact('until')).toBe('2027-01-15 08:00 UTC');
    await expect(peer.confirm()).rejects.toThrow('not ticked');
    peer.accept();
    await peer.confirm();
    expect((await answer).ok).toBe(true);
    void peer.ask('eth_signTypedData_v4', [address, permit('1')]);
    const less = await peer.asked();
    expect([less.warnings, less.accepts]).toEqual([
      ['Whoever has this signature can take it until it ends.'],
      [],
    ]);
    expect(less.fact('it-may-take-up-to')).toBe('0.000001 DUSD');
  });

  it('describes a signature that others can execute later as if it were sent @10.12', async () => {
    const { peer, address } = await wallet();
    await giveToken('DUSD', address, 5n);
    const [to, safe] = [freshAddress(), freshAddress()];
    const data = (primaryType: string, contract: Address, fields: Record<string, [string, unknown]>) => ({
      domain: { name: 'N', chainId: 1337, verifyingContract: contract },
      types: { [primaryType]: Object.entries(fields).map(([name, [type]]) => ({ name, type })) },
      primaryType,
      message: Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value])),
    });
    const transfer = data('TransferWithAuthorization', TOKENS.DUSD, {
      from: ['address', address],
      to: ['address', to],
      value: ['uint256', '2500000'],
      validAfter: ['uint256', '0'],
      validBefore: ['uint256', '1800000000'],
    });
    const first = peer.ask('eth_signTypedData_v4', [address, transfer]);
    const sent = await peer.asked();
    expect(sent).toMatchObject({
      title: 'Let somebody take it by a signature',
      warnings: ['Whoever has this signature can take it.'],
      accepts: [],
    });
    expect([sent.fact('you-give'), sent.address('it-goes-to'), sent.fact('until')]).toEqual([
      '2.5 DUSD',
      to,
      '2027-01-15 08:00 UTC',
    ]);
    await peer.reject();
    await first;

    const foreign = data('SafeTx', safe, {
      to: ['address', to],
      value: ['uint256', '0'],
      data: ['bytes', '0x'],
      operation: ['uint8', '1'],
      gasPrice: ['uint256', '0'],
    });
    const second = peer.ask('eth_signTypedData_v4', [address, foreign]);
    const code = await peer.asked();
    expect(code.accepts).toEqual(['I hand over control: someone else decides from then on.']);
    expect([code.fact('it-changes'), code.address('who-gets-control')]).toEqual([
      'What the account itself does',
      to,
    ]);
    await peer.reject();
    await second;

    const order = data('Order', safe, {
      sellToken: ['address', TOKENS.DUSD],
      sellAmount: ['uint256', '2500000'],
      buyToken: ['address', TOKENS.MDW],
      buyAmount: ['uint256', '1'],
      receiver: ['address', to],
      validTo: ['uint32', '1800000000'],
    });
    void peer.ask('eth_signTypedData_v4', [address, order]);
    const gift = await peer.asked();
    expect([gift.fact('you-give'), gift.fact('you-get'), gift.accepts]).toEqual([
      '2.5 DUSD',
      'Nothing',
      ['I give it away for nothing.'],
    ]);
  });

  it('describes each inner call with its own risk @10.12', async () => {
    const { peer, address } = await wallet();
    await giveToken('DUSD', address, 5n);
    const spender = freshAddress();
    const args = [spender, 2n ** 256n - 1n] as const;
    const inner = encodeFunctionData({ abi: DRAINS, functionName: 'approve', args });
    const call = (list: Hex[]) =>
      encodeFunctionData({ abi: DRAINS, functionName: 'multicall', args: [list] });
    const answer = peer.ask('eth_sendTransaction', [{ from: address, to: TOKENS.DUSD, data: call([inner]) }]);
    const asked = await peer.asked();
    expect([asked.fact('it-may-take-up-to'), asked.address('who-may-take-it')]).toEqual([
      'Without limit, DUSD',
      spender,
    ]);
    expect(asked.warnings).toContain('It could take all your DUSD, now and later.');
    expect(asked.accepts).toEqual(['I let someone take all your DUSD, now and later.']);
    await peer.reject();
    await answer;
    void peer.ask('eth_sendTransaction', [{ from: address, to: TOKENS.DUSD, data: `${call([inner])}00` }]);
    const behind = await peer.asked();
    expect(behind.warnings).toContain('It could take all your DUSD, now and later.');
    expect(behind.warnings).toContain('More data follows than the call takes. It is not read here.');
    expect(behind.accepts).toEqual(['I let someone take all your DUSD, now and later.']);
  });

  it('asks again before it sends a transaction that costs more than shown', async () => {
    const { peer, address } = await wallet();
    const to = freshAddress();
    let times = 1n;
    nodeAnswers(peer.site, (method, result) =>
      method === 'eth_estimateGas' ? { result: toHex(BigInt(String(result)) * times) } : undefined,
    );
    const answer = peer.ask('eth_sendTransaction', [{ from: address, to, value: '0x1' }]);
    const shown = parseFloat((await peer.asked()).fact('network-fee-at-most'));
    times = 4n;
    await peer.confirm();
    const again = await peer.asked();
    expect(again.warnings[0]).toBe('The network fee has risen since you looked. Look at it again.');
    expect(parseFloat(again.fact('network-fee-at-most'))).toBeGreaterThan(shown * 2);
    expect(await chain.getBalance({ address: to })).toBe(0n);
    // less than was shown is no news
    times = 1n;
    await peer.confirm();
    await chain.waitForTransactionReceipt({ hash: valueOf(await answer) });
    expect(await chain.getBalance({ address: to })).toBe(1n);

    const refused = peer.ask('eth_sendTransaction', [{ from: address, to, value: '0x1' }]);
    await peer.asked();
    times = 4n;
    await peer.confirm();
    await peer.reject();
    expect(await refused).toEqual(REJECTED);
  });

  it('shows a fee before it sends if it could not be shown before', async () => {
    const { peer, address } = await wallet();
    const to = freshAddress();
    let isSilent = true;
    nodeAnswers(peer.site, (method) =>
      isSilent && method === 'eth_estimateGas' ? { error: { code: -32000, message: 'busy' } } : undefined,
    );
    const answer = peer.ask('eth_sendTransaction', [{ from: address, to, value: '0x1' }]);
    expect((await peer.asked()).facts('network-fee-at-most')).toEqual([]);
    isSilent = false;
    await peer.confirm();
    const again = await peer.asked();
    expect(again.warnings[0]).toBe('The network fee is known now. Look at it.');
    expect(again.fact('network-fee-at-most')).toMatch(/ ETH$/);
    expect(await chain.getBalance({ address: to })).toBe(0n);
    await peer.confirm();
    expect((await answer).ok).toBe(true);
  });

  it('rejects a request for another account, or without a session, unseen', async () => {
    const { peer } = await wallet();
    const message = 'This account is not the one that is logged in';
    expect((await sign(peer, freshAddress(), 'x')).payload).toEqual({ message });
    const sending = [{ from: freshAddress(), to: freshAddress() }];
    expect((await peer.ask('eth_sendTransaction', sending)).payload).toEqual({ message });
    await peer.call('SIGN_OUT');
    expect((await sign(peer, freshAddress(), 'x')).payload).toEqual({ message: 'Nobody is logged in' });
    expect(peer.isAsking()).toBe(false);
  });
});
