// A row: icon, name, a line below, something at the end (views.md section 2: 60 px, the icon is the bright thing).

import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

interface Props {
  /** a picture already checked, or a glyph */
  image?: string | null;
  icon?: IconName;
  label: string;
  /** a quiet line below the label */
  note?: ReactNode;
  end?: ReactNode;
  busy?: boolean;
  testId: string;
  tabIndex?: number;
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
  label,
  note,
  end,
  busy = false,
  testId,
  tabIndex,
  onClick,
  href,
}: Props) {
  const inside = (
    <>
      <Face image={image} icon={icon} />
      <span className="row-text">
        <bdi>{label}</bdi>
        {note && <span className="row-note">{note}</span>}
      </span>
      {busy ? <span className="spinner" /> : end}
    </>
  );
  const shared = { className: 'row', part: 'row', 'data-testid': testId, tabIndex };
  return href ? (
    <a {...shared} href={href} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  ) : (
    <button type="button" {...shared} aria-busy={busy} onClick={onClick}>
      {inside}
    </button>
  );
}
