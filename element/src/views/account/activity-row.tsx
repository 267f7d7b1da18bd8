// One transaction of the history: icons with the direction, the action, the other party, the amount, the time. A click on the row opens
// its own view.

import { memo } from 'react';
import type { ActivityItem, Leg, TransactionItem } from '../../contract';
import { knownText } from '../../i18n/t';
import { t } from '../../i18n/later';
import { arrowIn, arrowOut, turn } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Amount } from '../amount';
import { Unverified } from '../unverified';

/** a service might send a verb that we don't know: it is shown unchanged */
const verbOf = (verb: string): string => knownText(`verb.${verb}`) ?? verb;

interface Props {
  item: ActivityItem;
  hidden: boolean;
  tabIndex: number;
  onOpen(id: string): void;
}

export const ActivityRow = memo(
  Row,
  (a, b) => a.hidden == b.hidden && a.tabIndex == b.tabIndex && isSame(a.item, b.item),
);

/** Each slice has new objects, so only the rendered fields are compared. A mined transaction doesn't change. */
const isSame = (a: ActivityItem, b: ActivityItem): boolean =>
  a.id == b.id &&
  a.metadata.status == b.metadata.status &&
  a.metadata.minedAt == b.metadata.minedAt &&
  a.date == b.date &&
  a.verb == b.verb &&
  a.description == b.description &&
  a.ago == b.ago &&
  a.link == b.link &&
  a.counterparty == b.counterparty &&
  a.legs.length == b.legs.length &&
  a.legs.every(
    ({ text, image, unverified }, i) =>
      text == b.legs[i]!.text && image == b.legs[i]!.image && unverified == b.legs[i]!.unverified,
  );

function Row({ item, hidden, tabIndex, onOpen }: Props) {
  const { verb, description, legs, pair, counterparty, date, time, ago, metadata } = item;
  const { status, hash } = metadata;
  return (
    <ListItem
      quiet
      face={<Face legs={legs} />}
      label={description ?? verbOf(verb)}
      testId={item.testId}
      onClick={hash ? () => onOpen(hash) : undefined}
      tabIndex={tabIndex}
      busy={false}
      note={
        <>
          {(status == 'failed' ||
            status == 'replaced' ||
            status == 'differs' ||
            status == 'altered' ||
            status == 'unread') && <span className="tag error">{t(`activity.${status}_tag`)}</span>}
          {status == 'pending' && (
            <span className="spinner" role="img" aria-label={t('activity.pending.text')} />
          )}
          {(pair ?? counterparty) && <bdi dir="ltr">{pair ?? counterparty}</bdi>}
        </>
      }
      end={
        <span className="row-end" data-status={status}>
          {legs.map((leg, i) => (
            <span key={i} className={`leg ${leg.direction}`}>
              {leg.unverified && <Unverified />}
              <Amount hidden={hidden && !leg.nft}>{leg.text}</Amount>
            </span>
          ))}
          <time className="row-note" dateTime={metadata.minedAt} title={ago}>
            <bdi>
              {date}, {time}
            </bdi>
          </time>
        </span>
      }
    />
  );
}

/** One icon with the direction as a badge; two overlapping icons; without icons, only the direction. */
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

interface SentProps {
  item: TransactionItem;
  hidden: boolean;
  tabIndex: number;
  onOpen(id: string): void;
}

/** A transaction sent from this page that is pending or not listed by the service yet. A click opens its status. */
export function SentRow({ item, hidden, tabIndex, onOpen }: SentProps) {
  const { id, status, kind, hash, description, amount, symbol } = item;
  const isPending = status == 'sent' || status == 'unknown' || (status == 'altered' && !!hash);
  return (
    <ListItem
      quiet
      face={
        <span className="row-icon coin plain" part="icon">
          {isPending ? (
            <span className="spinner" />
          ) : (
            <Icon name={status == 'confirmed' ? 'check' : 'close'} />
          )}
        </span>
      }
      label={description ?? t(isPending ? `activity.pending.${kind}` : `tx.kind.${kind}`)}
      testId={`wm-tx-${hash ?? id}`}
      tabIndex={tabIndex}
      onClick={() => onOpen(id)}
      note={<SentNote item={item} isPending={isPending} />}
      end={
        <span className="row-end">
          {amount && (
            <Amount hidden={hidden}>
              {amount} {symbol}
            </Amount>
          )}
        </span>
      }
    />
  );
}

function SentNote({
  item: { status, hash, calls, dropped },
  isPending,
}: Pick<SentProps, 'item'> & { isPending: boolean }) {
  const slow = hash || calls ? 'activity.pending.unknown' : 'activity.pending.unanswered';
  if (isPending && dropped) return t('activity.pending.dropped');
  if (isPending) return t(status == 'unknown' ? slow : 'activity.pending.text');
  if (status == 'confirmed' || status == 'sent' || status == 'unknown') return t('tx.confirmed');
  return <span className="tag error">{t(`activity.${status}_tag`)}</span>;
}
