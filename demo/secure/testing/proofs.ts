// Proofs as the frame's own server reads them; the real server's tests cover the rejection of invalid ones
// (demo/services/tests/hosts/secure_proofs.rs).
import { base64urlnopad } from '@scure/base';

export const UNPROVEN = {
  invalid_dpop_proof: 'This call needs a proof by the key of this browser',
  use_dpop_nonce: 'This call needs a proof by the key of this browser',
  invalid_token: 'Nobody is logged in',
};

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const part = (text: string) =>
  JSON.parse(Buffer.from(base64urlnopad.decode(text)).toString()) as Record<string, unknown>;

/** The key of a proof and its nonce; null if it isn't a proof for this call. */
export async function keyOf(
  proof: string | null,
  url: string,
  token: string | null,
): Promise<{ key: string; nonce: unknown } | null> {
  const [header, claims, signature] = (proof ?? '').split('.');
  if (!header || !claims || !signature) return null;
  const { typ, alg, jwk } = part(header);
  const { htm, htu, ath, nonce } = part(claims);
  const ofToken = token && new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(token)));
  const fits =
    typ === 'dpop+jwt' &&
    alg === 'ES256' &&
    htm === 'POST' &&
    htu === url &&
    ath === (ofToken ? base64urlnopad.encode(Uint8Array.from(ofToken)) : undefined);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', jwk as JsonWebKey, algorithm, true, ['verify']);
  const by = { name: 'ECDSA', hash: 'SHA-256' };
  const signed = new Uint8Array(base64urlnopad.decode(signature));
  const isGood = await crypto.subtle.verify(by, key, signed, bytes(`${header}.${claims}`));
  return fits && isGood ? { key: JSON.stringify(jwk), nonce } : null;
}
