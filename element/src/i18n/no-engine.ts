// The words of the card in a browser without WebAssembly (first/no-engine.ts).

export const noEngine = {
  why: 'Your browser turned WebAssembly off to protect you. This page needs it to connect a wallet.',
  'how.ios':
    'To allow it here: tap the page menu beside the address, tap Website Settings, and turn off Lockdown Mode.',
  'how.mac':
    'To allow it here: in the Safari menu, choose Settings for This Website, and turn off Lockdown Mode.',
  'how.edge':
    'To allow it here: select the icon beside the address, and turn off enhanced security for this site.',
  'how.other': "To allow it here: open your browser's settings for this site, and allow WebAssembly.",
  reload: 'Reload page',
  wallets: 'Show your address',
  asked: 'Confirm in {wallet}',
  declined: "{wallet} didn't share an address",
  address: 'Your address in {wallet}',
  copy: 'Copy address',
  copied: 'Copied',
  select: 'Select the address to copy it',
} as const;
