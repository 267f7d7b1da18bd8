// Links of documents that are read outside of the repository: what a document names beside it is in the package, or the repository's
// address is put before it; while there is no such address, its words say where it is.
import path from 'node:path';

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** Links in forms that forPackage leaves as they are: with a title or in brackets, below the text, or of HTML. */
const OTHER =
  /\]\(\s*<?([^()<>\s]+)(?:>|\s)[^()]*\)|^ {0,3}\[[^\]]+\]:\s+<?([^<>\s]+)|<(?:a|img)\s[^>]*(?:href|src)="([^"]+)"/gm;

/** What a link of `document` leads to inside of the repository, or nothing for one that leads elsewhere (an address, a place in the page). */
function within(document, target) {
  if (/^([a-z][a-z\d+.-]*:|#|\/)/i.test(target)) return null;
  return path.posix.normalize(path.posix.join(path.posix.dirname(document), target.replace(/#.*/, '')));
}

/** @returns {string[]} what a document links to that is not among `files` (or a folder of theirs) */
export function deadLinks(document, text, files) {
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
