// A row: icon, name, a second line, and an element at the end (docs/spec/views.md section 2: 60 px, the icon is the brightest part).

import type { ReactNode } from 'react';
import { Icon, type Glyph, type IconName } from './icon';

interface Props {
  /** a checked image, an icon, or an avatar */
  image?: string | null;
  icon?: IconName | Glyph;
  face?: ReactNode;
  label: string;
  /** a muted line below the label */
  note?: ReactNode;
  end?: ReactNode;
  busy?: boolean;
  /** not possible now: dimmed but still focusable; the note gives the reason */
  off?: boolean;
  /** without a background: one of many lines */
  quiet?: boolean;
  current?: boolean;
  /** whether the element that it controls below is expanded */
  expanded?: boolean;
  testId: string;
  tabIndex?: number;
  /** receives the focus after a refused close */
  wayOut?: boolean;
  /** without a handler or a link, the row is static */
  onClick?(): void;
  href?: string;
}

const Face = ({ image, icon }: Pick<Props, 'image' | 'icon'>) =>
  image ? (
    <img className="row-icon" part="icon" src={image} alt="" />
  ) : (
    <span className="row-icon plain" part="icon">
      <Icon name={icon ?? 'wallet'} />
    </span>
  );

export function ListItem({
  image,
  icon,
  face,
  label,
  note,
  end,
  busy = false,
  off,
  quiet,
  current,
  expanded,
  testId,
  tabIndex,
  wayOut,
  onClick,
  href,
}: Props) {
  const inside = (
    <>
      {face ?? <Face image={image} icon={icon} />}
      <span className="row-text">
        <bdi>{label}</bdi>
        {note && <span className="row-note">{note}</span>}
      </span>
      {busy ? <span className="spinner" /> : end}
    </>
  );
  const className = quiet ? 'row quiet' : 'row';
  const shared = { className, part: 'row', 'data-testid': testId };
  if (href)
    return (
      <a {...shared} tabIndex={tabIndex} href={href} target="_blank" rel="noopener noreferrer">
        {inside}
      </a>
    );
  if (!onClick) return <div {...shared}>{inside}</div>;
  return (
    <button
      type="button"
      {...shared}
      tabIndex={tabIndex}
      aria-busy={busy}
      aria-disabled={off}
      aria-current={current || undefined}
      aria-expanded={expanded}
      data-way-out={wayOut ? '' : undefined}
      onClick={() => !off && onClick()}
    >
      {inside}
    </button>
  );
}
