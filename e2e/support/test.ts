// The test function of every browser test. A test also fails on any violation of the page's content security policy or of Trusted Types
// (docs/spec/security.md B1, B2), any uncaught error, and any request that leaves this machine.
import { test as base, expect, type Page } from '@playwright/test';
import { isOurs } from './ports';

export { expect };

export interface Watch {
  /** The problems so far, as text. A test fails if there are any at its end. */
  readonly problems: string[];
  /** For a test that provokes a problem on purpose: removes the expected problem, and fails if it didn't occur. */
  expectProblem(pattern: RegExp): void;
}

interface Fixtures {
  watch: Watch;
  /** Whether the page behind the card is blurred, as for real users. */
  blur: boolean;
}

export const test = base.extend<Fixtures>({
  // Without a GPU, the blur takes a fifth of the time of all tests, and delays every frame.
  blur: [false, { option: true }],
  watch: [
    async ({ context, blur }, use) => {
      const problems: string[] = [];
      const note = (text: string) => problems.push(text);
      await context.exposeBinding('__violation', (_source, text: string) => note(text));
      await context.addInitScript(reportViolations);
      if (!blur) await context.addInitScript(withoutBlur);
      context.on('page', (page) => follow(page, note));
      context.on('request', (request) => {
        if (!isOurs(request.url())) note(`request to another host: ${request.url()}`);
      });
      const expectProblem = (pattern: RegExp) => {
        const at = problems.findIndex((text) => pattern.test(text));
        expect(at, `a problem like ${pattern} in ${JSON.stringify(problems)}`).toBeGreaterThanOrEqual(0);
        problems.splice(at, 1);
      };
      await use({ problems, expectProblem });
      expect(problems, 'violations, uncaught errors or foreign requests').toEqual([]);
    },
    { auto: true },
  ],
});

function follow(page: Page, note: (text: string) => void): void {
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|TrustedType|Trusted Type|integrity/i.test(text)) note(`console: ${text}`);
  });
  page.on('websocket', (socket) => {
    if (!isOurs(socket.url().replace(/^ws/, 'http'))) note(`socket to another host: ${socket.url()}`);
  });
}

/** Runs in every document, before its own scripts. */
function reportViolations(): void {
  const report = (window as unknown as { __violation(text: string): void }).__violation;
  document.addEventListener('securitypolicyviolation', (event) => {
    report(`violation of ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
  });
  window.addEventListener('unhandledrejection', (event) =>
    report(`unhandled rejection: ${String(event.reason)}`),
  );
}

/** Runs in every document: removes one declaration from our style sheets. */
function withoutBlur(): void {
  const { replaceSync } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.replaceSync = function (text) {
    replaceSync.call(this, text.replace(/backdrop-filter:[^;}]*/g, ''));
  };
}
