/**
 * The page of strange wallets: a list of habits, and the scripted wallets that have the selected ones (demo/strange, bundled). `?habits=` names them,
 * separated by commas: `?habits=eip155.dead-stream`. Without any there is no wallet in the page.
 */
import { install, optionsFor, STRANGE } from '/effects/strange-wallets.js';
import { showAccountButtons } from './actions.js';
import { FAMILIES, make, part, query, report, startPage } from './host.js';

const chosen = (query.get('habits') ?? '').split(',').filter(Boolean);
const NAMES = {
  eip155: 'Ethereum',
  solana: 'Solana',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
  bip122: 'Bitcoin',
};
/** TABLE: how a wallet handles the next requests that the user has to approve. */
const ANSWERS = {
  Approve: (wallet) => wallet.approve(),
  Reject: (wallet) => wallet.refuse(),
  "Don't respond": (wallet) => wallet.hang(),
};

/** Reloads the page with other habits. */
function load(habits) {
  const next = new URLSearchParams(location.search);
  if (habits.length) next.set('habits', habits.join(','));
  else next.delete('habits');
  location.search = next;
}

function rowOf({ id, title, does, from, href }) {
  const box = make('input', { type: 'checkbox', id, name: id, 'data-testid': `habit-${id}` });
  box.checked = chosen.includes(id);
  box.addEventListener('change', () =>
    load(box.checked ? [...chosen, id] : chosen.filter((other) => other !== id)),
  );
  const name = href ? make('a', { href, text: title }) : make('label', { for: id, text: title });
  return make(
    'div',
    { class: 'habit' },
    href ? make('span') : box,
    name,
    make('p', { text: does }),
    make('p', { text: `Read from: ${from}` }),
  );
}

function drawHabits() {
  const groups = Object.entries(NAMES).map(([on, name]) =>
    make(
      'fieldset',
      {},
      make('legend', { text: name }),
      ...STRANGE.filter((habit) => habit.on === on).map(rowOf),
    ),
  );
  part('habits').replaceChildren(...groups);
}

function drawWallet({ name, wallet, actions }) {
  const asked = make('ol', { 'data-testid': 'strange-asked' });
  const buttons = Object.entries(actions).map(([text, act]) => {
    const button = make('button', {
      type: 'button',
      text,
      'data-testid': `strange-${text.toLowerCase().replaceAll(' ', '-')}`,
    });
    button.addEventListener('click', () => report(() => act().then(() => '')));
    return button;
  });
  const choice = make('select', { 'aria-label': `Responses of ${name}`, 'data-testid': 'strange-answer' });
  choice.append(...Object.keys(ANSWERS).map((text) => new Option(text)));
  choice.addEventListener('change', () => ANSWERS[choice.value](wallet));
  // the wallet appends to its own list with each request
  const { push } = wallet.requests;
  wallet.requests.push = (one) => {
    asked.append(make('li', { text: one.method }));
    return push.call(wallet.requests, one);
  };
  return make(
    'div',
    { class: 'wallet' },
    make('h3', { text: name }),
    make('div', { class: 'actions' }, choice, ...buttons),
    asked,
  );
}

// All namespaces, and only the strange wallets.
for (const family of FAMILIES) query.set(family, '');
query.set('nowallet', '');
drawHabits();
part('forget').addEventListener('click', () => {
  for (const key of Object.keys(localStorage)) if (key.startsWith('scripted:')) localStorage.removeItem(key);
  load([]);
});

const config = await (await fetch('/demo-config.json')).json();
const shown = await install(chosen, config);
part('wallets').replaceChildren(...shown.map(drawWallet));

startPage(showAccountButtons, optionsFor(chosen, config));
