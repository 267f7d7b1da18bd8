// Tokens | NFTs | Activity (requirement 2.32). Selecting a tab dispatches a command, so that the engine only loads the visible list.

import type { ComponentType } from 'react';
import type { AccountSlice, AccountTab } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Notice } from '../../ui/notice';
import { Tabs } from '../../ui/tabs';
import { Activity } from './activity';
import { Nfts } from './nfts';
import { Tokens } from './tokens';

const panels: Record<AccountTab, ComponentType<{ account: AccountSlice; onAll(): void }>> = {
  tokens: Tokens,
  nfts: Nfts,
  activity: Activity,
};

export function Belongings({ account }: { account: AccountSlice }) {
  const dispatch = useDispatch();
  const { tab, tabs } = account;
  const Panel = panels[tab];
  if (!tabs.length) return null;
  const panel = account.network.supported ? (
    <Panel account={account} onAll={() => dispatch({ type: 'router.push', view: 'Activity' })} />
  ) : (
    <Notice
      inner
      icon="globe"
      title={t('tokens.none')}
      text={t('tokens.none.text', { network: account.network.name })}
      testId="wm-belongings-none"
    />
  );
  return (
    <div className="belongings">
      {tabs.length == 1 ? (
        // a single tab needs no tab bar
        panel
      ) : (
        <Tabs
          label={t('account.tabs')}
          tabs={tabs.map((id) => ({
            id,
            label: t(id == 'activity' ? 'title.activity' : `account.tab.${id}`),
          }))}
          chosen={tab}
          onChoose={(next) => next != tab && dispatch({ type: 'accounts.tab', tab: next })}
        >
          {panel}
        </Tabs>
      )}
    </div>
  );
}
