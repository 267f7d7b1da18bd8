// The part of the card that changes: the old view leaves while the new one enters, 150 ms in total; the height follows in 150 ms; the
// focus moves to the next action (docs/spec/views.md section 1, requirements 2.37, 2.38).

import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { RouterSlice, View } from '../../contract';
import { useSlice } from '../../engine/hooks';
import { isOwn } from '../../engine/trusted-click';
import { t } from '../../i18n/t';
import { Button } from '../../ui/button';
import { Skeleton } from '../../ui/skeleton';
import { loadNext, viewNow } from '..';
import { place, release, growCard } from './anchor';
import { focusView } from './focus-view';
import { Frozen } from './held';
import { whenIdle } from './idle';
import { isCut, travel } from './travel';
import type { Content as ContentOf } from './use-content';

const change_ms = 150;
/** each takes 105 of the 150 ms: both are visible for 60 ms, and the card is never empty */
const leave_ms = 105;

interface Props {
  router: RouterSlice;
  /** of that view */
  content: ContentOf;
  card: HTMLElement;
  /** rendered for the next opening, in a closed dialog */
  isAhead: boolean;
  painted(): void;
  /** the view is rendered and accepts clicks, and nothing more important is running */
  onIdle(): void;
}

/** On a busy page, animations start late: the old view stays until its own has ended, so that the card is never empty. */
function whenOver(view: Element | null, then: () => void): void {
  const moves = view?.getAnimations?.().find(({ playState }) => playState == 'running');
  if (moves) moves.finished.then(then, then);
  else then();
}

export function Body({ router, content: { Content, failed, again }, card, isAhead, painted, onIdle }: Props) {
  const [{ view: now, old, still }, setShown] = useState({
    view: router.view,
    old: null as View | null,
    still: true,
  });
  const view = useRef<HTMLDivElement>(null);
  const ready = !!Content;
  const { email, socials } = useSlice('connect').logins;
  const { open } = useSlice('router');
  const body = useRef<HTMLDivElement>(null);
  // Reopened while the last opening was still fading: starts from the list's own place.
  useLayoutEffect(() => void (open && release(card)), [open, card]);
  useLayoutEffect(
    () => place(card, body.current!, router.view == 'Connect' && (email || socials.length > 0)),
    [isAhead], // eslint-disable-line react-hooks/exhaustive-deps -- once for an opening, and where it is made ahead then too
  );
  // First, so that the following measurements see the card without the entry's content.
  useLayoutEffect(() => {
    if (ready) painted();
  }, [ready, painted]);
  useFollowedHeight(body, view, card, !isAhead && `${now} ${old} ${still} ${ready} ${failed} ${open}`);
  /** the icon of the row that was pressed last */
  const pressed = useRef<Element | null>(null);
  /** the view of the previous render */
  const last = useRef(now);
  /** whether it has had the focus */
  const came = useRef(false);
  if (now != router.view) setShown({ view: router.view, old: isCut() ? null : now, still: false });

  useEffect(() => {
    if (still) return;
    let isGone = false;
    const set = (more: object) => isGone || setShown((shown) => ({ ...shown, ...more }));
    const timers = [
      setTimeout(() => whenOver(body.current!.querySelector('.leaving'), () => set({ old: null })), leave_ms),
      setTimeout(() => whenOver(view.current, () => set({ still: true })), change_ms),
    ];
    return () => {
      isGone = true;
      timers.forEach(clearTimeout);
    };
  }, [now]); // eslint-disable-line react-hooks/exhaustive-deps -- a change begins with its view

  useLayoutEffect(() => {
    const [outer, from] = [body.current!, pressed.current];
    pressed.current = null;
    came.current = false;
    // The first view doesn't animate.
    if (last.current == now) return;
    last.current = now;
    // The old view keeps its scroll position, and the new one starts at its top.
    outer.style.setProperty('--above', `${-outer.scrollTop}px`);
    outer.scrollTop = 0;
    if (from && view.current) travel(from, view.current);
  }, [now]);

  useEffect(() => () => void release(card), [card]);

  useEffect(() => {
    if (!ready || isAhead) return;
    // Immediately, because keys during the transition are meant for the new view. Again at its end, for elements that couldn't take the
    // focus before, and only if the focus hasn't moved meanwhile.
    const { activeElement } = card.getRootNode() as ShadowRoot | Document;
    if (!came.current || !card.contains(activeElement) || activeElement == card)
      focusView(view.current!, card);
    came.current = true;
    if (!still) return;
    return whenIdle(() => {
      loadNext(now);
      onIdle();
    });
  }, [ready, isAhead, still, now, card]); // eslint-disable-line react-hooks/exhaustive-deps -- onIdle is of this render

  const Old = old && viewNow(old);
  const direction = router.direction == 'back' ? 'back' : 'forward';
  return (
    <div
      className="body"
      ref={body}
      // A press during the transition was meant for the previous view: it has no effect and moves no focus. Keys are meant for the
      // focused element, but keys that spend or sign count as presses.
      onMouseDown={(event) => void (still || event.preventDefault())}
      onClickCapture={(event) => {
        const target = event.target as Element;
        if (!still && (event.detail || isOwn(target.closest('button, input')))) {
          event.preventDefault();
          return event.stopPropagation();
        }
        pressed.current = target.closest('[part~=row]')?.querySelector('[part=icon]') ?? null;
      }}
    >
      {Old && (
        <div className={`view leaving ${direction}`} key={old} data-testid={`wm-view-${old}`} inert>
          <Frozen view={old}>
            <Old />
          </Frozen>
        </div>
      )}
      <div
        className={`view ${still ? 'still' : 'entering'} ${direction}`}
        part="view"
        key={now}
        ref={view}
        tabIndex={-1}
        data-testid={`wm-view-${now}`}
      >
        {Content ? (
          <Frozen view={now}>
            <Content />
          </Frozen>
        ) : failed ? (
          <Failed again={again} />
        ) : now == 'AllWallets' ? (
          <TilesAhead />
        ) : (
          <Skeleton words={t('loading')} />
        )}
      </div>
    </div>
  );
}

/** The placeholder of AllWallets while its code loads: the same space for the field and for sixteen tiles. */
const TilesAhead = () => (
  <section className="all-wallets">
    <div className="tiles-ahead" />
    <div className="tiles-wait">
      <Skeleton rows={16} words={t('connect.loading')} />
    </div>
  </section>
);

const Failed = ({ again }: { again(): void }) => (
  <section className="notice" role="alert">
    <h2>{t('load.failed')}</h2>
    <p>{t('load.failed.text')}</p>
    <Button kind="primary" onClick={again}>
      {t('retry')}
    </Button>
  </section>
);

/**
 * Gives the body the height of its view, to which the style sheet animates, and marks where it can scroll. `drawn`: the content; false if
 * nothing can be measured.
 */
function useFollowedHeight(
  body: RefObject<HTMLElement | null>,
  view: RefObject<HTMLElement | null>,
  card: HTMLElement,
  drawn: string | false,
) {
  useLayoutEffect(() => {
    const outer = body.current;
    const inner = view.current;
    if (drawn === false || !outer || !inner || typeof ResizeObserver == 'undefined') return;
    // Reads first, then writes, without a custom property: those are inherited, so every element in the card would be restyled.
    const measure = () => {
      const height = inner.offsetHeight;
      growCard(card, card.offsetHeight - outer.offsetHeight + height);
      // Late content that is smaller than its reserved space moves nothing.
      if (inner.querySelector(':scope > .connect')) inner.style.minBlockSize = `${height}px`;
      outer.style.blockSize = `${height}px`;
    };
    const mark = () => {
      outer.dataset.above = `${outer.scrollTop > 2}`;
      outer.dataset.below = `${outer.scrollTop + outer.clientHeight < inner.offsetHeight - 2 && inner.offsetHeight > outer.clientHeight + 2}`;
    };
    const anew = () => {
      measure();
      mark();
    };
    // In the next frame, because the measurement changes the layout. A change within the observer's callback is an error on the page's
    // window ("ResizeObserver loop completed with undelivered notifications").
    let next = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(next);
      next = requestAnimationFrame(anew);
    });
    observer.observe(inner);
    const controller = new AbortController();
    const { signal } = controller;
    // Its own height, not a fade inside it.
    const onMove = ({ target }: Event) => target == outer && mark();
    for (const type of ['scroll', 'transitionend']) outer.addEventListener(type, onMove, { signal });
    const resized = () => {
      release(card);
      inner.style.minBlockSize = '';
      anew();
    };
    addEventListener('resize', resized, { signal });
    measure();
    // After the next layout.
    next = requestAnimationFrame(mark);
    return () => {
      cancelAnimationFrame(next);
      observer.disconnect();
      controller.abort();
    };
    // Not for every image that loads, because each measurement requires a layout.
  }, [body, view, card, drawn]);
}
