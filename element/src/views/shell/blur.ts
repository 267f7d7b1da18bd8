// Blurs the page behind the card on devices with a GPU: without one, a single such frame takes a second (docs/spec/views.md section 1,
// "where cheap"). The result is the same for every opening, because the speed of the last frames depends on what the page was doing. It
// is off for users who want less transparency, for touch and phones, and with fewer than four processors: there, detecting the GPU takes
// longer than anything else that runs while idle.

const unwanted = '(prefers-reduced-transparency: reduce), (hover: none), (max-width: 430px)';

const cores_min = 4;

/** Browsers that render in software refuse a canvas that must not be slow. */
function isDrawnByCard(): boolean {
  if (navigator.hardwareConcurrency < cores_min) return false;
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl', { failIfMajorPerformanceCaveat: true });
  // A page can only have few of them.
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return !!gl;
}

let isCheap: boolean | undefined;

export function blur(overlay: Element): void {
  overlay.classList.toggle('blurred', !matchMedia(unwanted).matches && (isCheap ??= isDrawnByCard()));
}
