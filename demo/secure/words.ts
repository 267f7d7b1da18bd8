/** How foreign text is shown: whatever could hide in it is made visible. */

/** Controls, marks of direction, spaces without width, tags, fillers, odd spaces. A line break and a tab may stay. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\u{e0000}-\u{e0fff}\ud800-\udfff]/gu;

/** The text in pieces; hidden characters by their number. */
export function revealed(text: string): { text: string; hidden: boolean }[] {
  const pieces: { text: string; hidden: boolean }[] = [];
  let from = 0;
  for (const found of text.matchAll(HIDDEN)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), hidden: false });
    const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    pieces.push({ text: `[U+${code}]`, hidden: true });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hidden: false });
  return pieces;
}

/** The domain a sign-in message names (ERC-4361), null when it is none. */
export function domainOfSignIn(message: string): string | null {
  const [first = ''] = message.split('\n');
  const found = /^(?:[a-z][a-z\d+.-]*:\/\/)?(.+) wants you to sign in with your .{1,40} account:$/i.exec(
    first,
  );
  return found ? found[1]! : null;
}
