// The chunk of the social logins.

export { ConnectingFarcaster } from './connecting-farcaster/connecting-farcaster';
export { ConnectingSocial } from './connecting-social/connecting-social';
