// Serves a project that was built from the guide's blocks, under the policy that the guide recommends (docs/guide/production.md).
import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PAGE_URL } from '../support/ports';
import { block } from './blocks';

export const sha256 = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The guide's policy, with the hashes of this page's inline scripts. */
function policy(html: string, change: (text: string) => string = (text) => text): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, text]) =>
    sha256(text!),
  );
  const text = block('policy.txt').replaceAll('\n', ' ').trim();
  return change(text.replace("script-src 'self'", ["script-src 'self'", ...inline].join(' ')));
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** Serves the files of this folder in front of the demo's, under the guide's policy. `change` adds what a framework needs. */
export async function serve(page: Page, folder: string, change?: (text: string) => string): Promise<void> {
  const fileOf = ({ origin, pathname }: URL) => {
    const file = path.join(folder, pathname);
    return origin == PAGE_URL && existsSync(file) && statSync(file).isFile() ? file : undefined;
  };
  await page.route(
    (url) => fileOf(url) !== undefined,
    (route) => {
      const file = fileOf(new URL(route.request().url()))!;
      const body = readFileSync(file);
      const contentType = TYPES[path.extname(file)]!;
      const html = file.endsWith('.html');
      return route.fulfill({
        body,
        contentType,
        headers: html ? { 'content-security-policy': policy(body.toString(), change) } : {},
      });
    },
  );
}
