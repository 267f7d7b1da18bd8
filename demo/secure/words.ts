/** Shows foreign text: hidden characters are drawn as a box, as in the modal (engine/core/src/text.rs; both read boxes.json). */

/** Characters that are invisible, break the line, reorder the text, or are invalid. */
const HIDDEN =
  /[\p{Cc}\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u2069\u2800\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\u{1d173}-\u{1d17a}\u{e0000}-\u{e01ef}]/u;

export const isHidden = (character: string): boolean =>
  HIDDEN.test(character) || (character.codePointAt(0)! & 0xfffe) === 0xfffe;

/** `hidden`: a box, and the character that it replaces. */
export type Piece = { text: string; hidden: string | null };

/** The text in pieces. Lines and tabs stay, and so do characters that only set an emoji's style. */
export function revealed(text: string): Piece[] {
  const pieces: Piece[] = [];
  let seen = '';
  let before = '';
  const all = [...text];
  all.forEach((character, index) => {
    const isEnd = character === '\r' && all[index + 1] === '\n';
    const isStyle = character === '\ufe0f' && before > '\x7f' && !isHidden(before);
    before = character;
    if (isEnd) return;
    if (character === '\n' || character === '\t' || isStyle || !isHidden(character))
      return void (seen += character);
    if (seen) pieces.push({ text: seen, hidden: null });
    seen = '';
    const number = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    pieces.push({ text: '\u25a1', hidden: `U+${number}` });
  });
  if (seen) pieces.push({ text: seen, hidden: null });
  return pieces;
}

/** The domain of a sign-in message (ERC-4361); null for other text. */
export function domainOfSignIn(message: string): string | null {
  const [first = ''] = message.split('\n');
  const found = /^(?:[a-z][a-z\d+.-]*:\/\/)?(.+) wants you to sign in with your .{1,40} account:$/i.exec(
    first,
  );
  return found ? found[1]! : null;
}
