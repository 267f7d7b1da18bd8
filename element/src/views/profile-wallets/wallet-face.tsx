// A wallet's own picture, or the glyph of any.

import { Icon } from '../../ui/icon';

export const WalletFace = ({ icon }: { icon: string | null }) =>
  icon ? (
    <img className="row-icon" src={icon} alt="" />
  ) : (
    <span className="row-icon plain">
      <Icon name="wallet" />
    </span>
  );
