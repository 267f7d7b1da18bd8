/**
 * A text for the terminal: without the control characters that move its cursor, and without the format characters that reorder a line.
 * Line breaks stay, because only our own texts have them: a service's text is printed inside one of our lines.
 */
export const printable = (text) => `${text}`.replace(/[^\P{C}\n]/gu, '');

/** The same of a text that a service chose: it is one line. */
export const oneLine = (text) => `${text}`.replace(/\s+/g, ' ').replace(/\p{C}/gu, '');
