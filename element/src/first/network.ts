// The network on <wallet-network-button>, as far as it is known before there is an engine: the one that was the last, else the host's default,
// else its first (docs/spec/views.md section 3). The rule is the engine's (engine/core/src/features/networks/model.rs, `preferred`; the record:
// engine/core/src/storage/keys.rs). Where a network is not one that this reads to the letter, it says nothing, and the button waits for the
// engine. A chunk of its own, which the button asks for: most pages have none. A test has the engine say the same (e2e/networks/first.e2e.ts).

import { networkFace, showParts } from '../engine/button-parts';
import { changed, page } from '../page';
import { adopt } from '../styles/adopt';
import face from '../styles/button-face.css';

export interface FirstNetwork {
  id: string;
  name: string;
}

/** as the engine has it (`NETWORKS_MAX`) */
const networks_max = 1024;
const families = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'];
const reference = /^[\w-]{1,32}$/;
const number = /^[1-9]\d{0,14}$/;

/** A label that nobody has to clean. */
const isPlain = (text: unknown, max: number): text is string =>
  typeof text == 'string' && text.length <= max && /^[!-~](?:[ -~]*[!-~])?$/.test(text);

/** A network that the engine takes as it is, or null. */
function read(given: unknown): FirstNetwork | null {
  if (typeof given != 'object' || !given) return null;
  const { id, name, chainNamespace, caipNetworkId, nativeCurrency: coin } = given as Record<string, unknown>;
  if (typeof id == 'number' ? !Number.isSafeInteger(id) || id < 0 : typeof id != 'string') return null;
  const [family = 'eip155', named] = typeof caipNetworkId == 'string' ? caipNetworkId.split(':') : [];
  const of = chainNamespace ?? family;
  const at = named ?? `${id as string}`;
  if (caipNetworkId != null && (named == null || of != family)) return null;
  if (!families.includes(of as string) || !(of == 'eip155' ? number : reference).test(at)) return null;
  const chain = `${of as string}:${at}`;
  if (caipNetworkId != null && (chain != caipNetworkId || (`${id}` != at && id != chain))) return null;
  if (typeof coin != 'object' || !coin || !isPlain(name, 64)) return null;
  const { name: full, symbol, decimals } = coin as Record<string, unknown>;
  if (!isPlain(full, 32) || !isPlain(symbol, 12) || !Number.isInteger(decimals)) return null;
  return (decimals as number) < 0 || (decimals as number) > 36 ? null : { id: chain, name };
}

/** `stored`: the record of the network that was the last. */
export function firstNetwork(
  { networks, defaultNetwork: wanted }: { networks?: unknown; defaultNetwork?: unknown },
  stored?: unknown,
): FirstNetwork | null {
  if (!Array.isArray(networks) || !networks.length || networks.length > networks_max) return null;
  // Those for reading only are not offered.
  const all = networks.filter((one) => (one as { readOnly?: unknown } | null)?.readOnly !== true).map(read);
  if (!all.length || all.includes(null)) return null;
  const named = (wanted as { caipNetworkId?: unknown } | null | undefined)?.caipNetworkId;
  const id = typeof wanted == 'string' ? wanted : typeof named == 'string' ? named : read(wanted)?.id;
  const by = (of: unknown) => all.find((one) => one!.id === of);
  return by(stored) ?? by(id) ?? all[0]!;
}

/** The record; nothing where the engine reads none. */
function record(storage: unknown): unknown {
  if (storage == 'memory') return;
  try {
    const { v, value } = JSON.parse(
      (localStorage['wallet-modal:active_caip_network_id'] as string | undefined) ?? '{}',
    ) as { v?: unknown; value?: unknown };
    return v == 1 ? value : undefined;
  } catch {
    // storage is denied, and so to the engine
    return;
  }
}

/** Draws it, until an engine does. */
export function draw(host: HTMLElement, button: HTMLElement): void {
  const { options, running } = page;
  if (running) return;
  // What is kept elsewhere the engine asks for.
  const isElsewhere = typeof options.storage == 'object' || options.migrateFrom;
  const known = isElsewhere ? null : firstNetwork(options, record(options.storage));
  if (known) {
    // As wide as its label was, as the engine does it (engine/buttons.ts).
    if (!button.dataset.state && button.offsetWidth)
      button.style.setProperty('min-inline-size', `${button.offsetWidth}px`);
    adopt(host.shadowRoot!, face);
    showParts(button, networkFace(known.id, known.name, null));
    // hidden, and no word of what the button says any more
    button.querySelector('slot:not([name])')!.textContent = '';
  } else if (button.dataset.state) {
    showParts(button, null);
    changed();
  }
}
