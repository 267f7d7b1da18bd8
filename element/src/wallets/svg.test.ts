import { expect, test } from 'vitest';
import { isCheap } from './svg';

const svg = (inner: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"${more}>${inner}</svg>`;
const line = '<path d="M0 0h9"/>';

test.each([
  ['shapes', svg(line)],
  [
    'what programs write around it',
    `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<!-- <use> -->${svg(line)}\n`,
  ],
  [
    'a gradient, a clip and a mask',
    svg(
      `<defs><linearGradient id="g"><stop offset="0"/></linearGradient><clipPath id="c"><rect width="9"/></clipPath><mask id='m'><rect/></mask></defs><g clip-path="url(#c)"><path fill="url( '#g' )" mask="url(&quot;#m&quot;)"/></g>`,
    ),
  ],
  [
    'a picture inside, as drawing programs write one',
    svg(
      `<rect fill="url(#p)"/><defs><pattern id="p" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#i"/></pattern><image id="i" xlink:href="data:image/png;base64,AAAA"/></defs>`,
    ),
  ],
  ['colours by class', svg(`<style>.a{fill:#fff;stroke-width:2}</style><path class="a"/>`)],
  ['a > in a value', svg(`<path aria-label="a > b"/>`)],
])('is drawn: %s', (_, text) => {
  expect(isCheap(text)).toBe(true);
});

/** each level uses the one below this many times */
const nested = (
  levels: number,
  of: (id: string) => string,
  wrap = (id: string, inner: string) => `<g id="${id}">${inner}</g>`,
) =>
  svg(
    `<defs>${wrap('l0', line)}${Array.from({ length: levels }, (_, i) => wrap(`l${i + 1}`, of(`l${i}`).repeat(10))).join('')}</defs>${of(`l${levels}`)}`,
  );
const use = (id: string) => `<use href="#${id}"/>`;

test.each([
  ['uses of uses', nested(6, use)],
  ['uses by the older name', nested(6, (id) => `<use xlink:href=" #${id} "/>`)],
  [
    'masks on masks',
    nested(
      3,
      (id) => `<path mask="url(#${id})"/>`,
      (id, inner) => `<mask id="${id}">${inner}</mask>`,
    ),
  ],
  [
    'filters',
    svg(
      `<filter id="f">${'<feTurbulence/>'.repeat(20)}</filter>${'<path style="filter:url(#f)"/>'.repeat(40)}`,
    ),
  ],
  [
    'tiles in tiles',
    nested(
      2,
      (id) => `<path fill="url(#${id})"/>`,
      (id, inner) => `<pattern id="${id}" width=".1" height=".1">${inner}</pattern>`,
    ),
  ],
  ['what uses itself', svg(`<g id="a"><use href="#a"/></g>`)],
  ['two that use each other', svg(`<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>`)],
  ['depth', svg('<g>'.repeat(100) + '</g>'.repeat(100))],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "aa">]>${svg(line)}`],
  ['letters behind numbers', svg(`<g id="a">${line}</g><use href="&#35;a"/>`)],
  ['letters behind escapes', svg(`<path mask="u\\72l(#m)"/>`)],
  ['styles that point somewhere', svg(`<style>.a{mask:url(#m)}</style>`)],
  ['effects in styles', svg(`<path style="filter:blur(9px)"/>`)],
  ['a document inside', svg(`<image href="data:image/svg+xml,x"/>`)],
  ['a document by a style', svg(`<path fill="url(data:image/svg+xml,x)"/>`)],
  ['what is outside', svg(`<image href="https://evil.example/"/>`)],
  ['movement', svg(`<path><animateTransform/></path>`)],
  ['scripts', svg(`<script/>`)],
  ['handlers', svg(line, ' onload="x"')],
  ['pages', svg('<foreignObject/>')],
  ['parts that are not read', svg('<![CDATA[<use href="#a"/>]]>')],
  ['what ends early', '<svg><g></svg'],
  ['what is never closed', '<svg><g>'],
  ['two documents', svg(line) + svg(line)],
  ['something else', '<html><svg/></html>'],
  ['nothing', ''],
])('is not drawn: %s', (_, text) => {
  expect(isCheap(text)).toBe(false);
});

test('refuses an SVG with more shapes than it can draw in time', () => {
  expect(isCheap(svg(line.repeat(19_998)))).toBe(true);
  expect(isCheap(svg(line.repeat(20_000)))).toBe(false);
});
