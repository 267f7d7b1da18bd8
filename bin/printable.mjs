/**
 * A text for the terminal: without the control characters that move its cursor, and without the format characters that reorder a line.
 * Line breaks stay, because only our own texts have them: a service's text is printed inside one of our lines.
 */
export const printable = (text) => `${text}`.replace(/[^\P{C}\n]/gu, '');

const CHARS_MAX = 300;

/** The same of a text that a service chose: it is one line, and not a long one. */
export function oneLine(text) {
  const line = `${text}`.replace(/\s+/g, ' ').replace(/\p{C}/gu, '');
  return line.length > CHARS_MAX ? `${line.slice(0, CHARS_MAX)}...` : line;
}
