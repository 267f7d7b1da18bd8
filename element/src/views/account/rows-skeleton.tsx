// Rows that are on their way, in the shape of those that come: a face, two lines, a line at the end. Words after 400 ms.

import { t } from '../../i18n/later';
import { Skeleton } from '../../ui/skeleton';

export const RowsSkeleton = ({ rows }: { rows: number }) => (
  <div className="rows-to-come">
    {Array(rows)
      .fill(0)
      .map((_, i) => (
        <div key={i} aria-hidden="true">
          <i />
          <span>
            <i />
            <i />
          </span>
          <i />
        </div>
      ))}
    <Skeleton rows={0} words={t('loading')} />
  </div>
);
