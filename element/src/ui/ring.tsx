// The logo in its ring: turns while something is awaited, stops at once when it is not (docs/spec/views.md section 2: 72 in 96, stroke 4).

import { Icon, type Glyph, type IconName } from './icon';

interface Props {
  image: string | null;
  /** in place of a picture */
  icon?: IconName | Glyph;
  turning: boolean;
  badge?: { icon: IconName; kind: 'quiet' | 'error' } | null;
}

export const RingLogo = ({ image, icon = 'wallet', turning, badge }: Props) => (
  <div className={turning ? 'ring turning' : 'ring'}>
    <svg viewBox="0 0 96 96" aria-hidden="true">
      <rect className="ring-track" x="2" y="2" width="92" height="92" rx="27" pathLength="100" />
      <rect className="ring-line" x="2" y="2" width="92" height="92" rx="27" pathLength="100" />
    </svg>
    {image ? (
      <img src={image} alt="" part="icon" />
    ) : (
      <span className="plain" part="icon">
        <Icon name={icon} />
      </span>
    )}
    {badge && (
      <span className={`badge ${badge.kind}`} part="badge">
        <Icon name={badge.icon} />
      </span>
    )}
  </div>
);
