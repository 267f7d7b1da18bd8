// What a page asks to be allowed for later (ERC-7715), and what the list of smart sessions has of it, by the service's own word.
import { numberToHex, parseEther, type Address } from 'viem';
import { HOST_URLS } from '../support/ports';

const inAnHour = (): number => Math.floor(Date.now() / 1_000) + 3_600;

/** A tenth of an ether an hour, for an hour; `more` in its place or beside it. */
export const permissionOf = (address: Address, more: object = {}) => [
  {
    chainId: '0x539',
    address,
    expiry: inAnHour(),
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: `0x02${'5c'.repeat(32)}` }] } },
    permissions: [
      {
        type: 'native-token-recurring-allowance',
        data: { allowance: numberToHex(parseEther('0.1')), start: 0, period: 3_600 },
      },
    ],
    policies: [],
    ...more,
  },
];

export type Session = {
  pci: string;
  expiry: number;
  revokedAt?: number;
  project: object;
  permissions: object[];
};

/** The smart sessions of an account. */
export async function sessionsOf(address: Address): Promise<Session[]> {
  const query = 'projectId=demo&st=wallet-modal&sv=html-core-1.0.0';
  const answer = await fetch(`${HOST_URLS.data}/v1/sessions/eip155:1337:${address}?${query}`);
  return ((await answer.json()) as { pcis: Session[] }).pcis;
}
