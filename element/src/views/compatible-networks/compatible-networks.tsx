// CompatibleNetworks (docs/spec/views.md section 6): the networks on which the address of Receive is valid, and what happens to tokens
// sent on others.

import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import css from '../receive/receive.css';
import { useSheet } from '../use-sheet';

export function CompatibleNetworks() {
  const { networks, only } = useSlice('receive');
  const sheet = useSheet<HTMLElement>(lists, css);
  return (
    <section className="compatible" ref={sheet}>
      <Notice
        inner
        icon="alert"
        title={t('receive.warning')}
        text={t(only ? 'receive.warning.only' : 'receive.warning.text')}
      />
      <ul className="rows">
        {networks.map(({ caipNetworkId, name, icon }) => (
          <li key={caipNetworkId}>
            <ListItem image={icon} icon="globe" label={name} testId={`wm-compatible-${caipNetworkId}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
