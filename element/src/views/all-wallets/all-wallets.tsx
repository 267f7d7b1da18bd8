// AllWallets: every wallet of the directory, searchable and paged (docs/spec/views.md section 4; requirements 2.6, 9.16-9.18). The engine
// orders, searches and pages. Loaded wallets that match appear at once. If none match, the earlier ones stay dimmed until the service
// responds.

import { useState, type FocusEvent } from 'react';
import type { DirectorySlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { qr, search as glass } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { SearchField } from '../../ui/search-field';
import { Switch } from '../../ui/switch';
import { Agreed } from '../agreed';
import { usePatience } from '../use-patience';
import { useSearch } from '../use-search';
import { useSheet } from '../use-sheet';
import css from './all-wallets.css';
import { Tiles, TilesWait } from './tiles';

/** the engine's part might not load: after this time the empty state is rendered */
const patience_ms = 1500;
/** a press that moves the focus is still in progress */
const settle_ms = 100;

export const AllWallets = () => (
  <Agreed>
    <Wallets />
  </Agreed>
);

function Wallets() {
  const directory = useSlice('directory');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, css);
  const { search, searching, certified, marks, tilesCount, phase, relay } = directory;
  // A user who returns from a wallet's view finds the same search.
  const [text, type] = useSearch(search, (next) => dispatch({ type: 'directory.search', text: next }), {
    // Loaded wallets are searched at each key; the engine waits before it calls the service.
    pause: 0,
    ends: false,
  });
  const patient = usePatience(tilesCount == 0 && phase == 'none', patience_ms);
  const certify = (on: boolean) => dispatch({ type: 'directory.certified', on });
  const showQr = () => dispatch({ type: 'router.push', view: 'ConnectingWalletConnectBasic' });
  const clear = () => {
    if (text || search) type('');
    if (certified) certify(false);
  };
  const [focused, setFocused] = useState(false);
  // The hint disappears on blur, but not during a touch, because the tiles move up.
  const leave = ({ currentTarget }: FocusEvent) => {
    const look = () => {
      if (sheet.current?.matches(':active')) setTimeout(look, settle_ms);
      else if (!currentTarget.matches(':focus-within')) setFocused(false);
    };
    setTimeout(look, settle_ms);
  };
  return (
    <section className="all-wallets" ref={sheet}>
      <div
        className={focused || text || certified ? 'all-head searching' : 'all-head'}
        onFocus={() => setFocused(true)}
        onBlur={leave}
      >
        <SearchField
          value={text}
          label={t('all.search')}
          clearLabel={t('search.clear')}
          testId="wui-input-text"
          busy={searching}
          onType={type}
        />
        {relay && (
          <button
            type="button"
            className="all-qr"
            aria-label={t('all.qr')}
            data-testid="wm-all-wallets-qr"
            onClick={showQr}
          >
            <Icon name={qr} />
          </button>
        )}
        {marks && (
          <Switch
            label={t('all.certified')}
            on={certified}
            testId="wui-certified-switch"
            onSwitch={certify}
          />
        )}
      </div>
      <p className="sr" role="status">
        {resultText(directory)}
      </p>
      {tilesCount > 0 ? (
        <Tiles directory={directory} />
      ) : phase == 'failed' || (phase == 'none' && !patient) ? (
        <Failed onQr={showQr} />
      ) : phase == 'ready' && !searching ? (
        <None search={search} certified={certified} onClear={clear} onQr={showQr} />
      ) : (
        <TilesWait />
      )}
    </section>
  );
}

/** The result of a search, for screen readers. */
function resultText({ search, searching, certified, tilesCount, phase }: DirectorySlice): string {
  if (searching || phase != 'ready' || !(search || certified)) return '';
  return tilesCount ? t('all.found', { count: `${tilesCount}` }) : t('all.none');
}

interface NoneProps {
  search: string;
  certified: boolean;
  onClear(): void;
  onQr(): void;
}

const None = ({ search, certified, onClear, onQr }: NoneProps) => (
  <Notice
    inner
    icon={glass}
    title={t(certified ? 'all.none.certified' : 'all.none')}
    text={
      certified
        ? t('all.none.certified.text')
        : search
          ? t('all.none.text', { search })
          : t('guide.none.text')
    }
    testId="no-wallet-found"
  >
    <div className="all-ways">
      <Button kind="pill" testId="wm-all-wallets-clear" onClick={onClear}>
        {t('all.clear')}
      </Button>
      <Qr onQr={onQr} />
    </div>
  </Notice>
);

function Failed({ onQr }: { onQr(): void }) {
  const dispatch = useDispatch();
  const off = navigator.onLine ? 'failed' : 'offline';
  return (
    <Notice
      inner
      alert
      icon="alert"
      title={t(`all.${off}`)}
      text={t(`all.${off}.text`)}
      testId="wm-all-wallets-failed"
    >
      <div className="all-ways">
        <Button
          kind="pill"
          testId="wm-all-wallets-retry"
          onClick={() => dispatch({ type: 'directory.retry' })}
        >
          {t('retry')}
        </Button>
        <Qr onQr={onQr} />
      </div>
    </Notice>
  );
}

/** Without a relay, a QR code would get no response. */
const Qr = ({ onQr }: { onQr(): void }) =>
  useSlice('directory').relay ? (
    <Button kind="pill" testId="wm-show-qr" onClick={onQr}>
      {t('all.qr')}
    </Button>
  ) : null;
