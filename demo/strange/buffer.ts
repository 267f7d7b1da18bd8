// The test kit is for Node: what it takes of Node's bytes is here for the page that runs its wallets.
export { Buffer } from 'buffer/';
