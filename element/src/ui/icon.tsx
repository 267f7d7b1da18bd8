// The glyphs: one sprite of symbols in the shadow root, drawn with currentColor (docs/spec/views.md section 2).

const shapes = {
  close: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  back: 'M12 4.5L6.5 10l5.5 5.5',
  chevron: 'M8 5.5L12.5 10 8 14.5',
  send: 'M6 14L14 6M7.5 6H14v6.5',
  leave: 'M8 4H5.5A1.5 1.5 0 004 5.5v9A1.5 1.5 0 005.5 16H8M12.5 13.5L16 10l-3.5-3.5M16 10H8',
  copy: 'M8.5 7h6A1.5 1.5 0 0116 8.5v6a1.5 1.5 0 01-1.5 1.5h-6A1.5 1.5 0 017 14.5v-6A1.5 1.5 0 018.5 7zM4.5 13A1.5 1.5 0 014 11.5v-6A1.5 1.5 0 015.5 4h6a1.5 1.5 0 011.4.9',
  external:
    'M8 5H5.5A1.5 1.5 0 004 6.5v8A1.5 1.5 0 005.5 16h8a1.5 1.5 0 001.5-1.5V12M11.5 4H16v4.5M16 4l-6.5 6.5',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  alert: 'M10 6.5v4M10 13.6v.01M10 2.8a7.2 7.2 0 100 14.4 7.2 7.2 0 000-14.4z',
  wallet:
    'M4 6.5A1.5 1.5 0 015.5 5h8.5v2.5M4 6.5v8A1.5 1.5 0 005.5 16h9a1.5 1.5 0 001.5-1.5V9a1.5 1.5 0 00-1.5-1.5h-9A1.5 1.5 0 014 6.5zM13 11.75v.01',
  grid: 'M4.5 4.5h4v4h-4zM11.5 4.5h4v4h-4zM4.5 11.5h4v4h-4zM11.5 11.5h4v4h-4z',
  help: 'M8 8a2 2 0 113 1.7c-.7.4-1 .9-1 1.6M10 13.9v.01M10 2.8a7.2 7.2 0 100 14.4 7.2 7.2 0 000-14.4z',
  gear: 'M8.6 3h2.8l.4 2 1.7 1 1.9-.7 1.4 2.4-1.5 1.3v2l1.5 1.3-1.4 2.4-1.9-.7-1.7 1-.4 2H8.6l-.4-2-1.7-1-1.9.7-1.4-2.4L4.7 11V9L3.2 7.7l1.4-2.4 1.9.7 1.7-1zM10 8a2 2 0 100 4 2 2 0 000-4z',
  globe:
    'M10 3a7 7 0 100 14 7 7 0 000-14zM3 10h14M10 3c2 2 2.8 4.4 2.8 7s-.8 5-2.8 7c-2-2-2.8-4.4-2.8-7S8 5 10 3z',
  coin: 'M10 3L5 10l5 3 5-3zM5.4 12.6L10 17l4.6-4.4',
} as const;

export type IconName = keyof typeof shapes;

/** A glyph that is not in the sprite: its path comes along with the view that needs it (glyphs.ts). */
export interface Glyph {
  d: string;
  /** in its own colours: paths with what fills or strokes them */
  paint?: [d: string, fill: string, stroke?: string][];
}

/** Once per root. */
export const Sprite = () => (
  <svg className="sprite" aria-hidden="true">
    {Object.entries(shapes).map(([name, d]) => (
      <symbol key={name} id={`wm-${name}`} viewBox="0 0 20 20">
        <path d={d} />
      </symbol>
    ))}
  </svg>
);

export const Icon = ({ name, mirrored }: { name: IconName | Glyph; mirrored?: boolean }) => (
  <svg className={mirrored ? 'glyph mirrored' : 'glyph'} viewBox="0 0 20 20" aria-hidden="true">
    {typeof name == 'string' ? (
      <use href={`#wm-${name}`} />
    ) : name.paint ? (
      name.paint.map(([d, fill, stroke = 'none']) => <path key={d} d={d} fill={fill} stroke={stroke} />)
    ) : (
      <path d={name.d} />
    )}
  </svg>
);
