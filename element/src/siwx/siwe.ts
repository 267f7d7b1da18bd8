// The older sign-in object (option `siweConfig`) as a `siwx`: one session for the whole page, EVM chains only, verified by the
// host's server.

import type { SIWEConfig, SIWX, SIWXSession } from './types';

type Given = SIWEConfig & { methods?: SIWEConfig; options?: Partial<SIWEConfig> };

const same = (one: string, other: string): boolean => one.toLowerCase() == other.toLowerCase();

export function fromSiwe(given: Given): SIWX {
  // made by a helper of other libraries: the functions are in `methods`, the flags in `options`
  const methods = given.methods ?? given;
  const flags = { ...given, ...given.options };
  const signOut = async (): Promise<void> => {
    await methods.signOut();
    methods.onSignOut?.();
  };
  const addSession = async ({ data, message, signature, cacao }: SIWXSession): Promise<void> => {
    if (!(await methods.verifyMessage({ message, signature, cacao })))
      throw new Error('The signature was not accepted');
    methods.onSignIn?.({ address: data.accountAddress, chainId: Number(data.chainId.split(':')[1]) });
  };
  return {
    async createMessage({ accountAddress, chainId }) {
      const params = ((await methods.getMessageParams?.()) ?? {}) as Record<string, never>;
      const nonce = await methods.getNonce(accountAddress);
      if (!nonce) throw new Error('There is no nonce');
      const { domain = location.host, uri = location.origin, iat = new Date().toISOString() } = params;
      const fields = {
        accountAddress,
        chainId,
        domain,
        uri,
        version: '1',
        nonce,
        issuedAt: iat,
        expirationTime: params.exp,
        notBefore: params.nbf,
        requestId: params.requestId,
        resources: params.resources,
        statement: params.statement,
      };
      const text = methods.createMessage({
        ...params,
        domain,
        uri,
        iat,
        version: '1',
        nonce,
        address: `did:pkh:${chainId}:${accountAddress}`,
        chainId: Number(chainId.split(':')[1]),
      });
      return { ...fields, toString: () => text };
    },
    addSession,
    revokeSession: signOut,
    async setSessions(sessions) {
      const [first] = sessions;
      await (first ? addSession(first) : signOut());
    },
    async getSessions(chainId, address) {
      const session = await methods.getSession();
      if (!session) return [];
      const fits =
        (flags.signOutOnAccountChange === false || same(session.address, address)) &&
        (flags.signOutOnNetworkChange === false || chainId == `eip155:${session.chainId}`);
      if (!fits) await signOut();
      const data = { accountAddress: address, chainId, domain: '', uri: '', version: '1', nonce: '' };
      return fits ? [{ data, message: '', signature: '' }] : [];
    },
    getRequired: () => flags.required !== false,
    signOutOnDisconnect: flags.signOutOnDisconnect !== false,
  };
}
