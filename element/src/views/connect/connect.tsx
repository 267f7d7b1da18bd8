// Connect: the wallets this page can reach, and the way to all others (docs/spec/views.md section 4). Rows come ready and in order; choosing one
// asks the wallet at once, inside the tap. ConnectWallets: the same for whom Connect shows one row only (`collapseWallets`).

import { useEffect, useState } from 'react';
import type { Namespace, WalletRow } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/t';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { useRoving } from '../../ui/roving';
import { Skeleton } from '../../ui/skeleton';
import { askWallets } from '../../wallets/announced';
import { isPhone } from '../is-phone';
import { usePatience } from '../use-patience';
import { useSheet } from '../use-sheet';
import css from './connect.css';
import { Footer } from './footer';

/** wallets get this long to announce themselves before we say that there is none */
const patience_ms = 500;
/** its part of the engine may not come at all */
const directory_patience_ms = 3_000;
/** the directory fills the list up to as many (9.16): what comes takes the room of what waits for it */
const recommended = 4;
/** names, the same in every language */
const chains: Record<Namespace, string> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
};

export const Connect = () => <List collapsed={useSlice('state').features.collapseWallets === true} />;

export const ConnectWallets = () => <List collapsed={false} />;

function List({ collapsed }: { collapsed: boolean }) {
  const near = useSlice('connect');
  // The whole list, once the directory is there.
  const { rows: all, rowsPhase, allWallets } = useSlice('directory');
  const rows = all.length ? all : near.rows;
  const count = allWallets ?? (near.directory ? '' : null);
  const none = !rows.length && count == null;
  // From the first moment on: rows must not move under the pointer when the directory comes.
  const early = usePatience(near.directory, directory_patience_ms) && near.directory && rowsPhase == 'none';
  const waits = early || rowsPhase == 'loading';
  const failed = rowsPhase == 'failed';
  const missing = recommended - rows.filter(({ tag }) => tag != 'qrcode').length;
  const patient = usePatience(none, patience_ms);
  const sheet = useSheet<HTMLElement>(css);
  return (
    <section className="connect" ref={sheet}>
      {none ? (
        waits || patient ? (
          <Skeleton rows={5} words={t('connect.loading')} />
        ) : (
          <NoWallet />
        )
      ) : collapsed ? (
        <Collapsed />
      ) : (
        <Wallets rows={rows} waits={waits} missing={failed || waits ? missing : 0} all={count} />
      )}
      <Footer />
      {failed && (none || collapsed || missing < 1) && <MoreFailed />}
    </section>
  );
}

function Collapsed() {
  const dispatch = useDispatch();
  return (
    <div className="rows">
      <ListItem
        label={t('connect.collapsed')}
        testId="w3m-collapse-wallets-button"
        end={<Icon name="chevron" mirrored />}
        onClick={() => dispatch({ type: 'router.push', view: 'ConnectWallets' })}
      />
    </div>
  );
}

interface WalletsProps {
  rows: WalletRow[];
  waits: boolean;
  /** how many the directory fills the list up with: their room is kept, also where it does not answer */
  missing: number;
  /** what is said of how many there are, if it is known yet; null when they are not offered */
  all: string | null;
}

function Wallets({ rows, waits, missing, all }: WalletsProps) {
  const dispatch = useDispatch();
  const { list, tabIndexOf } = useRoving();
  const gone = missing > 0 && !waits ? 1 : 0;
  const count = rows.length + gone + (all == null ? 0 : 1);
  // Where one kind of wallets ends and the next begins. Without others of the directory there is one kind only.
  let kind: 'device' | 'popular' | undefined;
  const heading = (next: typeof kind) =>
    all != null && next && next != kind && <h2>{t(`connect.group.${(kind = next)}`)}</h2>;
  return (
    <ul className="rows" aria-label={t('connect.list')} data-testid="w3m-connect-scroll-view" {...list}>
      {rows.map((row, i) => (
        <li key={row.id} data-tag={row.tag}>
          {heading(kindOf(row))}
          <ListItem
            image={row.icon}
            label={row.name}
            testId={row.testId}
            tabIndex={tabIndexOf(i, count)}
            note={
              row.conflict ? (
                <>
                  <Icon name="alert" />
                  {t('connect.conflict')}
                </>
              ) : (
                row.namespaces.length > 1 && row.namespaces.map((of) => chains[of]).join(' · ')
              )
            }
            end={
              row.tag && <Tag>{t(`connect.tag.${row.tag == 'qrcode' && isPhone() ? 'link' : row.tag}`)}</Tag>
            }
            onClick={() => dispatch({ type: 'connect.select', id: row.id })}
          />
        </li>
      ))}
      {missing > 0 && (
        <li className={gone ? 'gone' : ''}>
          {heading('popular')}
          <Skeleton rows={missing} words={t('connect.loading')} />
          {!!gone && <MoreFailed tabIndex={tabIndexOf(rows.length, count)} />}
        </li>
      )}
      {all != null && (
        <li>
          <ListItem
            icon="grid"
            label={t('connect.all')}
            testId="all-wallets"
            tabIndex={tabIndexOf(rows.length + gone, count)}
            end={all && <Tag>{all}</Tag>}
            onClick={() => dispatch({ type: 'router.push', view: 'AllWallets' })}
          />
        </li>
      )}
    </ul>
  );
}

/** What was used before and what is reached by a code have tags that say so, whatever else they are. */
const kindOf = ({ tag }: WalletRow) =>
  tag == null ? 'popular' : tag == 'installed' || tag == 'connected' ? 'device' : undefined;

const Tag = ({ children }: { children: string }) => (
  <span className="tag" part="badge">
    {children}
  </span>
);

/** The directory did not answer: what is in the page works all the same. */
function MoreFailed({ tabIndex }: { tabIndex?: number }) {
  const dispatch = useDispatch();
  return (
    <p className="more-failed small" role="status">
      {t('connect.more_failed')}{' '}
      <button
        type="button"
        className="link"
        tabIndex={tabIndex}
        data-testid="wm-connect-retry"
        onClick={() => dispatch({ type: 'directory.retry' })}
      >
        {t('retry')}
      </button>
    </p>
  );
}

/** Nothing found: what that means, what to do, a way to look again. */
function NoWallet() {
  const [asking, setAsking] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => (setAsking(false), setTries((n) => n + 1)), patience_ms);
    return () => clearTimeout(timer);
  }, [asking]);
  const again = () => {
    if (asking) return;
    setAsking(true);
    askWallets();
  };
  return (
    <div className="notice" data-testid="wm-connect-empty">
      <span className="notice-mark">
        <Icon name="wallet" />
      </span>
      <h2>{t('connect.empty')}</h2>
      <p>{t('connect.empty.text')}</p>
      <Button kind="primary" busy={asking} testId="wm-connect-again" onClick={again}>
        {t('connect.again')}
      </Button>
      <p className="small" role="status">
        {tries > 0 && !asking ? t('connect.empty.still') : ''}
      </p>
    </div>
  );
}
