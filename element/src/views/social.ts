// The chunk of the logins by a provider.

export { ConnectingFarcaster } from './connecting-farcaster/connecting-farcaster';
export { ConnectingSocial } from './connecting-social/connecting-social';
