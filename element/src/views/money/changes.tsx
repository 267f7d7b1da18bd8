// What would move, by the word of the network's node (10.14).

import type { SendChange } from '../../contract';
import { t } from '../../i18n/later';
import { Groups } from '../../ui/groups';

/** What the network says would move; of what is in no list, which contract it is of. */
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
