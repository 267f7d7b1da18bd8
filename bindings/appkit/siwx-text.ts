// The text of a sign-in by EIP-4361 and CAIP-122, of any family.

import type { SIWXSession } from 'wallet-modal';

export const sentence = {
  /** family -> as the first line names it */
  networks: {
    eip155: 'Ethereum',
    solana: 'Solana',
    bip122: 'Bitcoin',
    polkadot: 'Polkadot',
    cosmos: 'Cosmos',
  } as Readonly<Record<string, string>>,

  of(data: SIWXSession['data'], network: string | undefined, chain: string): string {
    const line = (label: string, value?: string) => (value ? [`${label}: ${value}`] : []);
    return [
      `${data.domain} wants you to sign in with your ${network ? `${network} ` : ''}account:`,
      data.accountAddress,
      '',
      ...(data.statement ? [data.statement] : []),
      '',
      ...line('URI', data.uri),
      ...line('Version', data.version),
      ...line('Chain ID', chain),
      ...line('Nonce', data.nonce),
      ...line('Issued At', data.issuedAt),
      ...line('Expiration Time', data.expirationTime),
      ...line('Not Before', data.notBefore),
      ...line('Request ID', data.requestId),
      ...(data.resources?.length ? ['Resources:', ...data.resources.map((one) => `- ${one}`)] : []),
    ].join('\n');
  },
};
