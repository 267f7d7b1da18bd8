// The package's own drawings of the 30 most used networks and the 40 best-known wallets, used if no service provides an icon
// (decision 275, "Drawings of networks and wallets"). Each is a disc or a square in the brand's color with the first letter of its name,
// not a logo. A drawing has about 20 bytes, less than a request, so all drawings are in one file. It loads when the modal shows the first
// one.

/** Letters as strokes on a grid of 24 by 24. */
const letters: Record<string, string> = {
  A: 'M7 18 12 6l5 12M9 14h6',
  B: 'M8 6v12h5a3 3 0 0 0 0-6H8m4.5 0a3 3 0 0 0 0-6H8',
  C: 'M16.5 8.3a5.7 5.7 0 1 0 0 7.4',
  E: 'M16 6H8v12h8M8 12h7',
  G: 'M16.5 8.3a5.7 5.7 0 1 0 1 4.2H13',
  H: 'M7.5 6v12m9-12v12m-9-6h9',
  I: 'M12 6v12M9 6h6M9 18h6',
  K: 'M8 6v12m8-12-8 6.5L16 18',
  L: 'M8.5 6v12H16',
  M: 'M6.5 18V6.5L12 13l5.5-6.5V18',
  N: 'M7.5 18V6l9 12V6',
  O: 'M12 6.3a5.7 5.7 0 1 0 .01 0',
  P: 'M8 18V6h5a3.5 3.5 0 0 1 0 7H8',
  R: 'M8 18V6h5a3.3 3.3 0 0 1 0 6.6H8m4.5 0L16 18',
  S: 'M15.5 8Q14.5 6 12 6 8.5 6 8.5 9t3.5 3q3.5 0 3.5 3T12 18q-2.5 0-3.5-2',
  T: 'M6.5 6.5h11M12 6.5V18',
  U: 'M7.5 6v7.5a4.5 4.5 0 0 0 9 0V6',
  W: 'm5.5 6.5 3 11.5L12 8l3.5 10 3-11.5',
  X: 'm7.5 6 9 12m0-12-9 12',
  Z: 'M7.5 6h9l-9 12h9',
  '1': 'M9 8.5 12.5 6v12M9 18h7',
};

/**
 * CAIP-2 ID or the first digits of a listing's id, color, letter. The strokes are white, or dark if `d` follows. A color close to the
 * card's is lighter or darker than the brand's, so that both themes show the shape.
 */
const table = `
eip155:1 627eea E,eip155:10 ff0420 O,eip155:25 14528a C,eip155:56 f0b90b B d,eip155:100 04795b G,eip155:130 f50db4 U,eip155:137 8247e5 P,
eip155:143 6e54ff M,eip155:146 2c4476 S,eip155:324 1e69ff Z,eip155:480 47474c W,eip155:999 0f5c4f H,eip155:1329 9e1f19 S,eip155:2020 1273ea R,
eip155:2741 00a85a A,eip155:5000 47474c M,eip155:8217 bff009 K d,eip155:8453 0052ff B,eip155:42161 30496b A,eip155:42220 e9ec3c C d,
eip155:43114 e84142 A,eip155:57073 7132f5 I,eip155:59144 45454d L,eip155:80094 814625 B,eip155:81457 e8e800 B d,eip155:534352 c28a4e S,
solana: 9945ff S,bip122: f7931a B,polkadot:91b171bb158e2d3848fa23a9f1c25182 e6007a P,cosmos:cosmoshub-4 40456b C,
c57ca95b f6851b M,4622a2b2 0500ff T,fd20dc42 0052ff C,a797aa35 ab9ff2 P,1ae92b26 1440a0 R,971e689d 45454d O,38f5d18b 00b8c4 B,8a0ee50d f0b90b B d,
18388be9 7084ff R,c03dfee3 f50db4 U,ecc4036f 2962ef Z,19177a98 45454d L,225affb1 12a65c S,15c8b91a f7a600 B d,0b415a74 4a21ef S,20459438 2980fe T,
ef333840 0c8bd9 I,c286eebc 2c4c78 1,f2436c67 14528a C,e9ff15be 6b46f6 E,18450873 7132f5 K,bc949c5d ff875b R,1aedbcfc 00a93b 1,541d5dcd 1273ea R,
f323633c 47474c C,2a3c8904 c9a02d C,9414d5a8 1f45e5 Z,1ca0bdd4 ffc014 S d,2bd8c14e e33e3f B,8b830a2b e42575 M,2a87d74a ee7a30 X,483afe1d 4a4542 L,
unisat ebb94c U d,6adb6082 3b4ce8 K,3ed8cc04 32da6d L d,feb6ff1f 9c6cff C,9ce87712 004bff S,e0c2e199 bfe83f T d,43fd1a0a 35358f N,polkadot-js ff8c00 P
`;

/** test networks by chain ID -> chain ID of their main network */
const tests: Record<string, string> = {
  11155111: '1',
  17000: '1',
  560048: '1',
  11155420: '10',
  97: '56',
  10200: '100',
  1301: '130',
  80002: '137',
  10143: '143',
  300: '324',
  4801: '480',
  998: '999',
  2021: '2020',
  11124: '2741',
  5003: '5000',
  1001: '8217',
  84532: '8453',
  421614: '42161',
  44787: '42220',
  11142220: '42220',
  43113: '43114',
  763373: '57073',
  59141: '59144',
  80069: '80094',
  168587773: '81457',
  534351: '534352',
};

const rows = new Map(
  table
    .trim()
    .split(/,\s*/)
    .map((row) => {
      const [id, ...drawn] = row.split(' ');
      return [id!, drawn] as const;
    }),
);

/** Test networks look like their main network. For Solana and Bitcoin, the namespace identifies it. */
function rowOf(id: string): string[] | undefined {
  const [kind, reference] = id.split(':');
  if (reference == null) return rows.get(id.length > 32 ? id.slice(0, 8) : id);
  const of = kind == 'eip155' ? tests[reference] : undefined;
  return rows.get(of ? `eip155:${of}` : id) ?? rows.get(`${kind}:`);
}

/** Returns the drawing of a network (CAIP-2) or wallet (listing ID) as SVG, or null if none exists. */
export function drawing(id: string): string | null {
  const [color, letter, dark] = rowOf(id) ?? [];
  if (!color) return null;
  const field = id.includes(':') ? '<circle cx="12" cy="12" r="12"' : '<path d="M0 0h24v24H0z"';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 24 24">${field} fill="#${color}"/>` +
    `<path d="${letters[letter!]}" fill="none" stroke="#${dark ? '1b1b1f' : 'fff'}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  );
}

/** The same as a `data:` URL, for an `<img>` in the page. */
export const drawingUrl = (id: string): string | null => {
  const drawn = drawing(id);
  return drawn && `data:image/svg+xml,${encodeURIComponent(drawn)}`;
};
