// Connect: the wallets that this page can reach, the link to all others, and the logins, in the page's order (docs/spec/views.md section
// 4). The engine returns the rows in order. A click on a row opens the wallet within the click. Logins are in their own chunk
// (views/logins.ts), and their space is reserved, so that nothing moves. ConnectWallets: only the wallets, if Connect shows one row for
// them.

import { useEffect, useState } from 'react';
import type { Namespace, WalletRow } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/t';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { useRoving } from '../../ui/roving';
import { Skeleton } from '../../ui/skeleton';
import { isPhone } from '../is-phone';
import { type Chunk, useChunk } from '../use-chunk';
import { usePatience } from '../use-patience';
import { useSheet } from '../use-sheet';
import css from './connect.css';
import { Footer } from './footer';

/** how long wallets have to announce themselves before the view says that there are none */
const patience_ms = 500;
/** the directory's part of the engine might not load at all */
const directory_patience_ms = 3_000;
/**
 * the directory fills the list up to this number (9.16); WalletConnect is in addition, or included if there are logins. Loaded rows
 * replace placeholders.
 */
const wallets_max = 4;
/** the time that a user needs to notice that something has moved, as in first/list.ts */
const settleMs = 350;
/** 2.33 */
const defaultOrder = ['email', 'social', 'wallet'];
/** names that are the same in every language */
const chains: Record<Namespace, string> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
};

export function Connect() {
  const { features } = useSlice('state');
  const { email, socials } = useSlice('connect').logins;
  const has: Record<string, unknown> = { wallet: true, email, social: socials.length };
  const methods = (features.connectMethodsOrder as string[]) ?? defaultOrder;
  const order = methods.filter((way) => has[way]);
  return (
    <List
      order={order}
      split={order.length > 1 && `${methods}` == `${defaultOrder}`}
      legal={features.legalCheckbox === true}
      collapsed={features.collapseWallets === true || (email && features.emailShowWallets === false)}
    />
  );
}

export function ConnectWallets() {
  const { features } = useSlice('state');
  return <List order={['wallet']} legal={features.legalCheckbox === true} />;
}

interface ListProps {
  /** the available ways to connect */
  order: string[];
  /** wallets that work on this device are above the logins, because the page sets no order */
  split?: boolean;
  /** the user must agree to the terms first */
  legal?: boolean;
  /** one row for all wallets */
  collapsed?: boolean;
}

/** Whether the user has agreed. It stays true in this view and those that follow, until the next opening. */
export const consent = {
  given: false,
  /** Whether it still applies in a view reached in this way. */
  at: ({ direction, depth }: { direction: string; depth: number }): boolean =>
    (consent.given &&= direction == 'back' || depth > 1),
};

function List({ order, split, legal = false, collapsed }: ListProps) {
  const router = useSlice('router');
  const [agreed, agree] = useState(() => consent.at(router));
  const chunk = useChunk(logins, legal || order.length > 1);
  const at = order.indexOf('wallet');
  const near = useSlice('connect');
  // The whole list, once the directory has loaded.
  const { rows: all, rowsPhase, allWallets } = useSlice('directory');
  const rows = all.length ? all : near.rows;
  const count = allWallets ?? (near.directory ? '' : null);
  const none = !rows.length && count == null;
  // Decided at the start: rows must not move under the pointer when the directory loads.
  const early = usePatience(near.directory, directory_patience_ms) && near.directory && rowsPhase == 'none';
  const waits = early || rowsPhase == 'loading';
  const failed = rowsPhase == 'failed';
  const missing = wallets_max - rows.filter(({ tag }) => order.length > 1 || tag != 'qrcode').length;
  const others = rows.findIndex((row) => !isAtHand(row));
  const cut = !split || collapsed || none ? 0 : others >= 0 ? others : count == null ? 0 : rows.length;
  const patient = usePatience(none, patience_ms);
  const empty = useChunk(nobody, none);
  const sheet = useSheet<HTMLElement>(css);
  return (
    <section className="connect" ref={sheet}>
      {legal &&
        (chunk ? (
          <chunk.LegalBox agreed={agreed} onAgree={(now) => agree((consent.given = now))} />
        ) : (
          <div className="legal-room" tabIndex={-1} data-first="" />
        ))}
      <div inert={legal && !agreed}>
        {cut > 0 && <Wallets rows={rows.slice(0, cut)} waits={waits} missing={0} all={null} near />}
        <Ways of={order.slice(0, at)} chunk={chunk} or="after" quiet={cut > 0} />
        {none ? (
          waits || patient || !empty ? (
            <Skeleton rows={5} words={t('connect.loading')} />
          ) : (
            <empty.NoWallet />
          )
        ) : collapsed ? (
          <Collapsed />
        ) : (
          <>
            <Wallets rows={rows.slice(cut)} waits={waits} failed={failed} missing={missing} all={count} />
            {failed && missing < 1 && <MoreFailed />}
          </>
        )}
        <Ways of={order.slice(at + 1)} chunk={chunk} or="before" />
      </div>
      <Footer legal={!legal} />
      {failed && (none || collapsed) && <MoreFailed />}
    </section>
  );
}

type Logins = typeof import('../logins');
const logins: Chunk<Logins> = { load: () => import('../logins') };
const nobody: Chunk<typeof import('../no-wallet/no-wallet')> = {
  load: () => import('../no-wallet/no-wallet'),
};

interface WaysProps {
  of: string[];
  chunk: Logins | undefined;
  /** the position of the word between logins and wallets */
  or: 'before' | 'after';
  /** another part is the main one, so the focus doesn't start here */
  quiet?: boolean;
}

/** The logins on one side of the wallets. Their reserved space is 44 px each: the field, the wide row, the row below it. */
function Ways({ of, chunk, or, quiet }: WaysProps) {
  const { socials } = useSlice('connect').logins;
  const count = of.length + +(of.includes('social') && socials.length > 1);
  return count ? (
    <div
      className="ways-in"
      tabIndex={-1}
      data-first={chunk || or == 'before' || quiet ? undefined : ''}
      data-testid="wm-logins"
    >
      {chunk ? <chunk.Logins ways={of} or={or} /> : [...Array(count).keys()].map((i) => <i key={i} />)}
    </div>
  ) : null;
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
  failed?: boolean;
  /** the number of rows that the directory adds: their space is reserved, also if it fails, and freed if it has fewer */
  missing: number;
  /** a text about the number of wallets, once known; null if "All wallets" isn't offered */
  all: string | null;
  /** the wallets that work on this device, separate from the others */
  near?: boolean;
}

function Wallets({ rows, waits, failed, missing, all, near }: WalletsProps) {
  const dispatch = useDispatch();
  const { list, tabIndexOf } = useRoving();
  const moves = useMoment(waits);
  const hasRoom = missing > 0 && (waits || failed);
  const spare = hasRoom && !waits ? 1 : 0;
  const count = rows.length + spare + (all == null ? 0 : 1);
  // One row leads: the wallet used last, or an installed one. The other rows have a heading if they follow it.
  const leads = rows.length > 0 && isAtHand(rows[0]!);
  const others = leads && all != null ? rows.findIndex((row) => !isAtHand(row)) : -1;
  const heading = <h2>{t('connect.group.others')}</h2>;
  return (
    <ul
      className="rows"
      aria-label={t(near ? 'connect.near' : 'connect.list')}
      data-testid={near ? 'wm-connect-near' : 'w3m-connect-scroll-view'}
      {...list}
    >
      {rows.map((row, i) => (
        <li key={row.id} className={leads && !i ? 'leads' : undefined} data-tag={row.tag}>
          {i == others && heading}
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
      {hasRoom && (
        <li className={spare ? 'gone' : ''}>
          {leads && others < 0 && heading}
          <Skeleton rows={missing} words={t('connect.loading')} />
          {!!spare && <MoreFailed tabIndex={tabIndexOf(rows.length, count)} />}
        </li>
      )}
      {all != null && (
        <li
          className={missing > 0 && !hasRoom ? `short ${moves ? 'moves' : ''}` : undefined}
          ref={(item) => item?.style.setProperty('--missing', `${missing}`)}
        >
          <ListItem
            icon="grid"
            label={t('connect.all')}
            testId="all-wallets"
            tabIndex={tabIndexOf(rows.length + spare, count)}
            end={all && <Tag>{all}</Tag>}
            onClick={() => dispatch({ type: 'router.push', view: 'AllWallets' })}
          />
        </li>
      )}
    </ul>
  );
}

/** True while something is pending, and for a moment after. */
function useMoment(waits: boolean): boolean {
  const [lasts, last] = useState(waits);
  useEffect(() => {
    if (waits) return last(true);
    const over = setTimeout(() => last(false), settleMs);
    return () => clearTimeout(over);
  }, [waits]);
  return lasts;
}

/** Used before, or on this device. */
const isAtHand = ({ tag }: WalletRow) => tag != null && tag != 'qrcode';

const Tag = ({ children }: { children: string }) => (
  <span className="tag" part="badge">
    {children}
  </span>
);

/** The directory didn't respond: the page's own wallets still work. */
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
