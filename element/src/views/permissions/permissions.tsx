// Permissions (docs/spec/views.md section 7, requirement 10.37): token allowances, grants of the wallet, and the rights of this site.
// Each can be revoked. Every group decides whether it is rendered.

import type { ReactNode } from 'react';
import type { PermitsPhase } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { clock, seal } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import preview from '../money/preview.css';
import grants from '../smart-session-list/smart-session-list.css';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';
import { Approvals } from './approvals';
import css from './permissions.css';
import { PermitItem } from './permit-item';

export function Permissions() {
  const permissions = useSlice('permissions');
  const approvals = useSlice('approvals');
  const { features } = useSlice('state');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, preview, grants, css);
  const focusHandlers = useKeptFocus(sheet, JSON.stringify([permissions, approvals]));
  if (permissions.off)
    return (
      <section ref={sheet} data-testid="wm-permissions">
        <Notice
          icon={seal}
          title={t('permissions.off')}
          text={t('permissions.off.text')}
          testId="wm-permissions-off"
        />
      </section>
    );
  const retry = () => dispatch({ type: 'permissions.retry' });
  return (
    <section className="permissions" data-testid="wm-permissions" ref={sheet} {...focusHandlers}>
      <Group title={t('permissions.approvals')} text={t('permissions.approvals.text')}>
        <Approvals of={approvals} />
      </Group>
      <Group title={t('permissions.grants')} text={t('permissions.grants.text')}>
        <Listed
          label={t('permissions.grants')}
          phase={permissions.grantsPhase}
          count={permissions.grants.length}
          more={permissions.grantsMore}
          empty={t('permissions.grants.empty')}
          testId="wm-permissions-grants"
          onRetry={retry}
        >
          {permissions.grants.map((row) => (
            <PermitItem key={row.id} row={row} />
          ))}
        </Listed>
        {features.smartSessions === true && (
          <ul className="rows">
            <li>
              <ListItem
                icon={clock}
                label={t('settings.sessions')}
                note={t('settings.sessions.text')}
                testId="wm-permissions-sessions"
                end={<Icon name="chevron" mirrored />}
                onClick={() => dispatch({ type: 'router.push', view: 'SmartSessionList' })}
              />
            </li>
          </ul>
        )}
      </Group>
      <Group title={t('permissions.sites')} text={t('permissions.sites.text', { host: location.host })}>
        <Listed
          label={t('permissions.sites')}
          phase={permissions.sitesPhase}
          count={permissions.sites.length}
          more={permissions.sitesMore}
          empty={t('permissions.sites.empty')}
          testId="wm-permissions-sites"
          onRetry={retry}
        >
          {permissions.sites.map((row) => (
            <PermitItem key={row.id} row={row} />
          ))}
        </Listed>
      </Group>
    </section>
  );
}

const Group = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="permission-group">
    <h2>{title}</h2>
    <p className="small">{text}</p>
    {children}
  </div>
);

interface ListedProps {
  label: string;
  phase: PermitsPhase;
  count: number;
  /** the number of items that aren't listed */
  more: string | null;
  empty: string;
  testId: string;
  onRetry(): void;
  children: ReactNode;
}

/** A list of the wallet. A wallet without such a list shows a note, not an error. */
const Listed = ({ label, phase, count, more, empty, testId, onRetry, children }: ListedProps) => {
  if (phase == 'loading') return <Skeleton rows={1} words={t('loading')} />;
  if (phase == 'failed' || phase == 'silent')
    return (
      <div className="permission-said bad small" role="alert" data-testid={testId} data-phase={phase}>
        <span>{t(`permissions.${phase}`)}</span>
        <Button kind="pill" testId={`${testId}-retry`} onClick={onRetry}>
          {t('retry')}
        </Button>
      </div>
    );
  if (phase == 'unknown' || count == 0)
    return (
      <p className="permission-said small" data-testid={testId} data-phase={phase}>
        {phase == 'unknown' ? t('permissions.unknown') : empty}
      </p>
    );
  return (
    <>
      <ul className="grant-lines" aria-label={label} data-testid={testId} data-phase={phase}>
        {children}
      </ul>
      {more && (
        <p className="small" data-testid={`${testId}-more`}>
          {t('permissions.more', { n: more })}
        </p>
      )}
    </>
  );
};
