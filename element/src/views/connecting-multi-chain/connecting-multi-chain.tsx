// ConnectingMultiChain: the user selected a wallet with several network types, and chooses one here (docs/spec/views.md section 4,
// requirement 4.47). The engine lists them.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { RingLogo } from '../../ui/ring';
import { useRoving } from '../../ui/roving';
import { useSheet } from '../use-sheet';
import css from './connecting-multi-chain.css';

export function ConnectingMultiChain() {
  const { wallet } = useSlice('router');
  const { families, walletId } = useSlice('connect');
  const { groups } = useSlice('networks');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, css);
  const { list, tabIndexOf } = useRoving();
  if (!wallet || !walletId || !families.length)
    return (
      <Notice icon="wallet" title={t('multi.gone')} text={t('multi.gone.text')} testId="wm-multi-gone" />
    );
  const networks = groups.flatMap(({ rows }) => rows);
  return (
    <section className="multi-chain" ref={sheet}>
      <RingLogo image={wallet.icon} turning={false} />
      <p>{t('multi.text', { wallet: wallet.name })}</p>
      <ul className="rows" aria-label={t('multi.list')} {...list}>
        {families.map(({ namespace, network, connected }, i) => (
          <li key={namespace}>
            <ListItem
              image={networks.find(({ caipNetworkId }) => caipNetworkId == network)?.icon}
              icon="globe"
              label={t(`profile.namespace.${namespace}`)}
              testId={`wui-list-chain-${namespace}`}
              tabIndex={tabIndexOf(i, families.length)}
              end={
                connected ? (
                  <span className="tag">{t('connect.tag.connected')}</span>
                ) : (
                  <Icon name="chevron" mirrored />
                )
              }
              onClick={() => dispatch({ type: 'connect.select', id: walletId, namespace })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
