// The words of the list in the first card (first/list.ts), which is drawn before the catalogue is there; t.ts adds them to the catalogue.

export const list = {
  back: 'Back',
  'connect.all': 'All wallets',
  'connect.brand': 'Your keys never leave your wallet',
  'connect.guide': 'New to wallets?',
  'connect.guide.start': 'Get a wallet',
  'connect.group.others': 'Other wallets',
  'connect.tag.installed': 'Installed',
  'connect.tag.link': 'Link or QR',
  'connect.tag.qrcode': 'QR code',
  'connect.tag.recent': 'Recent',
  'connect.list': 'Wallets',
  'connect.near': 'Your wallets',
  'connecting.opening': 'Opening {wallet}',
  'connecting.opening.text': 'Your wallet will ask you to connect.',
  'title.all': 'All wallets',
} as const;
