/** With `?dev` (`npm run dev`), the page reloads after each build. */
const EVERY_MS = 300;

const built = () =>
  fetch('/dist/dev.json', { cache: 'no-store' }).then((response) => (response.ok ? response.text() : ''));

export async function reloadWhenBuilt() {
  const first = await built();
  setInterval(async () => {
    const now = await built().catch(() => first);
    if (now && now !== first) location.reload();
  }, EVERY_MS);
}
