// A wallet that draws its window in the page. Approve in it responds with the demo chain's result (it has the accounts' keys). `shown`
// and its level are Magic's: magiclabs/magic-js at 02b0225 (packages/magic-sdk/src/iframe-controller.ts, `showOverlay`). The other ways
// to draw are a guess.
import type { Page } from '@playwright/test';
import { CHAIN_URL } from './ports';

/** How it draws its window. */
export type How =
  'fixed' | 'late' | 'shown' | 'dialog' | 'popover' | 'shadow' | 'closed' | 'frame' | 'absolute';

interface Given {
  account: string;
  how?: How;
  /** announced like an extension, not added by the page */
  announced?: boolean;
}

declare global {
  interface Window {
    /** its requests that the user must approve */
    drawnFor: string[];
    /** the number of clicks on Approve that it received */
    approved: number;
    /** the position of Approve, also in a closed shadow root */
    approveAt(): { x: number; y: number };
    /** signs with the account's key, if the chain doesn't have it */
    signed?(message: string): Promise<string>;
    /** removes its window without a response */
    dropWindow(): void;
  }
}

/** Adds it to the page. Its window is `#window`, with `#approve`, `#decline` and a field. */
export const addDrawingWallet = (page: Page, { account, how = 'fixed', announced }: Given): Promise<void> =>
  page.evaluate(
    ([account, url, how, announced]) => {
      window.drawnFor = [];
      window.approved = 0;
      const css = 'inset:0;z-index:1000;background:#0006;display:grid;place-items:center;';
      const make = (): [host: HTMLElement, show: () => void, body: HTMLElement] => {
        const tag = how == 'dialog' ? 'dialog' : how == 'shadow' || how == 'closed' ? 'own-window' : 'div';
        const host = document.createElement(tag);
        const body = document.createElement('div');
        body.id = 'window';
        body.style.cssText =
          'background:#fde;color:#000;padding:24px;inline-size:300px;block-size:220px;box-sizing:border-box';
        if (how == 'shadow' || how == 'closed') {
          const root = host.attachShadow({ mode: how == 'closed' ? 'closed' : 'open' });
          const over = document.createElement('div');
          over.style.cssText = `position:fixed;${css}`;
          over.append(body);
          return [host, () => root.append(over), body];
        }
        if (how == 'popover') host.popover = 'manual';
        if (how == 'fixed' || how == 'late' || how == 'frame') host.style.cssText = `position:fixed;${css}`;
        if (how == 'absolute') host.style.cssText = `position:absolute;${css}inset:0 0 auto;block-size:100vh`;
        if (how == 'shown') host.style.cssText = `position:fixed;${css}z-index:2147483647;display:none`;
        host.append(body);
        const show = (): void => {
          if (how == 'dialog') (host as HTMLDialogElement).showModal();
          if (how == 'popover') host.showPopover();
          if (how == 'shown') host.style.display = 'grid';
        };
        return [host, show, body];
      };
      const ahead = how == 'shown' || how == 'closed' ? make() : null;
      if (ahead) document.body.prepend(ahead[0]);
      const draw = (method: string): Promise<void> =>
        new Promise((approve, refuse) => {
          const [host, show, body] = ahead ?? make();
          const end = (): void => {
            if (ahead && how == 'shown') host.style.display = 'none';
            else host.remove();
          };
          window.dropWindow = end;
          const button = (id: string, press: () => void): HTMLElement =>
            Object.assign(document.createElement('button'), {
              id,
              textContent: id,
              onclick: () => (end(), press()),
            });
          const approved = (): void => (window.approved++, approve());
          const declined = (): void => refuse({ code: 4001, message: 'User rejected the request.' });
          const field = Object.assign(document.createElement('input'), { id: 'code' });
          const filled = (of: HTMLElement): void =>
            of.replaceChildren(method, field, button('approve', approved), button('decline', declined));
          if (!ahead) document.body.append(host);
          if (how == 'frame') {
            const frame = document.createElement('iframe');
            body.replaceChildren(frame);
            filled(frame.contentDocument!.body);
          } else filled(body);
          show();
          window.approveAt = () => {
            const { left, top, width, height } = body.querySelector('#approve')!.getBoundingClientRect();
            return { x: left + width / 2, y: top + height / 2 };
          };
        });
      const shown = /^(eth_requestAccounts|personal_sign|eth_sendTransaction|eth_signTypedData_v4)$/;
      const provider = {
        async request({ method, params }: { method: string; params?: unknown }) {
          if (shown.test(method)) {
            window.drawnFor.push(method);
            if (how == 'late') await new Promise((next) => setTimeout(next, 700));
            await draw(method);
          }
          if (/accounts/i.test(method)) return [account];
          if (method == 'personal_sign' && window.signed) return window.signed((params as string[])[0]!);
          if (method == 'eth_chainId') return '0x539';
          const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] });
          const headers = { 'content-type': 'application/json' };
          const { result, error } = await (await fetch(url, { method: 'POST', headers, body })).json();
          if (error) throw error;
          return result;
        },
        on() {},
        removeListener() {},
      };
      if (announced) {
        const icon = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>";
        const info = {
          uuid: '350670db-19fa-4704-a166-e52e178b59d2',
          name: 'Painter',
          icon,
          rdns: 'test.painter',
        };
        const detail = Object.freeze({ info: Object.freeze(info), provider });
        const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
        addEventListener('eip6963:requestProvider', announce);
        announce();
        return;
      }
      const { walletModal } = window as unknown as { walletModal: { addConnector(one: unknown): void } };
      walletModal.addConnector({
        id: 'painter',
        name: 'Painter',
        type: 'EXTERNAL',
        chain: 'eip155',
        provider,
      });
    },
    [account, CHAIN_URL, how, !!announced] as const,
  );
