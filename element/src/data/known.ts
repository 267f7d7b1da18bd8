// The 40 best-known wallets of the five namespaces, in the directory's format. They are used if the page has no project ID, or if the
// directory doesn't respond (decision 274, "The package's own wallets"). They contain only facts and links that could be verified. In its
// own chunk, because most pages don't need it. The engine checks each link as it checks the directory's.

import type { OwnListing, WalletListings, WalletQuery } from './types';
import { pageOf } from './wallets-file';

/** the main network of each namespace, which stands for all of its networks */
const main = {
  e: 'eip155:1',
  s: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  b: 'bip122:000000000019d6689c085ae165831e93',
  p: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  c: 'cosmos:cosmoshub-4',
} as const;

/**
 * One wallet per line: id in the WalletConnect explorer, name, namespaces, reverse DNS name, homepage, App Store id, Play Store package,
 * Chrome Web Store id, native link, universal link. Most popular first.
 */
const table = `
c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96|MetaMask|es|io.metamask|metamask.io|1438144202|io.metamask|nkbihfbeogaeaoehlefnkodbefgpgknn|metamask://|metamask.app.link
4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0|Trust Wallet|es|com.trustwallet.app|trustwallet.com|1288339409|com.wallet.crypto.trustapp|egjidjbpglichdcondbcbdnbeeppgdph|trust://|link.trustwallet.com
fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa|Coinbase Wallet|es|com.coinbase.wallet|www.coinbase.com/wallet|1278383455|org.toshi|hnfanknocfeofbddgcijnmhnfnkdnaad||
a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393|Phantom|esb|app.phantom|phantom.app|1598432977|app.phantom|bfnaelmomeimhlpmgjnjophhpkkoljpa||
1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369|Rainbow|e|me.rainbow|rainbow.me|1457119021|me.rainbow|opfgelmcmbiajamepnmloijbpoleiama|rainbow://|rnbwapp.com
971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709|OKX Wallet|esb|com.okex.wallet|www.okx.com/web3|1327268470|com.okinc.okex.gp|mcohilncbfahbmgdjkbpemcciiolgcge|okex://main|
38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662|Bitget Wallet|esb|com.bitget.web3|web3.bitget.com|1395301115||jiidiaalihmmhddjgbnbgdfflelocpak|bitkeep://|bkapp.vip
8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4|Binance Wallet|esb|com.binance.wallet|www.binance.com/en/web3wallet|1436799971|com.binance.dev|cadiboklkpojfamcoggejbbdjcoiljjk|bnc://app.binance.com/cedefi|app.binance.com/cedefi
18388be9ac2d02726dbac9777c96efaac06d744b2f6d580fccdd4127a6d01fd1|Rabby Wallet|e|io.rabby|rabby.io|||acmacodkjbdgmoleebolmdjonilkdbch||
c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a|Uniswap Wallet|e|org.uniswap.app|wallet.uniswap.org|6443944476|com.uniswap.mobile|nnpmfplkfogfpmcngplhnbdnnilmcdcg|uniswap://|uniswap.org/app
ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18|Zerion|e|io.zerion.wallet|zerion.io|1456732565|io.zerion.android|klghhnkeealcohjjanjjdaeeggmfmlpl|zerion://|wallet.zerion.io
19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927|Ledger Live|e||www.ledger.com/ledger-live|1361671700|com.ledger.live||ledgerlive://|
225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f|Safe|e||safe.global|1515759131|io.gnosis.safe||safe://|app.safe.global
15c8b91ade1a4e58f3ce4e7a0dd7f42b47db0c8df7e0d84f63eb39bcb96c4e0f|Bybit Wallet|e|com.bybit|www.bybit.com/web3|1488296980|com.bybit.app|pdliaogehgdbhbnmkklieghmmjkpigpa|bybitapp://open/route?targetUrl=by://web3/walletconnect|
0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150|SafePal|e||www.safepal.com|1548297139|io.safepal.wallet|lgmpcpglpngdoalbgeoldeajfclnhafa|safepalwallet://|link.safepal.io
20459438007b75f4f4acb98bf29aa3b800550309646d375da5fd4aac6c2a2c66|TokenPocket|e|pro.tokenpocket|tokenpocket.pro|6444625622|vip.mytokenpocket|mfgccjchihfkkindfppnaooecgfneiii|tpoutside://|
ef333840daf915aafdc4a004525502d6d49d77bd9c65e0642dbaefb3c2893bef|imToken|e||token.im|1384798940|im.token.app||imtokenv2://|
c286eebc742a537cd1d6818363e9dc53b21759a1e8e5d9b263d0c03ec7703576|1inch Wallet|e||1inch.io/wallet|1546049391|io.oneinch.android||oneinch://|wallet.1inch.io
f2436c67184f158d1beda5df53298ee84abfc367581e4505134b5bcf5f46697d|Crypto.com Onchain|e||crypto.com|1512048310|com.defi.wallet||dfw://|wallet.crypto.com
e9ff15be73584489ca4a66f64d32c4537711797e30b6660dbcb71ea72a42b1f4|Exodus|es||www.exodus.com|1414384820|exodusmovement.exodus|aholpfdialjgjfhomihkjbmgjidlcdno|exodus://|exodus.com/m
18450873727504ae9315a084fa7624b5297d2fe5880f0982979c17345a138277|Kraken Wallet|e||www.kraken.com/wallet|1626327149|com.kraken.superwallet||krakenwallet://|
bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6|Ready (formerly Argent)|e||www.ready.co|1358741926|im.argent.contractwalletclient||argent://app/|www.argent.xyz/app
1aedbcfc1f31aade56ca34c38b0a1607b41cccfa3de93c946ef3b4ba2dfab11c|OneKey|esb|so.onekey.app.wallet|onekey.so|1609559473|so.onekey.app.wallet|jnmbobjmhlngoefaiojfljckilhhlhcj|onekey-wallet://|app.onekey.so/wc/connect
541d5dcd4ede02f3afaf75bf8e3e4c4f1fb09edb5fa6c4377ebf31c2785d9adf|Ronin Wallet|e|com.roninchain.wallet|wallet.roninchain.com|1592675001|com.skymavis.genesis|fnjhmkhhmkbjkkabndcnnogagogbneec|roninwallet://|wallet.roninchain.com
f323633c1f67055a45aac84e321af6ffe46322da677ffdd32f9bc1e33bafe29c|Core|e|app.core.extension|core.app|6443685999|com.avaxwallet|agoakfejjabomempkjlepdflaleeobhb|core://|core.app
2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01|Coin98|es|com.coin98|coin98.com/wallet|1561969966|coin98.crypto.finance.media|aeachknmefphepccionboohckonoeemg|coin98://|coin98.com
9414d5a85c8f4eabc1b5b15ebe0cd399e1a2a9d35643ab0ad22a6e4a32f596f0|Zengo|e||zengo.com|1440147115|com.zengo.wallet||zengo://get.zengo.com/|get.zengo.com
1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79|Solflare|s||solflare.com|1580902717|com.solflare.mobile|bhhhlbepdkbapadjdnnojkbgioiodbic||
2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0|Backpack|es|app.backpack|backpack.app|6445964121|app.backpack.mobile|aflkmfhebedbjioipglgcbcmnbpgliof|backpack://|backpack.app/ul/v1
8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6|Magic Eden|esb|io.magiceden.wallet|wallet.magiceden.io|||mkpegjkblkkefacfnmkajcjmabijhclg||
2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b|Xverse|b||www.xverse.app|1552272513|com.secretkeylabs.xverse|idnnbdplmphpflfnlkomgpfbpcgelopg||
483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13|Leather|b||leather.io|||ldinpeekobnhjjdofggfgjlcehhmanlj||
unisat|UniSat|b||unisat.io|||ppbibelpcjmhbdihakflkdcoccbgbkpo||
6adb6082c909901b9e7189af3a4a0223102cd6f8d5c39e39f3d49acb92b578bb|Keplr|ceb|app.keplr|www.keplr.app|1567851089|com.chainapsis.keplr|dmkamcknogkgcdfhhbddcghachkejeap|keplrwallet://wcV2|deeplink.keplr.app
3ed8cc046c6211a798dc5ec70f1302b43e07db9639fd287de44a9aa115a21ed6|Leap Wallet|c||leapwallet.io|1642465549|io.leapwallet.cosmos|fcfcfllfndlomdhbehjjcoimbgofdncg|leapcosmos://|
feb6ff1fb426db18110f5a80c7adbde846d0a7e96b2bc53af4b73aaf32552bea|Cosmostation|c||www.cosmostation.io|1459830339|wannabit.io.cosmostaion||cosmostation://|
9ce87712b99b3eb57396cc8621db8900ac983c712236f48fb70ad28760be3f6a|SubWallet|pe|app.subwallet|www.subwallet.app|1633050285|app.subwallet.mobile|onhogfjeacnfoofkfgppdlbmlmnplgbn|subwallet://|mobile.subwallet.app
e0c2e199712878ed272e2c170b585baa0ff0eb50b07521ca586ebf7aeeffc598|Talisman|pe|xyz.talisman|talisman.xyz|||fijngjgcjhjmmpcmkeiomlglpeiijkld||
43fd1a0aeb90df53ade012cca36692a46d265f0b99b7561e645af42d752edb92|Nova Wallet|p||novawallet.io|1597119355|io.novafoundation.nova.market||novawallet://|
polkadot-js|Polkadot{.js}|p||polkadot.js.org/extension|||mopnmbcafieddcagagdcbnhejhlodfdd||
`;

const at = (base: string, rest: string | undefined): string | null => (rest ? base + rest : null);

function listing(line: string): OwnListing {
  const [id, name, kinds, rdns, homepage, ios, android, chrome, native, universal] = line.split('|');
  return {
    id: id!,
    name: name!,
    chains: [...kinds!].map((kind) => main[kind as keyof typeof main]),
    rdns: rdns || null,
    homepage: at('https://', homepage),
    app_store: at('https://apps.apple.com/app/id', ios),
    play_store: at('https://play.google.com/store/apps/details?id=', android),
    chrome_store: at('https://chromewebstore.google.com/detail/', chrome),
    mobile_link: native || null,
    link_mode: at('https://', universal),
  };
}

/** All wallets of the table, in order. */
export const knownWallets: readonly OwnListing[] = table.trim().split('\n').map(listing);

const kindOf = (chain: string): string => chain.split(':')[0]!;

/** Responds like the directory. A wallet supports every network of its namespaces, and can also be found by its reverse DNS name. */
export function answer(question: WalletQuery): WalletListings {
  const { chains, include, exclude } = question;
  const kinds = chains.map(kindOf);
  const serves = ({ chains }: OwnListing): boolean =>
    !kinds.length || chains!.some((chain) => kinds.includes(kindOf(chain)));
  const of = ({ rdns }: OwnListing, names: string[]): boolean =>
    !!rdns && names.some((name) => name.toLowerCase() == rdns);
  const fits = (one: OwnListing): boolean =>
    serves(one) && (!include.length || include.includes(one.id) || of(one, include)) && !of(one, exclude);
  return pageOf(knownWallets.filter(fits), { ...question, chains: [], include: [] });
}
