// The one check for values that a binding writes as CSS or HTML text, for example on a server (docs/spec/public-api.md section 2).

const chars_max = 200;
/** `url(` and images load something; the other characters end the declaration, the rule or the `<style>` element. */
const unsafe = /url\(|image|[;{}\\<>@]|\/\*/i;

/** The value, trimmed, if it can't leave its CSS declaration. The engine has the same rule (shell/model/theme.rs). */
export function cssValue(value: unknown): string | undefined {
  const text = typeof value == 'string' ? value.trim() : typeof value == 'number' ? `${value}` : '';
  const isQuoted = text.replace(/[^"]/g, '').length % 2 == 0 && text.replace(/[^']/g, '').length % 2 == 0;
  // A control character may end a line, and with it a quoted string.
  const isOneLine = [...text].every((char) => char > '\x1f' && char != '\x7f');
  return text && text.length <= chars_max && isQuoted && isOneLine && !unsafe.test(text) ? text : undefined;
}
