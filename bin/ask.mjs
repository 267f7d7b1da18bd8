// A question to a service, bounded as the modal bounds its own (docs/spec/services.md A2, A3).

/** The modal takes no more, and waits no longer. */
export const ANSWER_BYTES_MAX = 2 * 1024 * 1024;
export const IMAGE_BYTES_MAX = 512 * 1024;
export const WAIT_MS = 10_000;
/** What the modal says of itself. */
export const SDK = { st: 'wallet-modal', sv: 'html-core-1.0.0' };

/** Why a response can't be used. Ask with `redirect: 'manual'`: the modal follows no redirect, because that would tell another host what it asks. */
export const refusal = (status) =>
  `HTTP status code: ${status}${status >= 300 && status < 400 ? ', a redirect, which the modal does not follow' : ''}`;

/** No more of a body than is read: how long it says to be is a claim. */
export async function bounded(response, most) {
  const chunks = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > most) throw new Error(`more than the ${most} bytes that are read`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const STARTS = [
  ['png', /^\x89PNG/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8/],
  ['webp', /^RIFF....WEBP/s],
  ['svg', /<svg[\s>]/],
];

/** What a picture is by its bytes, as the modal looks at it: `png`, `jpg`, `gif`, `webp`, `svg`, or nothing. */
export function kindOf(bytes) {
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  return STARTS.find(([, begins]) => begins.test(start))?.[0];
}
