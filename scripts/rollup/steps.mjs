// What a visitor's next step needs comes in one file: here is which modules always come together. What isn't named is placed by rollup:
// a module that several chunks use would be a file of its own, and each of them a request. What a step uses of an earlier one costs
// nothing, so a step may import those above it and none below; a cycle stops the build (rollup.config.mjs).
//
// e2e/shell/steps.e2e.ts counts the files of each step, and scripts/size.mjs their bytes.

/** Modules of element/src by the step that fetches them, in the order of the steps; without their ending. A folder ends in `/`. */
export const STEPS = {
  // With the engine: what knows of no view.
  load: ['engine/said'],
  // Behind the list: what the ways to log in have in common with later steps.
  small: ['engine/popup', 'i18n/en-logins', 'i18n/logins', 'ui/field', 'views/logins/logos'],
  // The ways to log in.
  logins: ['views/logins', 'views/logins/', 'views/connect-socials/connect-socials', 'views/create/create'],
  // Fetched once the list stands still: what a wallet's tap needs, and what most views after it have in common.
  ahead: [
    'views/shell/ahead',
    'views/shell/alerts',
    'views/shell/blur',
    'views/shell/offline',
    'views/shell/toasts',
    'i18n/later',
    'i18n/en-later',
    'i18n/toasts.gen',
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
    'views/own',
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
  // Whatever is confirmed: what moves, who pays, how it ends.
  confirm: [
    'views/fault',
    'views/money/accept',
    'views/money/added',
    'views/money/changes',
    'views/money/ending',
    'views/money/fact',
    'views/money/preview',
    'views/money/rules',
    'views/money/sender',
    'views/money/status',
    'views/money/trouble',
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
    'views/money/whole',
    'views/swap/use-looked',
  ],
};

const byName = new Map(Object.entries(STEPS).flatMap(([step, names]) => names.map((name) => [name, step])));

/** The step of a module, by its place in element/src. */
export function stepOf(place) {
  const name = place.replace(/\.(tsx?|css)$/, '');
  return byName.get(place) ?? byName.get(name) ?? byName.get(`${name.slice(0, name.lastIndexOf('/'))}/`);
}
