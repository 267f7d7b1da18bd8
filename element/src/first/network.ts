// The network on <wallet-network-button> before the engine runs: the last one, otherwise the page's default, otherwise its first
// (docs/spec/views.md section 3). The rule is the engine's (engine/core/src/features/networks/model.rs, `preferred`; the record:
// engine/core/src/storage/keys.rs). If a network has anything that this file doesn't know exactly, it returns nothing, and the button
// waits for the engine. In its own chunk, which the button loads, because most pages don't use it. A test compares it with the engine
// (e2e/networks/first.e2e.ts).

import { networkFace, showParts } from '../engine/button-parts';
import { changed, page } from '../page';
import { adopt } from '../styles/adopt';
import face from '../styles/button-face.css';

export interface FirstNetwork {
  id: string;
  name: string;
}

/** the engine's limit (`NETWORKS_MAX`) */
const networks_max = 1024;
const families = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'];
const reference = /^[\w-]{1,32}$/;
const number = /^[1-9]\d{0,14}$/;

/** Whether a label needs no cleaning. */
const isPlain = (text: unknown, max: number): text is string =>
  typeof text == 'string' && text.length <= max && /^[!-~](?:[ -~]*[!-~])?$/.test(text);

/** A network that the engine accepts unchanged, or null. */
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

/** `stored`: the record of the last network. */
export function firstNetwork(
  { networks, defaultNetwork: wanted }: { networks?: unknown; defaultNetwork?: unknown },
  stored?: unknown,
): FirstNetwork | null {
  if (!Array.isArray(networks) || !networks.length || networks.length > networks_max) return null;
  // Read-only networks aren't offered.
  const all = networks.filter((one) => (one as { readOnly?: unknown } | null)?.readOnly !== true).map(read);
  if (!all.length || all.includes(null)) return null;
  const defaultId = (wanted as { caipNetworkId?: unknown } | null | undefined)?.caipNetworkId;
  const id = typeof wanted == 'string' ? wanted : typeof defaultId == 'string' ? defaultId : read(wanted)?.id;
  const by = (of: unknown) => all.find((one) => one!.id === of);
  return by(stored) ?? by(id) ?? all[0]!;
}

/** Reads the record; undefined if the engine wouldn't read one. */
function record(storage: unknown): unknown {
  if (storage == 'memory') return;
  try {
    const { v, value } = JSON.parse(
      (localStorage['wallet-modal:active_caip_network_id'] as string | undefined) ?? '{}',
    ) as { v?: unknown; value?: unknown };
    return v == 1 ? value : undefined;
  } catch {
    // storage is denied, to the engine too
    return;
  }
}

/** Renders the network until the engine does. */
export function draw(host: HTMLElement, button: HTMLElement): void {
  const { options, running } = page;
  if (running) return;
  // Records in another storage are only read by the engine.
  const isElsewhere = typeof options.storage == 'object' || options.migrateFrom;
  const network = isElsewhere ? null : firstNetwork(options, record(options.storage));
  if (network) {
    // Keeps the width of the label, as engine/buttons.ts does.
    if (!button.dataset.state && button.offsetWidth)
      button.style.setProperty('min-inline-size', `${button.offsetWidth}px`);
    adopt(host.shadowRoot!, face);
    showParts(button, networkFace(network.id, network.name, null));
    // hides the label, and screen readers don't read it anymore
    button.querySelector('slot:not([name])')!.textContent = '';
  } else if (button.dataset.state) {
    showParts(button, null);
    changed();
  }
}
