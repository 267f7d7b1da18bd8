// <wallet-modal-views>: the one React root, which r2wc 2.1 puts into the card of <wallet-modal> (ARCHITECTURE.md, "The element";
// docs/spec/toolchain.md). It has no shadow root, properties or attributes of its own.

import r2wc from '@r2wc/react-to-web-component';
import { useEffect, useState } from 'react';
import { EngineContext } from '../engine/hooks';
import { handOver } from '../first/list';
import { followScreen } from '../first/screen';
import { page, type ModalElement, type Running } from '../page';
import base from '../styles/base.css';
import controls from '../styles/controls.css';
import moreTokens from '../styles/more-tokens.css';
import { adopt } from '../styles/adopt';
import states from '../styles/states.css';
import { keepAbove } from './shell/over';
import { Shell } from './shell/shell';
import shellSheet from './shell/shell.css';
import { dropSecondPresses } from './shell/twice';

/** What the element passes to its views. */
interface ViewsLink {
  engine: Running;
  card: HTMLElement;
  /** the first view has rendered, so the entry's own content of the card is removed */
  painted(): void;
}

/**
 * The link of the views in the card, one per page. Not a property of their element, where a page script could find it and reach the
 * engine (T1).
 */
let link: ViewsLink;

/** The page's own messages: views render once these have loaded, and again when they change. */
function useOwnTexts(): boolean {
  const [has, setHas] = useState<unknown>(0);
  useEffect(() => {
    const look = (): void => {
      const { messages } = page.options;
      const then = () => setHas(messages);
      if (messages)
        import('../data/own-texts').then(({ setTexts: takeTexts }) => takeTexts(messages)).then(then, then);
    };
    look();
    page.watchers.add(look);
    return () => void page.watchers.delete(look);
  }, []);
  return !page.options.messages || !!has;
}

const WalletViews = () =>
  useOwnTexts() && (
    <EngineContext value={link.engine}>
      <Shell card={link.card} painted={link.painted} />
    </EngineContext>
  );

const tag = 'wallet-modal-views';

/** Renders the views into the card. Called once per engine. The root stays; its views mount and unmount with each opening. */
export function mount(card: HTMLElement, engine: Running, modal: ModalElement, first: HTMLElement): void {
  if (!customElements.get(tag)) customElements.define(tag, r2wc(WalletViews, { __proto__: null } as never));
  let footer = card.querySelector<HTMLSlotElement>(':scope > slot');
  if (!footer) {
    prepareCard(card, modal);
    footer = document.createElement('slot');
    footer.name = 'footer';
  }
  card.querySelector(tag)?.remove();
  link = { engine, card, painted: () => handOver(card, first) };
  card.append(document.createElement(tag), footer);
}

/** Prepares a card once, whichever engine is behind it. */
function prepareCard(card: HTMLElement, modal: ModalElement): void {
  const box = card.parentElement as HTMLDialogElement;
  followScreen(box);
  dropSecondPresses(box);
  adopt(modal.shadowRoot!, moreTokens, base, controls, states, shellSheet);
  card.part.add('card');
  modal.shadowRoot!.querySelector('.overlay')?.part.add('overlay');
  // Keys typed in here must not trigger the page's shortcuts (docs/spec/security.md B20).
  for (const type of ['keydown', 'keyup', 'keypress'])
    box.addEventListener(type, (event) => event.stopPropagation());
  keepAbove(modal, box, () => {
    // Only the enlarged QR code closes: WebKit would also close the dialog.
    const large = 'popover' in card && card.querySelector<HTMLElement>(':popover-open');
    if (large) large.hidePopover();
    return !!large;
  });
  // The browser might close the dialog without a cancel event (Esc twice). The engine is told, and can keep it open.
  box.addEventListener('close', () => {
    const engine = page.running;
    if (!box.open && page.element == modal && engine?.snapshot('router').open)
      engine.dispatch({ type: 'router.close', reason: 'user' }).then(
        () => modal.sync(),
        () => {},
      );
  });
}
