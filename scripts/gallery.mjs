// `npm run gallery`: serves every view in every state (element/gallery/table.ts) and prints the address. Each reload builds again. GALLERY_PORT
// (4400) sets the port.
// `npm run gallery -- --shots DIR`: takes a picture of each in both themes, for a phone and a desktop, with contact sheets and a strip of 12 frames
// for each transition. `--only Account` limits it to names that begin like that.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { main, Problem } from './lib/fail.mjs';
import { serveGallery } from './lib/gallery.mjs';
import { shoot } from './lib/gallery-shots.mjs';

const options = { shots: { type: 'string' }, only: { type: 'string', default: '' } };

await main('gallery', async () => {
  const { values } = given();
  const port = values.shots ? 0 : Number(process.env.GALLERY_PORT ?? 4400);
  const gallery = await serveGallery(port, { once: !!values.shots });
  if (!values.shots) {
    console.log(`\n  gallery: ${gallery.url}\n  Ctrl-C ends it.\n`);
    return;
  }
  try {
    const folder = path.resolve(values.shots);
    mkdirSync(folder, { recursive: true });
    const { stills, strips } = await shoot(gallery.url, folder, values.only);
    console.log(`gallery: ${stills} pictures, ${strips} strips; look at ${path.join(folder, 'index.html')}`);
  } finally {
    await gallery.end();
  }
});

function given() {
  try {
    return parseArgs({ options });
  } catch (error) {
    throw new Problem(error.message);
  }
}
