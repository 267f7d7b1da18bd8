/** The elements of an approval. Text is inserted as text: a page's data never becomes markup. */
import type { Fact } from '../wallets/confirm/dom';
import { PAGE } from './page';
import { revealed } from './words';

export type Question = {
  title: string;
  network?: string;
  facts: Fact[];
  warnings?: string[];
  /** critical consequences, which the user must tick first */
  accepts?: string[];
  confirm?: string;
};

export function make(tag: string, className: string, text?: string): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** One fact with its label; tests find it by the label: `secure-fact-network-fee-at-most`. */
export function drawFact(fact: Fact): HTMLElement {
  const frame = make('div', 'fact');
  const value = valueOf(fact);
  value.dataset['testid'] = `secure-fact-${fact.label.toLowerCase().replace(/[^a-z]+/g, '-')}`;
  frame.append(make('div', 'label', fact.label), value);
  return frame;
}

function valueOf(fact: Fact): HTMLElement {
  switch (fact.kind) {
    case 'address':
      return grouped(fact.value);
    case 'block':
      return foreign(make('pre', ''), fact.value);
    case 'amount':
      return foreign(make('div', 'value big'), fact.value);
    case 'text':
      return foreign(make('div', 'value'), fact.value);
    case 'choice':
      throw new Error('the frame lets nobody choose');
  }
}

/** Inserts text with every character visible. */
function foreign(element: HTMLElement, text: string): HTMLElement {
  element.append(
    ...revealed(text).map((piece) => {
      if (piece.hidden === null) return piece.text;
      const box = make('span', 'hidden', piece.text);
      box.title = piece.hidden;
      return box;
    }),
  );
  return element;
}

/** A full address in groups of four, because a shortened one can't be compared. */
function grouped(address: string): HTMLElement {
  const groups = make('div', 'address');
  groups.setAttribute('role', 'img');
  groups.setAttribute('aria-label', address);
  groups.append(
    ...(address.slice(2).match(/.{1,4}/g) ?? []).map((group, index) =>
      make('span', '', index === 0 ? `0x${group}` : group),
    ),
  );
  return groups;
}

/** The checkbox for critical consequences. */
function tick(accepts: readonly string[]): HTMLElement {
  const label = make('label', 'accept');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.dataset['testid'] = 'secure-accept';
  // scripts can't set it
  box.addEventListener('click', (event) => event.isTrusted || event.preventDefault());
  const texts = make('span', '');
  texts.append(...accepts.map((text) => make('span', '', text)));
  label.append(box, texts);
  return label;
}

/** Whether the checkbox is ticked; true without a checkbox. */
export const isAccepted = (within: ParentNode): boolean =>
  within.querySelector<HTMLInputElement>('[data-testid="secure-accept"]')?.checked ?? true;

/** A request with its buttons. */
export function drawQuestion(
  { title, network, facts, warnings = [], accepts = [] }: Question,
  note: HTMLElement,
  reject: HTMLElement,
  confirm: HTMLElement,
): HTMLElement[] {
  const main = make('main', '');
  main.dataset['testid'] = 'secure-approve';
  // Long text scrolls, also with the keyboard; the buttons stay visible.
  main.tabIndex = 0;
  const heading = make('h1', '', title);
  heading.dataset['testid'] = 'secure-title';
  const site = make('p', 'site', PAGE);
  site.dataset['testid'] = 'secure-site';
  const top = make('div', 'top');
  top.append(heading);
  if (network !== undefined) {
    const tag = make('span', 'tag', network);
    tag.dataset['testid'] = 'secure-network';
    top.append(tag);
  }
  const warned = warnings.map((text) => {
    const line = make('p', 'warning', text);
    line.setAttribute('role', 'alert');
    line.dataset['testid'] = 'secure-warning';
    return line;
  });
  main.append(top, site, ...warned, ...facts.map(drawFact));
  const buttons = make('footer', '');
  // critical consequences never scroll out of sight
  if (accepts.length > 0) buttons.append(tick(accepts));
  buttons.append(note, reject, confirm);
  return [main, buttons];
}
