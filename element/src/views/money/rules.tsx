// Notes about a token before the user confirms: what its issuer can do, and how its balance is counted (10.46).

import type { TokenRule } from '../../contract';
import { t } from '../../i18n/later';
import { Icon } from '../../ui/icon';

interface Props {
  rules: TokenRule[];
  testId: string;
}

export const Rules = ({ rules, testId }: Props) =>
  rules.length > 0 && (
    <ul className="rules" data-testid={testId}>
      {rules.map((rule) => (
        <li key={rule}>
          <Icon name="alert" />
          <span>{t(`rule.${rule}`)}</span>
        </li>
      ))}
    </ul>
  );
