// Rewrites links in documents of the package. A link to a file of the package stays. Any other relative link gets the repository's address, or
// becomes text until the repository has an address.
import path from 'node:path';

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** Links in forms that forPackage leaves as they are: with a title or in brackets, below the text, or of HTML. */
const OTHER =
  /\]\(\s*<?([^()<>\s]+)(?:>|\s)[^()]*\)|^ {0,3}\[[^\]]+\]:\s+<?([^<>\s]+)|<(?:a|img)\s[^>]*(?:href|src)="([^"]+)"/gm;

/** The repository path of a link in `document`, or undefined if the link is an address or an anchor of the same page. */
function within(document, target) {
  if (/^([a-z][a-z\d+.-]*:|#|\/)/i.test(target)) return null;
  return path.posix.normalize(path.posix.join(path.posix.dirname(document), target.replace(/#.*/, '')));
}

/** @returns {string[]} links of a document to paths that aren't in `files` (or in one of their folders) */
export function deadLinks(document, markdown, files) {
  // `list[name](argument, other)` in a code block isn't a link.
  const text = markdown.replace(/^```[\s\S]*?^```/gm, '');
  const targets = [
    ...[...text.matchAll(LINK)].map(([, , , target]) => target).filter((target) => !target.startsWith('<')),
    ...[...text.matchAll(OTHER)].map(([, ...found]) => found.find(Boolean)),
  ];
  return targets
    .map((target) => within(document, target))
    .filter((place) => place !== null && !isThere(place, files));
}

const isThere = (place, files) =>
  files.some((file) => file === place || file.startsWith(`${place.replace(/\/$/, '')}/`));

/** A document for the package. `repository`: the address below which its files are read. */
export function forPackage(document, text, files, repository) {
  return text.replace(LINK, (whole, mark, words, target) => {
    const place = within(document, target);
    if (place === null || isThere(place, files)) return whole;
    if (repository) return `${mark}[${words}](${repository}/${place}${/#.*/.exec(target)?.[0] ?? ''})`;
    return mark ? words : `${words} (\`${place}\` in the repository)`;
  });
}
