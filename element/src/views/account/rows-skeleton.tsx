// Placeholders for rows that are loading, in their shape: an icon, two lines, a line at the end. A text follows after 400 ms.

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
