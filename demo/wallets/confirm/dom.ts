/** The window's elements. Text is inserted as text: a page's data never becomes markup. */

/** One fact about a request. */
export type Fact =
  | { kind: 'text'; label: string; value: string; id?: string }
  | { kind: 'amount'; label: string; value: string }
  | { kind: 'address'; label: string; value: string }
  | { kind: 'block'; label: string; value: string }
  | {
      kind: 'choice';
      label: string;
      options: readonly { name: string; address: string }[];
      choose: (address: string) => void;
    };

/** An element by ID. */
export function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the window has no ${id}`);
  return element;
}

/** Shows the facts, in order. */
export function showFacts(facts: readonly Fact[]): void {
  part('facts').replaceChildren(...facts.map(drawFact));
}

/** One fact with its label. */
export function drawFact(fact: Fact): HTMLElement {
  const frame = make('div', 'fact');
  frame.append(make('div', 'label', fact.label), valueOf(fact));
  return frame;
}

function valueOf(fact: Fact): HTMLElement {
  switch (fact.kind) {
    case 'amount': {
      const amount = make('div', 'value big', fact.value);
      amount.dataset['testid'] = 'demo-wallet-amount';
      return amount;
    }
    case 'address':
      return grouped(fact.value);
    case 'block': {
      const block = make('pre', '', fact.value);
      block.tabIndex = 0; // long text scrolls, also with the keyboard
      return block;
    }
    case 'choice':
      return choice(fact);
    case 'text':
      return make('div', 'value', fact.value);
  }
}

/** A full address in groups of four, because a shortened one can't be compared. */
function grouped(address: string): HTMLElement {
  const groups = make('div', 'address');
  groups.setAttribute('aria-label', address);
  groups.append(
    ...(address.slice(2).match(/.{1,4}/g) ?? []).map((group, index) =>
      make('span', '', index === 0 ? `0x${group}` : group),
    ),
  );
  return groups;
}

function choice(fact: Extract<Fact, { kind: 'choice' }>): HTMLElement {
  const list = make('div', '');
  list.setAttribute('role', 'radiogroup');
  list.setAttribute('aria-label', fact.label);
  fact.options.forEach((option, index) => {
    const row = make('label', 'choice');
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = 'account';
    radio.checked = index === 0;
    radio.dataset['testid'] = `demo-wallet-account-${index}`;
    radio.addEventListener('change', () => fact.choose(option.address));
    const text = make('span', '');
    text.append(make('b', '', option.name), grouped(option.address));
    row.append(radio, text);
    list.append(row);
  });
  return list;
}

function make(tag: string, className: string, text?: string): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
