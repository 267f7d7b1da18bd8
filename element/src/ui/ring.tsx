// The logo in its ring: it turns while something is pending, stops at once when not, and becomes a check mark on success
// (docs/spec/views.md section 2: 72 in 96, stroke 4).

import { adopt } from '../styles/adopt';
import { bang } from './glyphs';
import { Icon, type Glyph, type IconName } from './icon';
import css from './ring.css';

interface Props {
  image: string | null;
  /** replaces the image */
  icon?: IconName | Glyph;
  turning: boolean;
  /** the pending action has succeeded */
  done?: boolean;
  /** an error without an icon shows "!" */
  badge?: { icon: IconName; kind: 'quiet' | 'error' } | null;
}

const dress = (ring: HTMLElement | null) => {
  const root = ring?.getRootNode();
  if (root instanceof ShadowRoot) adopt(root, css);
};

export const RingLogo = ({ image, icon = 'wallet', turning, done, badge }: Props) => (
  <div className={done ? 'ring done' : turning ? 'ring turning' : 'ring'} ref={dress}>
    <svg viewBox="0 0 96 96" aria-hidden="true">
      <rect className="ring-track" x="2" y="2" width="92" height="92" rx="27" pathLength="100" />
      <rect className="ring-line" x="2" y="2" width="92" height="92" rx="27" pathLength="100" />
      {done && <path className="done-check" d="M31 50l12 12 23-27" />}
    </svg>
    {image ? (
      <img src={image} alt="" part="icon" />
    ) : (
      <span className="plain" part="icon">
        <Icon name={icon} />
      </span>
    )}
    {badge && !done && (
      <span className={`badge ${badge.kind}`} part="badge">
        <Icon name={badge.kind == 'error' || badge.icon == 'alert' ? bang : badge.icon} />
      </span>
    )}
  </div>
);
