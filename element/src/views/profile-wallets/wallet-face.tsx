// A wallet's own icon, or a generic one.

import { Icon } from '../../ui/icon';

export const WalletFace = ({ icon }: { icon: string | null }) =>
  icon ? (
    <img className="row-icon" src={icon} alt="" />
  ) : (
    <span className="row-icon plain">
      <Icon name="wallet" />
    </span>
  );
