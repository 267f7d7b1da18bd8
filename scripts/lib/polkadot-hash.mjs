// Writes the hash of a network's metadata (RFC-78) with @polkadot-api/merkleize-metadata (scripts/vectors.mjs polkadot-hash). It uses Polkadot's metadata, cut
// to a few pallets, with another pallet that has every kind of type, and the same metadata from a lying node.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const PALLETS = ['System', 'Balances', 'Utility', 'Proxy'];
const PRIMITIVES = 'bool char str u8 u16 u32 u64 u128 u256 i8 i16 i32 i64 i128 i256'.split(' ');
const coin = { decimals: 10, tokenSymbol: 'DOT' };

export function hashes(folder) {
  const load = createRequire(pathToFileURL(`${folder}/package.json`));
  const { metadata: codec } = load('@polkadot-api/substrate-bindings');
  const { merkleizeMetadata } = load('@polkadot-api/merkleize-metadata');
  const { default: hex } = load('@polkadot/types-support/metadata/v15/polkadot-hex');
  const read = () => codec.dec(`0x${hex.slice(hex.indexOf('6d657461'))}`);
  const hexOf = (bytes) => `0x${Buffer.from(bytes).toString('hex')}`;

  /** The metadata with few pallets, and `change` made to it before its types are cut. */
  function made(change = () => {}) {
    const whole = read();
    const of = whole.metadata.value;
    of.pallets = of.pallets
      .filter(({ name }) => PALLETS.includes(name))
      .map((pallet) => ({
        ...pallet,
        storage: undefined,
        events: undefined,
        errors: undefined,
        docs: [],
        constants: pallet.constants
          .filter(({ name }) => ['Version', 'SS58Prefix'].includes(name))
          .map((one) => ({ ...one, docs: [] })),
      }));
    of.apis = [];
    of.custom = [];
    const add = (tag, value, path = []) => {
      const id = of.lookup.length;
      of.lookup.push({ id, path, params: [], def: { tag, value }, docs: [] });
      return id;
    };
    const field = (type, name, typeName) => ({ name, type, typeName, docs: [] });
    const outer = of.lookup[of.extrinsic.call];
    outer.def.value = outer.def.value.filter(({ name }) => PALLETS.includes(name));
    kinds({ of, outer, add, field });
    change({ of, outer, add, field });
    cut(of);
    return hexOf(codec.enc(whole));
  }

  /** A pallet whose one call has every kind of type. */
  function kinds({ of, outer, add, field }) {
    const primitive = Object.fromEntries(
      PRIMITIVES.map((tag) => [tag, add('primitive', { tag, value: undefined })]),
    );
    const unit = add('tuple', []);
    const order = (name) => add('composite', [], ['bitvec', 'order', name]);
    const bits = (store, name) =>
      add('bitSequence', { bitStoreType: primitive[store], bitOrderType: order(name) });
    const part = add('composite', [field(primitive.u64, undefined, 'u64')], ['kinds', 'Part']);
    const all = [
      ...Object.values(primitive),
      unit,
      add('composite', [], ['kinds', 'Empty']),
      add('variant', [], ['kinds', 'Never']),
      ...['u8', 'u16', 'u32', 'u64', 'u128', 'u256'].map((of) => add('compact', primitive[of])),
      add('compact', part),
      add('compact', unit),
      bits('u8', 'Lsb0'),
      bits('u64', 'Msb0'),
      add('sequence', part),
      add('array', { len: 70_000, type: part }),
      add('tuple', [part, primitive.bool, unit]),
      add(
        'variant',
        [
          // their order here is not that of their indexes
          { name: 'Last', fields: [field(part, 'of', 'Part')], index: 200, docs: [] },
          { name: 'First', fields: [field(primitive.u8), field(unit, 'none')], index: 3, docs: [] },
        ],
        ['kinds', 'Choice'],
      ),
    ];
    const calls = add(
      'variant',
      [
        {
          name: 'every',
          fields: all.map((type, at) => field(type, `of${at}`, 'T::Kind')),
          index: 0,
          docs: [],
        },
      ],
      ['kinds', 'Call'],
    );
    outer.def.value.push({ name: 'Kinds', fields: [field(calls)], index: 250, docs: [] });
    of.pallets.push({
      name: 'Kinds',
      storage: undefined,
      calls,
      events: undefined,
      constants: [],
      errors: undefined,
      index: 250,
      docs: [],
    });
  }

  /** Leaves out types that nothing needs; the others keep their order. */
  function cut(of) {
    const wanted = new Set();
    const visit = (id) => {
      if (wanted.has(id)) return;
      wanted.add(id);
      const { tag, value } = of.lookup[id].def;
      if (tag == 'composite') value.forEach(({ type }) => visit(type));
      if (tag == 'variant') value.forEach(({ fields }) => fields.forEach(({ type }) => visit(type)));
      if (tag == 'sequence' || tag == 'compact') visit(value);
      if (tag == 'array') visit(value.type);
      if (tag == 'tuple') value.forEach(visit);
      if (tag == 'bitSequence') [value.bitStoreType, value.bitOrderType].forEach(visit);
    };
    const { extrinsic } = of;
    [extrinsic.address, extrinsic.call, extrinsic.signature].forEach(visit);
    extrinsic.signedExtensions.forEach((one) => [one.type, one.additionalSigned].forEach(visit));
    of.pallets.forEach(({ calls, constants }) => {
      if (calls != null) visit(calls);
      constants.forEach(({ type }) => visit(type));
    });
    const to = new Map([...wanted].sort((a, b) => a - b).map((id, at) => [id, at]));
    const at = (id) => to.get(id) ?? 0;
    const fields = (all) => all.map((one) => ({ ...one, type: at(one.type), docs: [] }));
    const moved = ({ tag, value }) => {
      if (tag == 'composite') return fields(value);
      if (tag == 'variant') return value.map((one) => ({ ...one, fields: fields(one.fields), docs: [] }));
      if (tag == 'sequence' || tag == 'compact') return at(value);
      if (tag == 'array') return { ...value, type: at(value.type) };
      if (tag == 'tuple') return value.map(at);
      if (tag == 'bitSequence')
        return { bitStoreType: at(value.bitStoreType), bitOrderType: at(value.bitOrderType) };
      return value;
    };
    of.lookup = of.lookup
      .filter(({ id }) => wanted.has(id))
      .map((one) => ({
        ...one,
        id: at(one.id),
        params: [],
        docs: [],
        def: { tag: one.def.tag, value: moved(one.def) },
      }));
    of.pallets.forEach((pallet) => {
      if (pallet.calls != null) pallet.calls = at(pallet.calls);
      pallet.constants.forEach((one) => (one.type = at(one.type)));
    });
    for (const name of ['address', 'call', 'signature', 'extra']) extrinsic[name] = at(extrinsic[name]);
    extrinsic.signedExtensions.forEach((one) => {
      [one.type, one.additionalSigned] = [at(one.type), at(one.additionalSigned)];
    });
    of.type = 0;
    for (const name of Object.keys(of.outerEnums)) of.outerEnums[name] = 0;
  }

  const named = (of, name) => of.pallets.find((pallet) => pallet.name == name);
  const hashOf = (metadata) => hexOf(merkleizeMetadata(metadata, coin).digest());

  const metadata = made();
  /** The call that adds a proxy reads as a remark, with types that say so everywhere. */
  const renamed = made(({ of, outer, add, field }) => {
    const proxy = named(of, 'Proxy');
    const { u8 } = Object.fromEntries(
      of.lookup.filter(({ def }) => def.tag == 'primitive').map(({ id, def }) => [def.value.tag, id]),
    );
    const calls = of.lookup[proxy.calls].def.value;
    const bytes = add('array', { len: 38, type: u8 });
    const call = calls.find(({ name }) => name == 'add_proxy');
    Object.assign(call, { name: 'remark', fields: [field(bytes, 'remark', 'Vec<u8>')] });
    outer.def.value = outer.def.value.filter(({ name }) => name != 'System');
    outer.def.value.find(({ name }) => name == 'Proxy').name = 'System';
    of.pallets = of.pallets.map((one) => (one.name == 'System' ? { ...one, calls: undefined } : one));
    proxy.name = 'System';
  });
  /** The types are the network's; only the list of pallets says otherwise, and the hash does not have it. */
  const pallets = made(({ of }) => {
    named(of, 'Proxy').name = 'System';
  });
  return {
    coin,
    metadata,
    hash: hashOf(metadata),
    lies: {
      renamed: { metadata: renamed, hash: hashOf(renamed) },
      pallets: { metadata: pallets, hash: hashOf(pallets) },
    },
    extensions: codec.dec(metadata).metadata.value.extrinsic.signedExtensions.map((one) => one.identifier),
  };
}
