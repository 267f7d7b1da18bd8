// The balance changes that the network's node simulates (10.14).

import type { SendChange } from '../../contract';
import { t } from '../../i18n/later';
import { Groups } from '../../ui/groups';

/** The simulated changes. A token that isn't in any list shows its contract. */
export const Changes = ({ changes, testId }: { changes: SendChange[]; testId: string }) => (
  <span className="changes" data-testid={testId}>
    {changes.map(({ text, token, incoming }, i) => (
      <bdi key={i} data-incoming={incoming}>
        {text ?? t(incoming ? 'preview.changes.in' : 'preview.changes.out')}
        {token && <Groups address={token} />}
      </bdi>
    ))}
  </span>
);
