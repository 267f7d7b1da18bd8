// Puts the modules that a user's next step needs into one file. Rollup would give a module that several chunks import a file of its own, and
// each file is a request. A step can import modules of earlier steps, which are loaded already, but not of later ones. A cycle stops the build
// (rollup.config.mjs).
//
// e2e/shell/steps.e2e.ts counts the files of each step, and scripts/size.mjs their bytes.

/** Modules of element/src by the step that loads them, in the order of the steps, without extensions. A folder ends in `/`. */
export const STEPS = {
  // Loads with the engine: modules that don't import views.
  load: ['engine/said'],
  // Loads after the list: code that logins share with later steps.
  small: ['engine/popup', 'i18n/en/logins', 'i18n/logins', 'ui/field', 'views/logins/logos'],
  // The ways to log in.
  logins: ['views/logins', 'views/logins/', 'views/connect-socials/connect-socials', 'views/create/create'],
  // Loads once the list is at rest: code for a wallet's tap, and code that most later views share.
  ahead: [
    'views/shell/ahead',
    'views/shell/alerts',
    'views/shell/blur',
    'views/shell/offline',
    'views/shell/toasts',
    'i18n/later',
    'i18n/en/later/',
    'i18n/en/toasts.gen',
    'styles/lists',
    'styles/tabs',
    'ui/alert-bar',
    'ui/avatar',
    'ui/coin',
    'ui/deliberate',
    'ui/details',
    'ui/done',
    'ui/glyphs',
    'ui/grid-roving',
    'ui/groups',
    'ui/notice',
    'ui/ring',
    'ui/search-field',
    'ui/tabs',
    'ui/toast',
    'views/account/use-last-account',
    'views/agreed',
    'views/amount',
    'views/connecting-external/',
    'views/copied',
    'views/disconnect-row',
    'views/trusted',
    'views/refused',
    'views/retry',
    'views/unverified',
    'views/use-copy',
    'views/use-end',
    'views/use-kept-focus',
    'views/use-long-list',
    'views/use-search',
    'views/use-typed',
  ],
  // A code to be scanned, and the view around it.
  code: ['ui/qr-code', 'ui/qr-color', 'views/connecting-wallet-connect/connecting-wallet-connect.css'],
  // Every confirmation: the transaction, the account that pays, the outcome.
  confirm: [
    'views/fault',
    'views/money/accept',
    'views/money/added',
    'views/money/changes',
    'views/money/ending',
    'views/money/fact',
    'views/money/foot',
    'views/money/preview',
    'views/money/rules',
    'views/money/sender',
    'views/money/status',
    'views/money/error-notice',
  ],
  // An amount of a token, both of them chosen.
  choice: [
    'views/money/amount-box',
    'views/money/decimal',
    'views/money/form',
    'views/money/max',
    'views/money/on-enter',
    'views/money/select',
    'views/money/token-choice',
    'views/money/token-rows',
    'views/money/full-amount',
    'views/swap/use-looked',
  ],
};

const byName = new Map(Object.entries(STEPS).flatMap(([step, names]) => names.map((name) => [name, step])));

/** The step of a module, from its path in element/src. */
export function stepOf(place) {
  const name = place.replace(/\.(tsx?|css)$/, '');
  return byName.get(place) ?? byName.get(name) ?? byName.get(`${name.slice(0, name.lastIndexOf('/'))}/`);
}
