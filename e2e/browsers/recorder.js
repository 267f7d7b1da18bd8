/**
 * The first script of the page the walk goes to (global-setup.ts puts it there): what goes wrong in the page, reloads included, and how
 * the dialog goes away. A classic script of the page's own origin, so that its policy stays as it is.
 */
(() => {
  const KEPT = 'walk:problems';
  const problems = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
  const note = (text) => {
    problems.push(text);
    sessionStorage.setItem(KEPT, JSON.stringify(problems));
  };
  addEventListener('error', ({ message, filename, lineno }) =>
    note(`uncaught: ${message} (${filename}:${lineno})`),
  );
  addEventListener('unhandledrejection', ({ reason }) => note(`unhandled rejection: ${reason}`));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    note(`violation of ${effectiveDirective}: ${blockedURI} ${sample}`),
  );

  window.walk = { problems, fade: null, watchFade };

  /** From the next close on: where the card is while it still fades. `over` when it is gone. */
  function watchFade() {
    const box = document.querySelector('wallet-modal').shadowRoot.querySelector('dialog');
    const card = box.querySelector('.card');
    const fade = (window.walk.fade = { before: null, seen: [], over: false });
    const look = () => {
      const { x, y, width, height } = card.getBoundingClientRect();
      const { display } = getComputedStyle(box);
      const { opacity } = getComputedStyle(card);
      return { x, y, width, height, display, opacity, at: performance.now() };
    };
    fade.before = look();
    const observer = new MutationObserver(() => {
      if (box.open) return;
      observer.disconnect();
      const frame = () => {
        const now = look();
        if (now.display == 'none') fade.over = true;
        else {
          fade.seen.push(now);
          requestAnimationFrame(frame);
        }
      };
      // at once, before any frame: the first place after the close is the one that jumps
      frame();
    });
    observer.observe(box, { attributeFilter: ['open'] });
  }
})();
