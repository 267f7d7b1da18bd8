// The account that sends or swaps. It shows the short address, and the full address after a click.

import { useState } from 'react';
import type { SendParty } from '../../contract';
import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Avatar } from '../../ui/avatar';
import { Groups } from '../../ui/groups';
import { Fact } from './fact';

interface Props {
  party: SendParty;
  /** the wallet's icon */
  icon?: string | null;
  testId: string;
}

export function Sender({ party: { address, image, short }, icon, testId }: Props) {
  const [whole, setWhole] = useState(false);
  return (
    <button
      type="button"
      className="sender"
      aria-expanded={whole}
      data-testid={testId}
      onClick={() => setWhole(!whole)}
    >
      <Avatar address={address} image={image} />
      {whole ? <Groups address={address} /> : <bdi dir="ltr">{short}</bdi>}
      {icon && <img src={icon} alt="" part="icon" />}
    </button>
  );
}

/** The row of a preview with the account that sends, and the icon of its wallet. */
export function SenderFact({ party, testId }: Omit<Props, 'icon'>) {
  const { wallet } = useSlice('account');
  return (
    <Fact label={t('preview.from')}>
      <Sender party={party} icon={wallet?.icon} testId={testId} />
    </Fact>
  );
}
