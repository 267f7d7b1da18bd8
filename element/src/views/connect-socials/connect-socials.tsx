// ConnectSocials (docs/spec/views.md section 4): every social login, one per row.

import { useSlice } from '../../engine/hooks';
import { nameOf, t } from '../../i18n/logins';
import { ListItem } from '../../ui/list-item';
import { useRoving } from '../../ui/roving';
import { AgreedFirst } from '../logins/agreed-first';
import { logoOf } from '../logins/logos';
import { useSocial } from '../logins/use-social';

export function ConnectSocials() {
  const { socials, refused } = useSlice('connect').logins;
  const begin = useSocial();
  const { list, tabIndexOf } = useRoving();
  return (
    <AgreedFirst>
      <ul className="rows" aria-label={t('title.socials')} inert={refused} {...list}>
        {socials.map((provider, i) => (
          <li key={provider}>
            <ListItem
              icon={logoOf(provider)}
              label={nameOf(provider)}
              testId={`social-selector-${provider}`}
              tabIndex={tabIndexOf(i, socials.length)}
              onClick={() => begin(provider)}
            />
          </li>
        ))}
      </ul>
      {refused && (
        <p className="small" role="status">
          {t('logins.refused')}
        </p>
      )}
    </AgreedFirst>
  );
}
