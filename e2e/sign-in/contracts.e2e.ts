// Signing in with accounts that are contracts: their own yes counts, whether they are there already or not (ERC-1271, ERC-6492). The
// contracts are the demo's (demo/contracts/DemoAccount.sol), the chain is a real one.
import { readFileSync } from 'node:fs';
import {
  concatHex,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  http,
  parseAbi,
  zeroHash,
  type Address,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { serializeErc6492Signature } from 'viem/utils';
import { chain, fundedAddress } from '../support/chain';
import { confirm, expectClosed } from '../support/modal';
import { CHAIN_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { asked, choose, sessions, sign, status, visitWith } from '../support/sign-in';
import { expect, test } from '../support/test';

test.describe('accounts that are contracts @10.34', () => {
  const factoryAbi = parseAbi(['function create(address owner) returns (address)']);
  const { contracts } = JSON.parse(
    readFileSync(new URL('../../demo/services/src/contracts.json', import.meta.url), 'utf8'),
  ) as { contracts: Record<string, Hex> };

  /** A factory of its own, and where the account of this owner is or will be. */
  async function smartAccount(): Promise<{
    owner: ReturnType<typeof privateKeyToAccount>;
    factory: Address;
    address: Address;
    creation: Hex;
    deploy(): Promise<void>;
  }> {
    const owner = privateKeyToAccount(generatePrivateKey());
    const account = await fundedAddress();
    const client = createWalletClient({ account, transport: http(CHAIN_URL) });
    const made = await client.deployContract({
      abi: [],
      bytecode: contracts.DemoAccountFactory!,
      chain: null,
    });
    const factory = (await chain.waitForTransactionReceipt({ hash: made })).contractAddress!;
    const bytecode = concatHex([
      contracts.DemoAccount!,
      encodeAbiParameters([{ type: 'address' }], [owner.address]),
    ]);
    const address = getCreate2Address({ from: factory, salt: zeroHash, bytecode });
    const creation = encodeFunctionData({ abi: factoryAbi, functionName: 'create', args: [owner.address] });
    const deploy = async () => {
      const hash = await client.sendTransaction({ to: factory, data: creation, chain: null });
      await chain.waitForTransactionReceipt({ hash });
    };
    return { owner, factory, address, creation, deploy };
  }

  for (const [what, deployed, wrapped] of [
    ['one that is there (ERC-1271)', true, false],
    ['one that is yet to be created (ERC-6492)', false, true],
  ] as const)
    test(`${what}: accepts the contract’s own signature, and rejects another account’s`, async ({ page }) => {
      const { owner, address, factory, creation, deploy } = await smartAccount();
      if (deployed) await deploy();
      const wallet = await ScriptedWallet.install(page, {
        accounts: [address],
        answers: { personal_sign: 'hang' },
      });
      await visitWith(page);
      await choose(page, wallet.row);
      const wrap = (signature: Hex) =>
        wrapped ? serializeErc6492Signature({ address: factory, data: creation, signature }) : signature;

      await confirm(sign(page));
      const raw = await asked(wallet);
      const stranger = privateKeyToAccount(generatePrivateKey());
      await wallet.settle('personal_sign', {
        result: wrap(await stranger.signMessage({ message: { raw } })),
      });
      await expect(status(page).getByRole('heading')).toHaveText('Failed to sign message');
      expect(await sessions(page)).toEqual([]);

      await expect(status(page)).toHaveAttribute('data-phase', 'ready');
      wallet.requests.length = 0;
      await confirm(sign(page));
      const message = { raw: await asked(wallet) };
      await wallet.settle('personal_sign', { result: wrap(await owner.signMessage({ message })) });
      await expectClosed(page);
      expect((await sessions(page))[0]!.data).toMatchObject({ accountAddress: address });
    });
});
