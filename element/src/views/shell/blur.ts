// The page behind the card is blurred on devices with a graphics card: without one a single such frame takes a second (docs/spec/views.md
// section 1, "where cheap"). It is one answer for a device and for every opening: how fast the last frames were depends on what the page
// was doing just then. Nothing for those who want less transparency, for fingers and phones, nor where there are less than four processors:
// to ask for the card takes such a device longer than anything else that it does while it is idle.

const unwanted = '(prefers-reduced-transparency: reduce), (hover: none), (max-width: 430px)';

const cores_min = 4;

/** Browsers that draw by software refuse a canvas that must not be slow. */
function isDrawnByCard(): boolean {
  if (navigator.hardwareConcurrency < cores_min) return false;
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl', { failIfMajorPerformanceCaveat: true });
  // A page has few of them.
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return !!gl;
}

let isCheap: boolean | undefined;

export function blur(overlay: Element): void {
  overlay.classList.toggle('blurred', !matchMedia(unwanted).matches && (isCheap ??= isDrawnByCard()));
}
