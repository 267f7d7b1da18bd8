// Builds calls and payloads of a Polkadot network from its metadata, with @polkadot/types. Shared by the demo's node, the tests and the
// effects page, so it uses nothing of Node.
import { Metadata, TypeRegistry } from '@polkadot/types';

/** A longer payload is hashed before it is signed. */
const HASHED_ABOVE = 256;

/**
 * @param {string} metadata as `state_getMetadata` answers
 * @param {{ss58Format: number, tokenDecimals: number, tokenSymbol: string}} properties
 */
export function builderOf(metadata, properties) {
  const registry = new TypeRegistry();
  registry.setMetadata(new Metadata(registry, metadata));
  registry.setChainProperties(registry.createType('ChainProperties', properties));

  /** A call by its names in the metadata. */
  function callOf(section, method, args) {
    const pallet = registry.metadata.pallets.find(({ name }) => name.eq(section));
    const { variants } = registry.lookup.getSiType(pallet.calls.unwrap().type).def.asVariant;
    const { index } = variants.find(({ name }) => name.eq(method));
    return registry.findMetaCall(new Uint8Array([pallet.index.toNumber(), index.toNumber()]))(...args);
  }

  /** The payload to sign: a call of this account, valid from this block on. */
  function payloadOf(
    address,
    call,
    { nonce, genesisHash, specVersion, transactionVersion, block, blockHash },
  ) {
    return {
      address,
      method: call.toHex(),
      era: registry.createType('ExtrinsicEra', { current: block, period: 4_096 }).toHex(),
      blockHash,
      blockNumber: registry.createType('u32', block).toHex(),
      genesisHash,
      nonce: registry.createType('Compact<u32>', nonce).toHex(),
      tip: registry.createType('Compact<u128>', 0).toHex(),
      specVersion: registry.createType('u32', specVersion).toHex(),
      transactionVersion: registry.createType('u32', transactionVersion).toHex(),
      signedExtensions: registry.signedExtensions,
      mode: 0,
      metadataHash: null,
      version: 4,
    };
  }

  /** The signed bytes of a payload. */
  function bytesOf(payload) {
    const bytes = registry.createType('ExtrinsicPayload', payload, { version: 4 }).toU8a({ method: true });
    return bytes.length > HASHED_ABOVE ? registry.hash(bytes) : bytes;
  }

  return { registry, callOf, payloadOf, bytesOf };
}
