// Networks: search, recent ones, main ones, test ones (docs/spec/views.md section 5). The engine groups and searches; all groups together are
// one list to the keyboard.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { search as glass } from '../../ui/glyphs';
import { Notice } from '../../ui/notice';
import { useRoving } from '../../ui/roving';
import { SearchField } from '../../ui/search-field';
import { useSearch } from '../use-search';
import { useSheet } from '../use-sheet';
import { NetworkRows, useNetworkPictures } from './network-rows';
import css from './networks.css';

/** fewer are seen at a glance: no field to search in */
const searched_from = 7;

export function Networks() {
  const { search, groups } = useSlice('networks');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, css);
  const [text, type] = useSearch(search, (next) => dispatch({ type: 'networks.search', text: next }));
  useNetworkPictures();
  const all = groups.flatMap(({ rows }) => rows);
  const { list, tabIndexOf } = useRoving(all.findIndex(({ selected }) => selected));
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
        <div {...list}>
          {groups.map(({ kind, rows }) => (
            <section key={kind} aria-labelledby={`wm-networks-${kind}`}>
              <h2
                id={`wm-networks-${kind}`}
                className={groups.length == 1 && kind == 'main' ? 'sr' : 'group-title'}
              >
                {t(`networks.group.${kind}`)}
              </h2>
              <NetworkRows rows={rows} tabIndexOf={(row) => tabIndexOf(all.indexOf(row), all.length)} />
            </section>
          ))}
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
