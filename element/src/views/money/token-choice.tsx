// The frame of a token picker: a search field, then the tokens, or why there are none (docs/spec/views.md section 6).

import type { ReactNode, Ref } from 'react';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { search as glass } from '../../ui/glyphs';
import { Notice } from '../../ui/notice';
import { SearchField } from '../../ui/search-field';
import { Skeleton } from '../../ui/skeleton';
import { useSearch } from '../use-search';

interface Props {
  /** the view's element, with its style sheets */
  sheet: Ref<HTMLElement>;
  /** the engine's search text */
  search: string;
  label: string;
  onSearch(text: string): void;
  phase: string;
  isNone: boolean;
  /** the number of placeholder rows while loading */
  rows?: number;
  failed: ReactNode;
  /** the message if there are no tokens, whatever the search */
  empty: ReactNode;
  /** the tokens */
  children: ReactNode;
}

export function TokenChoice({ sheet, search, label, onSearch, phase, isNone, rows, ...parts }: Props) {
  const [text, type] = useSearch(search, onSearch);
  const waits = isNone && phase == 'loading';
  const failed = isNone && phase == 'failed';
  return (
    <section className="select" ref={sheet}>
      {(search || waits || !isNone) && (
        <SearchField
          value={text}
          label={label}
          clearLabel={t('search.clear')}
          testId="swap-select-token-search-input"
          onType={type}
        />
      )}
      <p className="sr" role="status">
        {search && isNone && !waits && !failed ? t('select.none') : ''}
      </p>
      {!isNone ? (
        parts.children
      ) : waits ? (
        <Skeleton rows={rows} words={t('loading')} />
      ) : failed ? (
        parts.failed
      ) : search ? (
        <Notice
          inner
          icon={glass}
          title={t('select.none')}
          text={t('select.none.text', { search })}
          testId="wm-select-none"
        >
          <Button kind="pill" onClick={() => type('')}>
            {t('search.clear')}
          </Button>
        </Notice>
      ) : (
        parts.empty
      )}
    </section>
  );
}
