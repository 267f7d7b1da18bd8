// Connect: the wallets this page can reach (views.md section 4). Rows come ready and in order; choosing one asks the wallet at once,
// inside the tap.

import { useEffect, useState } from 'react';
import type { WalletRow } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/t';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { useRoving } from '../../ui/roving';
import { Skeleton } from '../../ui/skeleton';
import { askWallets } from '../../wallets/announced';
import { useSheet } from '../use-sheet';
import css from './connect.css';
import { Footer } from './footer';

/** wallets get this long to announce themselves before we say that there is none */
const patience_ms = 500;

export function Connect() {
  const { rows } = useSlice('connect');
  const sheet = useSheet<HTMLElement>(css);
  const patient = usePatience(rows.length == 0);
  return (
    <section className="connect" ref={sheet}>
      {rows.length > 0 ? <Wallets rows={rows} /> : patient ? <Skeleton words={t('loading')} /> : <NoWallet />}
      <Footer />
    </section>
  );
}

function Wallets({ rows }: { rows: WalletRow[] }) {
  const dispatch = useDispatch();
  const { list, tabIndexOf } = useRoving();
  return (
    <ul className="rows" aria-label={t('connect.list')} data-testid="w3m-connect-scroll-view" {...list}>
      {rows.map((row, i) => (
        <li key={row.id}>
          <ListItem
            image={row.icon}
            label={row.name}
            testId={row.testId}
            tabIndex={tabIndexOf(i, rows.length)}
            note={
              row.conflict && (
                <>
                  <Icon name="alert" />
                  {t('connect.conflict')}
                </>
              )
            }
            end={
              row.tag && (
                <span className="tag" part="badge">
                  {t(`connect.tag.${row.tag}`)}
                </span>
              )
            }
            onClick={() => dispatch({ type: 'connect.select', id: row.id })}
          />
        </li>
      ))}
    </ul>
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

/** True for a moment after something was missing. */
function usePatience(missing: boolean): boolean {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    if (!missing) return;
    const timer = setTimeout(() => setPatient(false), patience_ms);
    return () => clearTimeout(timer);
  }, [missing]);
  return patient;
}
