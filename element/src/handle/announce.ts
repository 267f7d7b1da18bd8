// Option `announceProvider`: announces the page's provider through EIP-6963, so that libraries of the page find it without the handle
// (docs/spec/public-api.md section 5, docs/spec/page-wallets.md section 1.1). Our own finder skips it (wallets/eip6963.ts).

export const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#2a54d5"/>' +
    '<rect x="20" y="30" width="56" height="40" rx="10" fill="#fff"/><circle cx="60" cy="50" r="6" fill="#2a54d5"/></svg>',
)}`;

/** A UUID of version 4, also without a secure context, where randomUUID is missing. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

/** Announces now and at each request of a library, until the signal aborts. */
export function announceProvider(provider: object, name: string, gone: AbortSignal): void {
  const info = Object.freeze({ uuid: uuid(), name, icon, rdns: 'dev.wallet-modal' });
  const detail = Object.freeze({ info, provider });
  const tell = (): void => void dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', tell, { signal: gone });
  tell();
}
