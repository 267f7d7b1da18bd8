// The local chain as the tests see it from Node: what is true, to compare the screen with.
import { createPublicClient, createTestClient, http, parseEther, type Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { CHAIN_URL } from './ports';

const transport = http(CHAIN_URL);
export const chain = createPublicClient({ transport, pollingInterval: 250 });
const steering = createTestClient({ mode: 'anvil', transport });

/** An address nobody has used: what happens to it has happened in this test. */
export const freshAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address;

/** The same with some Ether, and the chain signs for it: a sender of one test alone. */
export async function fundedAddress(ether = '12.3456'): Promise<Address> {
  const address = freshAddress();
  await steering.setBalance({ address, value: parseEther(ether) });
  await steering.impersonateAccount({ address });
  return address;
}

/** A balance as it must be on the screen: floored to three decimals, en-US (9.19, 9.23). Written apart from the product. */
export function shown(wei: bigint): string {
  const thousandths = wei / 10n ** 15n;
  const whole = (thousandths / 1000n).toLocaleString('en-US');
  return `${whole}.${String(thousandths % 1000n).padStart(3, '0')}`;
}

export const shownBalance = async (address: Address): Promise<string> =>
  shown(await chain.getBalance({ address }));
