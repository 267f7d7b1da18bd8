// The gallery's page: the list on the left, and the selected entry on the right, in a frame of a phone's or a desktop's size.

import type { Gallery } from './frame';
import { entries, transitions } from './table';

const list = document.querySelector('#list')!;
const how = document.querySelector<HTMLFormElement>('#how')!;
const frame = document.querySelector<HTMLIFrameElement>('#frame')!;
const plays = how.elements.namedItem('transition') as HTMLSelectElement;
const choiceOf = (name: string) => (how.elements.namedItem(name) as RadioNodeList).value;
const currentId = () => decodeURIComponent(location.hash.slice(1)) || entries[0]!.id;

let last = '';
for (const { id, view, name } of entries) {
  if (view != last) list.append(Object.assign(document.createElement('h2'), { textContent: view }));
  last = view;
  list.append(
    Object.assign(document.createElement('a'), { textContent: name, href: `#${encodeURIComponent(id)}` }),
  );
}
plays.append(new Option('Play a transition'));
for (const { name } of transitions) plays.append(new Option(name));

function mark(id: string): void {
  for (const link of list.querySelectorAll('a')) {
    const isShown = link.hash == `#${encodeURIComponent(id)}`;
    link.toggleAttribute('aria-current', isShown);
    if (isShown) link.scrollIntoView({ block: 'nearest' });
  }
}

function load(id: string, more: Record<string, string> = {}): void {
  const query = new URLSearchParams({ entry: id, theme: choiceOf('theme'), ...more });
  frame.className = choiceOf('size');
  frame.src = `frame.html?${query}`;
  mark(id);
}

plays.onchange = () => {
  const transition = transitions.find(({ name }) => name == plays.value);
  if (!transition) return;
  const { from, to, direction } = transition;
  frame.onload = async () => {
    frame.onload = null;
    const { gallery } = frame.contentWindow as unknown as { gallery: Gallery };
    await gallery.ready;
    setTimeout(() => (from ? gallery.go(to, direction) : gallery.open()), 800);
  };
  load(from ?? to!, from ? {} : { closed: '' });
  plays.selectedIndex = 0;
};
how.onchange = ({ target }) => target != plays && load(currentId());
addEventListener('hashchange', () => load(currentId()));
addEventListener('message', ({ data, origin }) => {
  if (origin == location.origin && typeof data?.shown == 'string') mark(data.shown);
});
addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.target instanceof HTMLSelectElement) return;
  event.preventDefault();
  const at = entries.findIndex(({ id }) => id == currentId());
  location.hash = encodeURIComponent(entries[(at + step + entries.length) % entries.length]!.id);
});
load(currentId());
