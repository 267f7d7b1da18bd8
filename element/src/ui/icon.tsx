// The glyphs: one sprite of symbols in the shadow root, drawn with currentColor (docs/spec/views.md section 2).

import { shapes } from './shapes';

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
