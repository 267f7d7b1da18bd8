// The alert for developers at the top of the card: title, detail, close button (docs/spec/views.md section 1).

import { IconButton } from './button';
import { Icon } from './icon';

interface Props {
  title: string;
  detail: string;
  kind: 'error' | 'warning';
  dismissLabel: string;
  onDismiss(): void;
}

export const AlertBar = ({ title, detail, kind, dismissLabel, onDismiss }: Props) => (
  <div className={`alert-bar ${kind}`} part="alert" role="alert" data-testid="wui-alertbar-text">
    <Icon name="alert" />
    <div>
      <strong>{title}</strong>
      <span>{detail}</span>
    </div>
    <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />
  </div>
);
