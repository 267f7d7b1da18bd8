// What @solana/web3.js 1 expects of a bundler: Node's Buffer.
export { Buffer } from 'buffer/';
