// The part of the card that changes: old view out, new view in, 150 ms in total; the height follows in 150 ms; focus goes where
// the next action is (docs/spec/views.md section 1, requirements 2.37, 2.38).

import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { RouterSlice } from '../../contract';
import { t } from '../../i18n/t';
import { Button } from '../../ui/button';
import { Skeleton } from '../../ui/skeleton';
import { loadNext, loadView, viewNow } from '..';
import { focusView } from './focus-view';

/** half of the 150 ms: the old view fades, then the new one slides in */
const change_half_ms = 75;

type Phase = 'still' | 'leaving' | 'entering';

interface Props {
  router: RouterSlice;
  card: HTMLElement;
  painted(): void;
  /** the view is there and takes clicks */
  onStill(): void;
}

export function Body({ router, card, painted, onStill }: Props) {
  const [shown, setShown] = useState(router);
  const [phase, setPhase] = useState<Phase>('still');
  const view = useRef<HTMLDivElement>(null);
  const same = shown.view == router.view;

  useEffect(() => {
    if (same) {
      // Undone before the change was over: what was on its way out stays.
      setPhase((now) => (now == 'leaving' ? 'still' : now));
      return;
    }
    setPhase('leaving');
    const timer = setTimeout(() => {
      setShown(router);
      setPhase('entering');
    }, change_half_ms);
    return () => clearTimeout(timer);
  }, [same, router]);

  useEffect(() => {
    if (phase != 'entering') return;
    const timer = setTimeout(() => setPhase('still'), change_half_ms);
    return () => clearTimeout(timer);
  }, [phase]);

  const { Content, failed, again } = useContent(shown.view);
  const ready = !!Content;
  const still = phase == 'still';

  useLayoutEffect(() => {
    if (ready) painted();
  }, [ready, painted]);

  useEffect(() => {
    if (ready && still && same) {
      focusView(view.current!, card);
      loadNext(shown.view);
      onStill();
    }
  }, [ready, still, same, shown.view, card]); // eslint-disable-line react-hooks/exhaustive-deps -- onStill is of this render

  const body = useFollowedHeight(view);
  const direction = router.direction == 'back' ? 'back' : 'forward';

  return (
    <div className="body" ref={body}>
      <div
        className={`view ${phase} ${direction}`}
        part="view"
        key={shown.view}
        ref={view}
        tabIndex={-1}
        data-testid={`wm-view-${shown.view}`}
        inert={!still}
      >
        {Content ? <Content /> : failed ? <Failed again={again} /> : <Skeleton words={t('loading')} />}
      </div>
    </div>
  );
}

const Failed = ({ again }: { again(): void }) => (
  <section className="notice" role="alert">
    <h2>{t('load.failed')}</h2>
    <p>{t('load.failed.text')}</p>
    <Button kind="primary" onClick={again}>
      {t('retry')}
    </Button>
  </section>
);

/** The component of a view: there, on its way, or honestly not. */
function useContent(name: RouterSlice['view']) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [failed, setFailed] = useState<string | null>(null);
  const Content = viewNow(name);
  const load = () => {
    let alive = true;
    setFailed(null);
    loadView(name).then(
      () => alive && redraw(),
      () => alive && setFailed(name),
    );
    return () => void (alive = false);
  };
  useEffect(() => (Content ? undefined : load()), [name, Content]); // eslint-disable-line react-hooks/exhaustive-deps -- load is of this render
  // What was pressed without a connection goes on by itself when it is back.
  useEffect(() => {
    if (!failed) return;
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  });
  return { Content, failed: failed == name, again: () => void load() };
}

/** Tells the body how tall its view is; the style sheet animates towards it. Marks where more can be scrolled to. */
function useFollowedHeight(view: { current: HTMLElement | null }) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const outer = body.current;
    const inner = view.current;
    if (!outer || !inner || typeof ResizeObserver == 'undefined') return;
    const measure = () => {
      outer.style.setProperty('--height', `${inner.offsetHeight}px`);
      mark();
    };
    const mark = () => {
      outer.dataset.above = `${outer.scrollTop > 2}`;
      outer.dataset.below = `${outer.scrollTop + outer.clientHeight < inner.offsetHeight - 2 && inner.offsetHeight > outer.clientHeight + 2}`;
    };
    // The body itself is not observed: what is measured changes it, and Firefox calls that a loop.
    const observer = new ResizeObserver(measure);
    observer.observe(inner);
    const gone = new AbortController();
    const { signal } = gone;
    for (const happened of ['scroll', 'transitionend']) outer.addEventListener(happened, mark, { signal });
    addEventListener('resize', mark, { signal });
    measure();
    return () => {
      observer.disconnect();
      gone.abort();
    };
  });
  return body;
}
