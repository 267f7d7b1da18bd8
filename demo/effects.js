/**
 * The effects page: for each namespace, a table of requests (demo/effects/, bundled), grouped by risk. A click builds the request with
 * the connected account's data and sends it through the public API's provider. The result appears next to the button.
 */
import { FAMILIES, make, part, query, startPage } from './host.js';

/** TABLE: the namespaces, each with the file of its effects. */
const TABLES = {
  eip155: 'eip155',
  bip122: 'bitcoin',
  cosmos: 'cosmos',
  polkadot: 'polkadot',
  solana: 'solana',
};

/** TABLE: the groups, in order. */
const RISKS = {
  normal: [
    'Normal',
    'What people expect. Most of it goes straight to the wallet; this page asks to be shown everything.',
  ],
  review: ['Review', 'Shown first. Nothing is wrong with it.'],
  warning: ['Warning', 'Can take more than it says.'],
  critical: ['Critical', 'Gives something away. Continue needs a separate confirmation first.'],
  blocked: ['Blocked', 'No wallet gets it.'],
};

/** Signed documents are long, so they are cut after this many characters. */
const SHOWN_CHARS = 180;
const short = (text) =>
  text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}… (${text.length} characters)` : text;

// All five namespaces, whatever the URL says.
for (const family of FAMILIES) query.set(family, '');

startPage(
  ({ walletModal, networks, config }) => {
    const familyOf = () => location.hash.slice(1).split('=')[0] || 'eip155';
    let family;

    const account = () => walletModal.getAccount(family);
    const networkOf = (caipAddress) =>
      networks.find(({ caipNetworkId }) => caipAddress?.startsWith(`${caipNetworkId}:`));
    const networksOf = () => networks.filter(({ chainNamespace }) => chainNamespace === family);
    /** Switches the network if the effect needs another one. */
    async function goTo(on) {
      const there = networksOf().find(({ name }) => name === on);
      if (there && there !== networkOf(account().caipAddress))
        await walletModal.switchNetwork(there, { throwOnFailure: true });
    }
    const connect = () => walletModal.open({ view: 'Connect', namespace: family });

    /** Shows the connected account, and enables the buttons. */
    function follow() {
      const { isConnected, address, caipAddress } = account() ?? {};
      part('who').textContent = isConnected
        ? `${address} · ${networkOf(caipAddress)?.name ?? 'an unknown network'}`
        : 'Nobody is connected in this family.';
      part('connect').hidden = isConnected;
      part('connect').disabled = false;
      part('leave').hidden = !isConnected;
      for (const button of document.querySelectorAll('#effects button'))
        button.textContent = isConnected ? 'Ask' : 'Connect to ask';
    }

    async function ask(effect, row, button) {
      if (!account()?.isConnected) return connect();
      const result = row.querySelector('.result');
      const say = (outcome, text) => {
        row.dataset.outcome = outcome;
        result.textContent = text;
      };
      // A second click while the first request is open would wait for it.
      button.setAttribute('aria-disabled', 'true');
      say('waiting', 'Asking');
      try {
        await walletModal.ready();
        await goTo(effect.on);
        const { address, caipAddress, allAccounts } = account();
        const who = { address, addresses: allAccounts, network: networkOf(caipAddress), config };
        const { text: whole, check } = await effect.ask(walletModal.getProvider(family), who);
        const text = short(whole);
        if (!check) say('came', text);
        else if (check.holds) say('checked', `${text} (holds, by ${check.by})`);
        else say('wrong', `${text} (does NOT hold, by ${check.by})`);
      } catch (error) {
        const code = error?.code;
        if (code === 4001) say('refused', 'Refused by the person');
        else say('failed', `${error?.message ?? error}${code === undefined ? '' : ` (${code})`}`);
      }
      button.removeAttribute('aria-disabled');
    }

    let count = 0;
    function rowOf(effect) {
      const id = `effect-${++count}`;
      // the first network isn't mentioned
      const place = effect.on && effect.on !== networksOf()[0]?.name ? ` On ${effect.on}.` : '';
      const button = make('button', {
        type: 'button',
        'aria-describedby': `${id}-name ${id}-says`,
        'data-testid': 'effect-ask',
      });
      const row = make(
        'li',
        { class: 'effect', 'data-testid': 'effect', 'data-risk': effect.risk, 'data-name': effect.name },
        make(
          'div',
          { class: 'words' },
          make('h3', { id: `${id}-name`, text: effect.name }),
          make('p', { id: `${id}-says`, text: `${effect.says}${place}` }),
        ),
        button,
        make('p', { class: 'result', role: 'status', 'data-testid': 'effect-result' }),
      );
      button.addEventListener('click', () => {
        if (button.getAttribute('aria-disabled') !== 'true') void ask(effect, row, button);
      });
      return row;
    }

    function draw(effects) {
      const groups = Object.entries(RISKS).map(([risk, [title, hint]]) => {
        const rows = effects.filter((effect) => effect.risk === risk).map(rowOf);
        const list = make('ul', {}, ...rows);
        const id = `risk-${risk}`;
        const head = [make('h2', { id, text: title }), make('p', { class: 'hint', text: hint })];
        return rows.length
          ? [make('section', { class: `card risk ${risk}`, 'aria-labelledby': id }, ...head, list)]
          : [];
      });
      part('effects').replaceChildren(...groups.flat());
    }

    async function show() {
      const chosen = Object.hasOwn(TABLES, familyOf()) ? familyOf() : 'eip155';
      family = chosen;
      for (const link of part('families').children) {
        if (link.hash === `#${chosen}`) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
      part('effects').replaceChildren();
      follow();
      try {
        const { effects } = await import(`/effects/${TABLES[chosen]}.js`);
        if (family !== chosen) return;
        draw(effects);
        follow();
      } catch (error) {
        part('problem').hidden = false;
        part('problem').textContent = `The table could not be loaded: ${error?.message ?? error}`;
      }
    }

    part('connect').addEventListener('click', () => void connect());
    part('leave').addEventListener('click', () => void walletModal.disconnect(family));
    for (const name of [
      'wallet-connect',
      'wallet-disconnect',
      'wallet-account-change',
      'wallet-network-change',
    ])
      document.addEventListener(name, follow);
    addEventListener('hashchange', show);
    void show();
  },
  // Reviews every request, also harmless ones.
  { reviewRequests: 'always' },
);
