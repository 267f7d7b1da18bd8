// Starts the chains and the hosts, as for the tests in Chromium, with the demo's page less nothing and one script more: the recorder
// comes first in it. A browser that takes no script of ours before the page's own (WebKit's driver knows none) is watched all the same.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startDemo } from '../../scripts/lib/demo.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { BASE_PORT, CHAIN_PORT } from '../support/ports';

export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!process.env.FIREFOX || !process.env.WEBKIT) {
    const { browsers, leftOut } = await import('../../scripts/browsers.mjs');
    const found = await browsers();
    Object.assign(process.env, found);
    for (const line of leftOut(found)) console.log(line);
  }
  const pages = watchedPages();
  const demo = await startDemo({ basePort: BASE_PORT, chainPort: CHAIN_PORT, blockTime_s: 1, pages });
  return demo.end;
}

function watchedPages(): string {
  const folder = at('.demo/watched');
  rmSync(folder, { recursive: true, force: true });
  cpSync(at('demo'), folder, {
    recursive: true,
    filter: (file) => !/[\\/]demo[\\/](services|chain)$/.test(file),
  });
  cpSync(at('e2e/browsers/recorder.js'), path.join(folder, 'recorder.js'));
  const index = path.join(folder, 'index.html');
  const html = readFileSync(index, 'utf8');
  writeFileSync(index, html.replace('<head>', '<head><script src="/recorder.js"></script>'));
  return folder;
}
