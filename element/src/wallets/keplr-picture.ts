// Keplr announces its icon only on EVM pages (EIP-6963). On a page with only Cosmos or Bitcoin, its row has this drawing from us.

export const keplrPicture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" rx="24" fill="#3b4ce8"/><path d="M30 24h11v20l20-20h15L53 46l25 26H63L41 50v22H30z" fill="#fff"/></svg>',
)}`;
