// One thing that happened: pictures with the direction, what it was, with whom, how much, when; the whole row leads to the explorer.

import type { ActivityItem, Leg, TransactionItem } from '../../contract';
import { knownText } from '../../i18n/t';
import { t } from '../../i18n/later';
import { arrowIn, arrowOut, turn } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Amount } from '../amount';

/** a service may write a word that is no verb of ours: it is shown as it is */
const verbOf = (verb: string): string => knownText(`verb.${verb}`) ?? verb;

interface Props {
  item: ActivityItem;
  hidden: boolean;
  tabIndex: number;
}

export function ActivityRow({ item, hidden, tabIndex }: Props) {
  const { verb, legs, counterparty, date, ago, metadata } = item;
  const { status } = metadata;
  return (
    <ListItem
      quiet
      face={<Face legs={legs} />}
      label={verbOf(verb)}
      testId={item.testId}
      href={item.link ?? undefined}
      tabIndex={tabIndex}
      busy={false}
      note={
        <>
          {status == 'failed' && <span className="tag error">{t('activity.failed_tag')}</span>}
          {status == 'pending' && (
            <span className="spinner" role="img" aria-label={t('activity.pending.text')} />
          )}
          {counterparty && <bdi dir="ltr">{counterparty}</bdi>}
        </>
      }
      end={
        <span className="row-end" data-status={status}>
          {legs.map((leg, i) => (
            <span key={i} className={`leg ${leg.direction}`}>
              <Amount hidden={hidden && !leg.nft}>{leg.text}</Amount>
            </span>
          ))}
          <time className="row-note" dateTime={metadata.minedAt} title={ago}>
            <bdi>{date}</bdi>
          </time>
        </span>
      }
    />
  );
}

/** One picture with the direction as a badge; two that overlap; without pictures the direction alone. */
function Face({ legs }: { legs: Leg[] }) {
  const [first, second] = legs;
  const arrow = !first ? 'check' : second ? turn : first.direction == 'in' ? arrowIn : arrowOut;
  const pictures = [first, second].filter((leg) => leg?.image) as Leg[];
  if (!pictures.length)
    return (
      <span className="row-icon coin plain" part="icon">
        <Icon name={arrow} />
      </span>
    );
  return (
    <span className={pictures.length > 1 ? 'activity-face two' : 'activity-face'} part="icon">
      {pictures.map(({ image, nft }, i) => (
        <img key={i} className={nft ? 'row-icon' : 'row-icon coin'} src={image!} alt="" />
      ))}
      {pictures.length == 1 && (
        <span className="direction">
          <Icon name={arrow} />
        </span>
      )}
    </span>
  );
}

/** Sent from here and not yet settled. */
export function PendingRow({
  item,
  hidden,
  tabIndex,
}: {
  item: TransactionItem;
  hidden: boolean;
  tabIndex: number;
}) {
  const { status, kind, amount, symbol } = item;
  const failed = status == 'failed';
  return (
    <ListItem
      quiet
      face={
        <span className="row-icon coin plain" part="icon">
          {failed ? <Icon name="alert" /> : <span className="spinner" />}
        </span>
      }
      label={t(kind == 'request' ? 'activity.pending.request' : failed ? 'account.send' : 'activity.pending')}
      testId={`wm-tx-${item.hash ?? item.id}`}
      href={item.explorerUrl ?? undefined}
      tabIndex={tabIndex}
      note={
        failed ? (
          <span className="tag error">{t('activity.failed_tag')}</span>
        ) : (
          t(
            status != 'unknown'
              ? 'activity.pending.text'
              : item.hash
                ? 'activity.pending.unknown'
                : 'activity.pending.unanswered',
          )
        )
      }
      end={
        <span className="row-end">
          <Amount hidden={hidden}>
            {amount} {symbol}
          </Amount>
        </span>
      }
    />
  );
}
