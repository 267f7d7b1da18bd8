// Networks: search, recent, main and test networks (docs/spec/views.md section 5). The engine groups and searches. For the keyboard, all
// groups are one list.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { search as glass } from '../../ui/glyphs';
import { Notice } from '../../ui/notice';
import { SearchField } from '../../ui/search-field';
import { useLongList } from '../use-long-list';
import { useSearch } from '../use-search';
import { useSheet } from '../use-sheet';
import { NetworkRows, useNetworkPictures } from './network-rows';
import css from './networks.css';

/** with fewer networks, there is no search field */
const searched_from = 7;

export function Networks() {
  const { search, groups } = useSlice('networks');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, css);
  const [text, type] = useSearch(search, (next) => dispatch({ type: 'networks.search', text: next }));
  useNetworkPictures();
  const all = groups.flatMap(({ rows }) => rows);
  const long = useLongList(
    all.map(({ name }) => name),
    all.findIndex(({ selected }) => selected),
  );
  const firsts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0));
  return (
    <section className="networks" ref={sheet}>
      {(text || search || all.length >= searched_from) && (
        <SearchField
          value={text}
          label={t('networks.search')}
          clearLabel={t('search.clear')}
          testId="wui-input-text"
          onType={type}
        />
      )}
      <p className="sr" role="status">
        {search && all.length == 0 ? t('networks.none') : ''}
      </p>
      {all.length > 0 ? (
        <div {...long.list}>
          {groups.map(
            ({ kind, rows }, at) =>
              firsts[at]! < long.drawn && (
                <section key={kind} aria-labelledby={`wm-networks-${kind}`}>
                  <h2
                    id={`wm-networks-${kind}`}
                    className={groups.length == 1 && kind == 'main' ? 'sr' : 'group-title'}
                  >
                    {t(`networks.group.${kind}`)}
                  </h2>
                  <NetworkRows rows={rows} first={firsts[at]!} list={long} />
                </section>
              ),
          )}
          {long.end && <div ref={long.end} />}
        </div>
      ) : (
        <Notice
          inner
          icon={glass}
          title={t('networks.none')}
          text={search ? t('networks.none.text', { search }) : ''}
          testId="wm-networks-none"
        >
          <Button kind="pill" onClick={() => type('')}>
            {t('search.clear')}
          </Button>
        </Notice>
      )}
      <footer className="networks-foot">
        <button
          type="button"
          className="link"
          data-testid="wm-networks-help"
          onClick={() => dispatch({ type: 'router.push', view: 'WhatIsANetwork' })}
        >
          {t('networks.help')}
        </button>
      </footer>
    </section>
  );
}
