// The NFTs found in the account's history. An image is only shown once it is a blob: URL of ours.

import type { AccountSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { picture } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { useSheet } from '../use-sheet';
import { HistoryFailed } from './history-failed';
import css from './nfts.css';

export function Nfts({ account: { network } }: { account: AccountSlice }) {
  const { phase, nfts, nftsMore, hasMore, loadingMore } = useSlice('activity');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLDivElement>(css);
  const more = hasMore && phase == 'ready' && (
    <Button
      kind="pill"
      busy={loadingMore}
      testId="wm-nfts-more"
      onClick={() => !loadingMore && dispatch({ type: 'activity.more' })}
    >
      {t('nfts.more')}
    </Button>
  );
  return (
    <div className="nfts" data-phase={phase} ref={sheet}>
      {nfts.length > 0 ? (
        <>
          <ul className="nft-grid" aria-label={t('nfts.collection')}>
            {nfts.map(({ id, name, image }) => (
              <li key={id} className="nft">
                {image ? (
                  <img src={image} alt="" />
                ) : (
                  <span className="plain">
                    <Icon name={picture} />
                  </span>
                )}
                <bdi title={name}>{name}</bdi>
              </li>
            ))}
          </ul>
          {nftsMore && (
            <p className="small" data-testid="wm-nfts-cut">
              {t('nfts.cut', { count: nftsMore })}
            </p>
          )}
          {more}
        </>
      ) : phase == 'loading' || phase == 'none' ? (
        <div className="nft-grid waiting" role="status" aria-label={t('loading')} data-testid="wm-skeleton">
          {[0, 1, 2].map((i) => (
            <span key={i} className="nft" />
          ))}
        </div>
      ) : phase == 'failed' ? (
        <HistoryFailed />
      ) : (
        <Notice
          inner
          icon={picture}
          title={t('nfts.empty')}
          text={t('nfts.empty.text', { network: network.name })}
          testId="wm-nfts-empty"
        >
          {more}
        </Notice>
      )}
    </div>
  );
}
