// The older sign-in object (option `siweConfig`) as a `siwx`: one session for the whole page, EVM chains only, verified by the page's
// server.

import { matches, builtIn, lower } from '../captured';
import { matchOf, splitText } from '../parted';
import type { SIWEConfig, SIWX, SIWXSession } from './types';

type GivenSiwe = SIWEConfig & { methods?: SIWEConfig; options?: Partial<SIWEConfig> };

const same = (one: string, other: string): boolean => lower(one) == lower(other);

/** The last part of an account or network, which can be in a CAIP format: `eip155:1:0x...`, `did:pkh:eip155:1:0x...`, `eip155:1`. */
function last(value: unknown): string | undefined {
  if (value === undefined || value === null) return;
  const all = splitText(`${value as string}`, ':');
  return all[all.length - 1];
}

/** `eip155:1` becomes 1 */
const numberOf = (chainId: string): number => +(splitText(chainId, ':')[1] as never);

export function fromSiwe(given: GivenSiwe): SIWX {
  // created by a helper of another library: `methods` has the functions, `options` the flags
  const methods = given.methods ?? given;
  const flags = { ...given, ...given.options };
  const signOut = async (): Promise<void> => {
    if ((await methods.signOut()) === false) throw new Error('signOut() returned false');
    methods.onSignOut?.();
  };
  const addSession = async ({ data, message, signature, cacao }: SIWXSession): Promise<void> => {
    if (!(await methods.verifyMessage({ message, signature, cacao })))
      throw new Error('verifyMessage() returned false');
    methods.onSignIn?.({ address: data.accountAddress, chainId: numberOf(data.chainId) });
  };
  return {
    async createMessage({ accountAddress, chainId }) {
      const params = ((await methods.getMessageParams?.()) ?? {}) as Record<string, never>;
      const nonce = await methods.getNonce(accountAddress);
      if (!nonce) throw new Error('getNonce() returned no nonce');
      const { domain = location.host, uri = location.origin, iat = new Date().toISOString() } = params;
      const text = methods.createMessage({
        ...params,
        domain,
        uri,
        iat,
        version: '1',
        nonce,
        address: `did:pkh:${chainId}:${accountAddress}`,
        chainId: numberOf(chainId),
      });
      // the page might create the text itself with its own times, so the text counts
      const line = (name: string) =>
        matchOf(new (builtIn<RegExpConstructor>('RegExp'))(`^${name}: (.*)$`, 'm'), text)?.[1];
      const resources = splitText(text, '\nResources:\n- ')[1];
      const fields = {
        accountAddress,
        chainId,
        domain,
        uri,
        version: '1',
        nonce,
        issuedAt: line('Issued At') ?? iat,
        expirationTime: line('Expiration Time') ?? params.exp,
        notBefore: line('Not Before') ?? params.nbf,
        requestId: line('Request ID') ?? params.requestId,
        resources: resources ? splitText(resources, '\n- ') : params.resources,
        statement: matchOf(/^.+\n.*\n\n(.+)\n\n/, text)?.[1] ?? params.statement,
      };
      return { ...fields, toString: () => text };
    },
    addSession,
    revokeSession: signOut,
    async setSessions(sessions) {
      const first = sessions[0];
      await (first ? addSession(first) : signOut());
    },
    async getSessions(chainId, address) {
      if (!matches(/^eip155:/, chainId)) return [];
      const session: { address?: unknown; chainId?: unknown } | null = await methods.getSession();
      if (!session) return [];
      const of = last(session.address);
      const network = last(session.chainId);
      const isElsewhere = flags.signOutOnNetworkChange !== false && network;
      // The engine compares it: a session belongs to the account that signed it, whichever is connected now.
      const data = {
        ...(of ? { accountAddress: same(of, address) ? address : of } : {}),
        chainId: isElsewhere ? `eip155:${network}` : chainId,
        domain: '',
        uri: '',
        version: '1',
        nonce: '',
      } as SIWXSession['data'];
      return [{ data, message: '', signature: '' }];
    },
    getRequired: () => flags.required !== false,
    signOutOnDisconnect: flags.signOutOnDisconnect !== false,
    signOutOnAccountChange: flags.signOutOnAccountChange !== false,
    promptAfterReload: flags.promptAfterReload !== false,
  };
}
