// Writes Polkadot calls with @polkadot/types, from the networks' own metadata, cut to the pallets that the calls need (scripts/vectors.mjs polkadot).

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const pallets = {
  polkadot: [
    'System',
    'Balances',
    'Staking',
    'Session',
    'Utility',
    'Proxy',
    'Multisig',
    'XcmPallet',
    'NominationPools',
  ],
  substrate: [
    'System',
    'Balances',
    'Assets',
    'Nfts',
    'Uniques',
    'Recovery',
    'Sudo',
    'Scheduler',
    'Utility',
    'Staking',
  ],
};

export async function polkadot(folder) {
  const load = createRequire(pathToFileURL(`${folder}/package.json`));
  const { TypeRegistry, Metadata, expandMetadata } = load('@polkadot/types');
  const { createKeyMulti, encodeAddress, createKeyDerived } = load('@polkadot/util-crypto');
  // Some are kept as the answer of a runtime call, with their length before them.
  const from = (name) => {
    const { default: hex } = load(`@polkadot/types-support/metadata/${name}-hex`);
    return `0x${hex.slice(hex.indexOf('6d657461'))}`;
  };
  const hexes = { polkadot: from('v15/polkadot'), substrate: from('v14/substrate') };

  /** The same metadata with the pallets that are named, and of its types only those that their calls need. */
  function cut(name) {
    const registry = new TypeRegistry();
    const whole = new Metadata(registry, hexes[name]);
    const version = whole.version;
    const of = version == 15 ? whole.asV15 : whole.asV14;
    const json = of.toJSON();
    const kept = json.pallets.filter((pallet) => pallets[name].includes(pallet.name));
    const types = new Map(
      json.types ? json.types.map((one) => [one.id, one]) : json.lookup.types.map((one) => [one.id, one]),
    );
    const wanted = new Set();
    const calls = new Set(kept.map((pallet) => pallet.calls?.type).filter((id) => id != null));
    const all = new Set(json.pallets.map((pallet) => pallet.calls?.type).filter((id) => id != null));
    const isRuntimeCall = ({ type: { path, def } }) =>
      !!def.variant &&
      path.length == 2 &&
      /RuntimeCall$|^Call$/.test(path.at(-1)) &&
      def.variant.variants?.some(({ fields }) => all.has(fields[0]?.type));
    const visit = (id) => {
      if (wanted.has(id)) return;
      wanted.add(id);
      const one = types.get(id);
      const def = one.type.def;
      if (isRuntimeCall(one))
        def.variant.variants = def.variant.variants.filter(({ fields }) => calls.has(fields[0].type));
      const fields = [
        ...(def.composite?.fields ?? []),
        ...(def.variant?.variants ?? []).flatMap((v) => v.fields),
      ];
      fields.forEach((field) => visit(field.type));
      if (def.sequence) visit(def.sequence.type);
      if (def.array) visit(def.array.type);
      if (def.compact) visit(def.compact.type);
      if (def.tuple) def.tuple.forEach(visit);
      if (def.bitSequence) [def.bitSequence.bitStoreType, def.bitSequence.bitOrderType].forEach(visit);
    };
    calls.forEach(visit);
    const last = Math.max(...wanted);
    const bare = (field) => ({ ...field, typeName: null, docs: [] });
    const list = [];
    for (let id = 0; id <= last; id++) {
      const one = types.get(id);
      if (!wanted.has(id)) {
        list.push({ id, type: { path: [], params: [], def: { Tuple: [] }, docs: [] } });
        continue;
      }
      const { path, def } = one.type;
      if (def.composite) def.composite.fields = (def.composite.fields ?? []).map(bare);
      if (def.variant)
        def.variant.variants = (def.variant.variants ?? []).map((v) => ({
          ...v,
          docs: [],
          fields: v.fields.map(bare),
        }));
      list.push({ id, type: { path: path.slice(-1), params: [], def, docs: [] } });
    }
    const slim = kept.map((pallet) => ({
      ...pallet,
      storage: null,
      events: null,
      errors: null,
      docs: [],
      constants: pallet.constants
        .filter((one) => one.name == 'SS58Prefix')
        .map((one) => ({ ...one, docs: [] })),
    }));
    // Built from their types, so that the codec writes them.
    const fresh = new TypeRegistry();
    const parts = [
      fresh.createType('Vec<PortableTypeV14>', list).toHex(),
      fresh.createType(version == 15 ? 'Vec<PalletMetadataV15>' : 'Vec<PalletMetadataV14>', slim).toHex(),
    ];
    return `0x6d657461${version == 15 ? '0f' : '0e'}${parts.map((hex) => hex.slice(2)).join('')}`;
  }

  const registryOf = (name) => {
    const registry = new TypeRegistry();
    const metadata = new Metadata(registry, hexes[name]);
    registry.setMetadata(metadata);
    return { registry, tx: expandMetadata(registry, metadata).tx };
  };

  const me = '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d';
  const bob = '0x8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48';
  const eve = `0x${'e7'.repeat(32)}`;
  const dot = registryOf('polkadot').tx;
  const sub = registryOf('substrate').tx;
  const at = (key) => ({ Id: key });
  const ss = (prefix, key) => encodeAddress(key, prefix);
  const weight = { refTime: 1_000, proofSize: 100 };
  const send = (to, units) => dot.balances.transferKeepAlive(at(to), units);
  const here = { parents: 0, interior: 'Here' };
  const para = { V3: { parents: 0, interior: { X1: { Parachain: 1000 } } } };
  const beneficiary = (id) => ({
    V3: { parents: 0, interior: { X1: { AccountId32: { network: null, id } } } },
  });
  const coins = (units) => ({ V3: [{ id: { Concrete: here }, fun: { Fungible: units } }] });
  const nested = (depth, call) => (depth ? nested(depth - 1, dot.utility.batchAll([call])) : call);
  const multi = createKeyMulti([me, bob, eve], 2);
  const dust = Array.from({ length: 29 }, (_, i) => send(bob, i + 1));
  const dots = (key) => ss(0, key);
  const subs = (key) => ss(42, key);

  /** [network, description, call, its reading: the checked fields of each effect] */
  const cases = [
    [
      'polkadot',
      'a transfer',
      send(bob, 12_345),
      [{ kind: 'send', risk: 'normal', amount: '12345', party: dots(bob) }],
    ],
    [
      'polkadot',
      'the largest transfer',
      send(bob, 2n ** 128n - 1n),
      [{ kind: 'send', risk: 'normal', amount: String(2n ** 128n - 1n), party: dots(bob) }],
    ],
    [
      'polkadot',
      'everything',
      dot.balances.transferAll(at(eve), false),
      [{ kind: 'send', risk: 'warning', party: dots(eve) }],
    ],
    [
      'polkadot',
      'three receivers',
      dot.utility.batch([send(bob, 1), send(eve, 2), send(me, 3)]),
      [1, 2, 3].map((n) => ({ kind: 'send', risk: 'review', amount: String(n) })),
    ],
    [
      'polkadot',
      'stake',
      dot.staking.bond(500, 'Staked'),
      [{ kind: 'stake', risk: 'normal', amount: '500' }],
    ],
    [
      'polkadot',
      'stake, rewards to oneself',
      dot.staking.bond(500, { Account: me }),
      [{ kind: 'stake', risk: 'normal', amount: '500' }],
    ],
    [
      'polkadot',
      'stake, rewards to another',
      dot.staking.bond(500, { Account: eve }),
      [
        { kind: 'stake', risk: 'normal' },
        { kind: 'payee', risk: 'warning', party: dots(eve) },
      ],
    ],
    [
      'polkadot',
      'rewards to another',
      dot.staking.setPayee({ Account: eve }),
      [{ kind: 'payee', risk: 'warning', party: dots(eve) }],
    ],
    ['polkadot', 'nominate', dot.staking.nominate([at(bob)]), [{ kind: 'change', risk: 'normal' }]],
    [
      'polkadot',
      'a pool',
      dot.nominationPools.join(700, 1),
      [{ kind: 'stake', risk: 'normal', amount: '700' }],
    ],
    [
      'polkadot',
      'words for everybody',
      dot.system.remark('0x68656c6c6f'),
      [{ kind: 'note', risk: 'normal', words: 'hello' }],
    ],
    [
      'polkadot',
      'over to another chain',
      dot.xcmPallet.limitedTeleportAssets(para, beneficiary(eve), coins(9_000), 0, 'Unlimited'),
      [{ kind: 'send', risk: 'review', amount: '9000', party: dots(eve) }],
    ],
    [
      'polkadot',
      'a call nobody knows',
      dot.staking.scaleValidatorCount(10),
      [{ kind: 'call', risk: 'warning', words: 'Staking.scale_validator_count\nfactor: 10' }],
    ],
    [
      'polkadot',
      'a proxy of the person sends',
      dot.proxy.proxy(at(bob), null, send(eve, 5)),
      [{ kind: 'send', risk: 'normal', amount: '5', party: dots(eve), owner: dots(bob) }],
    ],
    [
      'polkadot',
      'an account of several sends',
      dot.multisig.asMulti(2, [bob, eve].sort(), null, send(bob, 6), weight),
      [{ kind: 'send', risk: 'normal', owner: dots(multi), amount: '6' }],
    ],
    [
      'polkadot',
      'a derivative sends',
      dot.utility.asDerivative(7, send(bob, 6)),
      [{ kind: 'send', risk: 'normal', owner: dots(createKeyDerived(me, 7)), amount: '6' }],
    ],
    ['polkadot', 'eight deep', nested(8, send(bob, 8)), [{ kind: 'send', risk: 'normal', amount: '8' }]],
    [
      'substrate',
      'a token',
      sub.assets.transfer(1984, at(bob), 1_000),
      [{ kind: 'send', risk: 'normal', amount: '1000', party: subs(bob), token: 'Assets 1984' }],
    ],
    [
      'substrate',
      'a token allowed',
      sub.assets.approveTransfer(1984, at(eve), 1_000),
      [{ kind: 'allow', risk: 'warning', amount: '1000', party: subs(eve) }],
    ],
    [
      'substrate',
      'an allowance taken back',
      sub.assets.cancelApproval(1984, at(eve)),
      [{ kind: 'allow', risk: 'normal', amount: '0' }],
    ],
    [
      'substrate',
      'a piece',
      sub.nfts.transfer(3, 77, at(bob)),
      [{ kind: 'send', risk: 'normal', token: 'Nfts 3', party: subs(bob) }],
    ],
  ];

  /** [network, description, call]: one of its effects is critical. */
  const drains = [
    ['polkadot', 'any proxy', dot.proxy.addProxy(at(eve), 'Any', 0)],
    ['polkadot', 'a proxy of stakes', dot.proxy.addProxy(at(eve), 'Staking', 0)],
    ['polkadot', 'a proxy that transfers nothing by itself', dot.proxy.addProxy(at(eve), 'NonTransfer', 10)],
    ['polkadot', 'last of thirty', dot.utility.batchAll([...dust, dot.proxy.addProxy(at(eve), 'Any', 0)])],
    ['polkadot', 'first of thirty', dot.utility.batch([dot.proxy.addProxy(at(eve), 'Any', 0), ...dust])],
    [
      'polkadot',
      'in the middle of a batch that goes on after a failure',
      dot.utility.forceBatch([...dust.slice(0, 9), dot.proxy.addProxy(at(eve), 'Any', 0), ...dust.slice(9)]),
    ],
    ['polkadot', 'eight deep', nested(8, dot.proxy.addProxy(at(eve), 'Any', 0))],
    ['polkadot', 'nine deep', nested(9, dot.proxy.addProxy(at(eve), 'Any', 0))],
    ['polkadot', 'nine deep, though a transfer', nested(9, send(bob, 1))],
    ['polkadot', 'behind a proxy', dot.proxy.proxy(at(bob), 'Any', dot.proxy.addProxy(at(eve), 'Any', 0))],
    [
      'polkadot',
      'behind an announced proxy',
      dot.proxy.proxyAnnounced(at(me), at(bob), null, dot.proxy.addProxy(at(eve), 'Any', 0)),
    ],
    [
      'polkadot',
      'behind an account of several',
      dot.multisig.asMulti(2, [bob], null, dot.proxy.addProxy(at(eve), 'Any', 0), weight),
    ],
    [
      'polkadot',
      'behind an account of several, of one',
      dot.multisig.asMultiThreshold1([bob], dot.proxy.addProxy(at(eve), 'Any', 0)),
    ],
    ['polkadot', 'a hash that nobody can read', dot.multisig.approveAsMulti(2, [bob], null, eve, weight)],
    ['polkadot', 'behind a derivative', dot.utility.asDerivative(0, dot.proxy.addProxy(at(eve), 'Any', 0))],
    [
      'polkadot',
      'behind another origin',
      dot.utility.dispatchAs({ system: { Signed: me } }, dot.proxy.addProxy(at(eve), 'Any', 0)),
    ],
    ['polkadot', 'behind a weight', dot.utility.withWeight(dot.proxy.addProxy(at(eve), 'Any', 0), weight)],
    ['polkadot', 'an account without a key is given up', dot.proxy.killPure(at(bob), 'Any', 0, 1, 2)],
    ['polkadot', 'no proxy is left', dot.proxy.removeProxies()],
    [
      'polkadot',
      'in a batch of a proxy of a batch',
      dot.utility.batch([
        send(bob, 1),
        dot.proxy.proxy(
          at(bob),
          null,
          dot.utility.batch([send(eve, 1), dot.proxy.addProxy(at(eve), 'Any', 0)]),
        ),
      ]),
    ],
    ['substrate', 'recovery', sub.recovery.createRecovery([eve], 1, 0)],
    ['substrate', 'recovery behind a batch', sub.utility.batch([sub.recovery.createRecovery([eve], 1, 0)])],
    [
      'substrate',
      'behind a recovered account',
      sub.recovery.asRecovered(at(bob), sub.recovery.createRecovery([eve], 1, 0)),
    ],
    ['substrate', 'a token given away', sub.assets.transferOwnership(1984, at(eve))],
    ['substrate', 'who decides about a token', sub.assets.setTeam(1984, at(eve), at(eve), at(eve))],
    ['substrate', 'a collection given away', sub.nfts.transferOwnership(3, at(eve))],
    ['substrate', 'an older collection given away', sub.uniques.transferOwnership(3, at(eve))],
    ['substrate', 'who is the root', sub.sudo.setKey(at(eve))],
    [
      'substrate',
      'as the root, for another',
      sub.sudo.sudoAs(at(bob), sub.recovery.createRecovery([eve], 1, 0)),
    ],
    [
      'substrate',
      'at a later time',
      sub.scheduler.schedule(100, null, 0, sub.recovery.createRecovery([eve], 1, 0)),
    ],
  ];
  const hex = (call) => call.toHex();
  return {
    metadata: { polkadot: cut('polkadot'), substrate: cut('substrate') },
    cases: cases.map(([network, what, call, effects]) => ({ network, what, call: hex(call), effects })),
    drains: drains.map(([network, what, call]) => ({ network, what, call: hex(call) })),
  };
}

/** The whole metadata of networks, for a look at all of them. */
export const all = [
  'v14/polkadot',
  'v14/kusama',
  'v14/substrate',
  'v15/polkadot',
  'v15/kusama',
  'v15/asset-hub-polkadot',
  'v15/asset-hub-kusama',
  'v15/substrate',
];
