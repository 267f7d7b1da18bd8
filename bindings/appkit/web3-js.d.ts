// What is used of @solana/web3.js, a peer that only pages of solana have. Declared here, so that building the bindings needs no copy of it; what
// a page compiles against is its own.
declare module '@solana/web3.js' {
  export class PublicKey {
    constructor(address: string);
    toBase58(): string;
  }
  export type Commitment = 'processed' | 'confirmed' | 'finalized';
  export interface ConnectionConfig {
    commitment?: Commitment;
  }
  export class Connection {
    constructor(endpoint: string, settings?: Commitment | ConnectionConfig);
    readonly rpcEndpoint: string;
    sendRawTransaction(bytes: Uint8Array, options?: object): Promise<string>;
  }
}
