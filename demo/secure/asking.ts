/**
 * Shows a request in the frame, and decides which press counts (docs/spec/security.md T11): the user must have seen it for half a second.
 * Confirm counts if the frame has the focus, the button is fully visible and uncovered (IntersectionObserver v2), and the press started
 * and ended on it. If the browser can't detect covers of a frame, a window of this origin shows it instead.
 */
import { drawQuestion, isAccepted, make, type Question } from './draw';

const CALM_MS = 500;
const LOOK_EVERY_MS = 100;
/** A window stays open for this time after the decision, so that the press is visible. */
const CLOSE_MS = 300;

/** Light or dark; any other value follows the system setting. */
export function setTheme(mode: unknown): void {
  if (mode === 'light' || mode === 'dark') document.documentElement.dataset['theme'] = mode;
}

/** Removes the request from the frame. */
export const clear = (): void => document.body.replaceChildren();

const seesWhatCovers = (): boolean =>
  'IntersectionObserver' in window && 'isVisible' in IntersectionObserverEntry.prototype;

/** Asks the user; resolves with true if approved. Aborting resolves with false. */
export function ask(question: Question, signal: AbortSignal): Promise<boolean> {
  return seesWhatCovers()
    ? askIn(document, question, signal)
    : new Promise((resolve) => {
        const open = make('button', 'primary', 'Review in a window');
        open.dataset['testid'] = 'secure-open-window';
        const note = make('p', 'quiet', 'This browser approves in a window of its own.');
        const main = make('main', '');
        main.append(make('h1', '', question.title), note, open);
        document.body.replaceChildren(main);
        signal.addEventListener('abort', () => resolve(false));
        open.addEventListener('click', () => {
          const opened = window.open('/approve', '_blank', 'popup,width=480,height=720');
          if (!opened)
            return void (note.textContent = 'The browser did not open a window. Allow it and try again.');
          void askInWindow(opened, question, signal).then(resolve);
        });
      });
}

/** The same in a window; closing it rejects. */
function askInWindow(opened: Window, question: Question, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (yes: boolean): void => {
      clearInterval(gone);
      setTimeout(() => opened.close(), CLOSE_MS);
      resolve(yes);
    };
    const gone = setInterval(() => opened.closed && end(false), 300);
    opened.addEventListener('load', () => {
      opened.document.documentElement.dataset['theme'] = document.documentElement.dataset['theme'] ?? '';
      void askIn(opened.document, question, signal).then(end);
    });
  });
}

function askIn(where: Document, question: Question, signal: AbortSignal): Promise<boolean> {
  const reject = make('button', '', 'Reject') as HTMLButtonElement;
  reject.dataset['testid'] = 'secure-reject';
  const confirm = make('button', 'primary', question.confirm ?? 'Confirm') as HTMLButtonElement;
  confirm.dataset['testid'] = 'secure-confirm';
  const note = make('p', 'note', '');
  note.setAttribute('role', 'status');
  note.dataset['testid'] = 'secure-note';
  where.body.replaceChildren(...drawQuestion(question, note, reject, confirm));

  return new Promise((resolve) => {
    const ended = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      target: EventTarget,
      type: K,
      handle: (event: HTMLElementEventMap[K]) => void,
    ) => target.addEventListener(type, handle as EventListener, { signal: ended.signal });
    const end = (yes: boolean): void => {
      ended.abort();
      confirm.disabled = reject.disabled = true;
      if (yes) confirm.textContent = 'Working';
      resolve(yes);
    };
    signal.addEventListener('abort', () => end(false), { signal: ended.signal });

    const { isArmed, calm } = arm(where, confirm, ended.signal, () => reject.focus());
    // If the frame moves under the pointer, the half second starts again. A touch enters with its press.
    on(where.documentElement, 'pointerenter', (event) => event.pointerType === 'mouse' && calm());
    let place = '';
    on(where.documentElement, 'pointermove', (event) => {
      const now = `${Math.round(event.screenX - event.clientX)} ${Math.round(event.screenY - event.clientY)}`;
      if (place && place !== now) calm();
      place = now;
    });
    let wentDown = false;
    on(confirm, 'pointerdown', (event) => (wentDown = event.isTrusted && isArmed()));
    on(confirm, 'keydown', (event) => event.repeat && event.preventDefault());
    on(confirm, 'click', (event) => {
      // Without a pointer (keys, screen readers), no press could have started too early.
      const meant = event.isTrusted && isArmed() && (event.detail === 0 || wentDown);
      wentDown = false;
      if (meant && isAccepted(where)) end(true);
      else if (meant) note.textContent = 'Read what is given away, then tick it.';
      else note.textContent = 'Look at it first, with nothing over it, then press again.';
    });
    on(reject, 'click', () => end(false));
    on(where.documentElement, 'keydown', (event) => event.key === 'Escape' && end(false));
  });
}

/**
 * Whether the button has been fully visible, uncovered and in a focused document for half a second. `seen`: when it first is. `calm`
 * restarts the half second.
 */
function arm(
  where: Document,
  button: HTMLElement,
  signal: AbortSignal,
  seen: () => void,
): { isArmed: () => boolean; calm: () => void } {
  let isVisible = false;
  let wasSeen = false;
  let since = Infinity;
  const isArmed = (): boolean => performance.now() - since >= CALM_MS;
  const look = (): void => {
    if (!isVisible || where.hidden || !where.hasFocus()) since = Infinity;
    else if (since === Infinity) since = performance.now();
    button.setAttribute('aria-disabled', String(!isArmed() || !isAccepted(where)));
  };
  // The button and its content: clipping isn't covering.
  const whole = new Map<Element, boolean>([
    [button, false],
    [where.body, false],
  ]);
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const entry of entries as (IntersectionObserverEntry & { isVisible?: boolean })[])
        whole.set(
          entry.target,
          entry.isIntersecting && entry.intersectionRatio > 0.99 && entry.isVisible !== false,
        );
      isVisible = [...whole.values()].every(Boolean);
      if (!isVisible) since = Infinity;
      if (entries.some((entry) => entry.isIntersecting) && !wasSeen) {
        wasSeen = true;
        seen();
      }
      look();
    },
    { threshold: [0, 0.5, 1], trackVisibility: true, delay: LOOK_EVERY_MS } as IntersectionObserverInit,
  );
  whole.forEach((_, one) => watcher.observe(one));
  const timer = setInterval(look, LOOK_EVERY_MS);
  look();
  signal.addEventListener('abort', () => {
    watcher.disconnect();
    clearInterval(timer);
  });
  const calm = (): void => {
    since = Infinity;
    look();
  };
  return { isArmed, calm };
}
