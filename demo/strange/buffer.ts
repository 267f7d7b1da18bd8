// The test kit runs in Node; this provides Node's Buffer in a page that runs its wallets.
export { Buffer } from 'buffer/';
