// The one check for values that a binding writes as CSS or HTML text, for example on a server (docs/spec/public-api.md section 2).

const chars_max = 200;
/** `url(` and images load something; the other characters end the declaration, the rule or the `<style>` element. */
const unsafe = /url\(|image|[;{}\\<>@]|\/\*/i;

/** An unclosed string or bracket would include what follows the declaration. */
function isClosed(text: string): boolean {
  let rest = text.replace(/"[^"]*"|'[^']*'/g, '');
  for (let last = ''; last != rest;) {
    last = rest;
    rest = rest.replace(/\([^()[\]]*\)|\[[^()[\]]*\]/g, '');
  }
  return !/["'()[\]]/.test(rest);
}

/** The value, trimmed, if it can't leave its CSS declaration. The engine checks too (shell/model/theme.rs), and sets values by CSSOM. */
export function cssValue(value: unknown): string | undefined {
  const text = typeof value == 'string' ? value.trim() : typeof value == 'number' ? `${value}` : '';
  // A control character might end a line, and with it a quoted string.
  const isOneLine = [...text].every((char) => char > '\x1f' && char != '\x7f');
  const isPlain = text && text.length <= chars_max && isOneLine && !unsafe.test(text);
  return isPlain && isClosed(text) ? text : undefined;
}
