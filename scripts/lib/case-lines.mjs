// JSON with one case a line: a changed case is one line of a diff, and a file has as many lines as cases.

/** @param {unknown} value an array of cases, or an object whose arrays hold the cases */
export function caseLines(value) {
  if (Array.isArray(value)) return `${list(value, '')}\n`;
  const rows = Object.entries(value).map(
    ([name, inner]) =>
      ` ${JSON.stringify(name)}: ${Array.isArray(inner) ? list(inner, ' ') : JSON.stringify(inner)}`,
  );
  return `{\n${rows.join(',\n')}\n}\n`;
}

const list = (cases, indent) =>
  cases.length > 0
    ? `[\n${cases.map((one) => `${indent}${JSON.stringify(one)}`).join(',\n')}\n${indent}]`
    : '[]';
