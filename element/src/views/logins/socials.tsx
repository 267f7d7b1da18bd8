// The social logins: the first in a wide row (with two, both), the others as round buttons, and from eight on the rest behind a button
// for more (docs/spec/views.md section 4, requirement 5.15).

import { useDispatch, useSlice } from '../../engine/hooks';
import { nameOf, t } from '../../i18n/logins';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { logoOf, more } from './logos';
import { useSocial } from './use-social';

/** above this number: four round buttons, and one that opens the full list */
const all_max = 6;
const round_max = 4;

export function Socials() {
  const { socials } = useSlice('connect').logins;
  const begin = useSocial();
  const dispatch = useDispatch();
  const wide = socials.slice(0, socials.length == 2 ? 2 : 1);
  const rest = socials.slice(wide.length, socials.length > all_max ? wide.length + round_max : undefined);
  return (
    <div className="socials" data-testid="w3m-social-login-widget">
      {wide.map((provider) => (
        <div key={provider} data-testid="wui-list-social">
          <Button testId={`social-selector-${provider}`} onClick={() => begin(provider)}>
            <Icon name={logoOf(provider)} />
            {t('social.continue', { provider: nameOf(provider) })}
          </Button>
        </div>
      ))}
      {rest.length > 0 && (
        <div className="socials-round">
          {rest.map((provider) => (
            <Round
              key={provider}
              icon={logoOf(provider)}
              label={t('social.continue', { provider: nameOf(provider) })}
              testId={`social-selector-${provider}`}
              onClick={() => begin(provider)}
            />
          ))}
          {socials.length > all_max && (
            <Round
              icon={more}
              label={t('social.more')}
              testId="social-selector-more"
              onClick={() => dispatch({ type: 'router.push', view: 'ConnectSocials' })}
            />
          )}
        </div>
      )}
    </div>
  );
}

interface RoundProps {
  icon: ReturnType<typeof logoOf>;
  label: string;
  testId: string;
  onClick(): void;
}

const Round = ({ icon, label, testId, onClick }: RoundProps) => (
  <button
    type="button"
    className="social"
    part="button"
    title={label}
    aria-label={label}
    data-testid={testId}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);
