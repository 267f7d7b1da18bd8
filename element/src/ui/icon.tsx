// The icons: one sprite of symbols in the shadow root, drawn with currentColor (docs/spec/views.md section 2).

import { shapes } from './shapes';

export type IconName = keyof typeof shapes;

/** An icon that isn't in the sprite: its path loads with the view that uses it (glyphs.ts). */
export interface Glyph {
  d: string;
  /** in its own colors: paths with their fill or stroke */
  paint?: [d: string, fill: string, stroke?: string][];
}

/** Rendered once per root. */
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
