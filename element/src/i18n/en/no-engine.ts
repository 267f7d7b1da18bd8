// Texts of the card in a browser without WebAssembly (first/no-engine.ts). No other file of the modal contains them. own-words.ts replaces them with the page's own.

export const noEngine = {
  'no_engine.why':
    'Your browser turned WebAssembly off to protect you. This page needs it to connect a wallet.',
  'no_engine.how.ios':
    'To allow it here: tap the page menu next to the address, tap Website Settings, and turn off Lockdown Mode.',
  'no_engine.how.mac':
    'To allow it here: in the Safari menu, choose Settings for This Website, and turn off Lockdown Mode.',
  'no_engine.how.edge':
    'To allow it here: select the icon next to the address, and turn off enhanced security for this site.',
  'no_engine.how.other':
    "To allow it here: open your browser's settings for this site, and allow WebAssembly.",
  'no_engine.reload': 'Reload page',
  'no_engine.wallets': 'Show your address',
  'no_engine.asked': 'Confirm in {wallet}',
  'no_engine.declined': "{wallet} didn't share an address",
  'no_engine.address': 'Your address in {wallet}',
  'no_engine.copy': 'Copy address',
  'no_engine.copied': 'Copied',
  'no_engine.select': 'Select the address to copy it',
} as const;
