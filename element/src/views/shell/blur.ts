// The page behind the card is blurred where the machine keeps its frames at that: without a graphics card a single such frame
// takes a second (docs/spec/views.md section 1, "where cheap"). Nothing for those who want less transparency, for fingers and phones.

const unwanted = '(prefers-reduced-transparency: reduce), (hover: none), (max-width: 430px)';
const frames = 6;
/** a frame that comes later than this was not kept */
const late_ms = 40;
/** a single late frame may be chance; one longer than this means that the blur is too dear */
const dear_ms = 120;

/** it was tried, and cost too much: not again in this page */
let isDear = false;

/** The longest of a few frames. */
const slowest = async (): Promise<number> => {
  let longest = 0;
  let last = await new Promise(requestAnimationFrame);
  for (let i = 0; i < frames; i++) {
    const now = await new Promise(requestAnimationFrame);
    longest = Math.max(longest, (now as number) - (last as number));
    last = now;
  }
  return longest;
};

/** Fades the blur in, and takes it away again where it holds frames up. */
export async function blur(overlay: Element): Promise<void> {
  const { classList } = overlay;
  if (isDear || classList.contains('blurred') || matchMedia(unwanted).matches) return;
  if ((await slowest()) > late_ms) return;
  classList.add('blurred');
  isDear = (await slowest()) > dear_ms;
  if (isDear) classList.remove('blurred');
}
