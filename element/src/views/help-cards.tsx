// Short help cards: an image or an icon, a title, a sentence or two; then back to the previous view.

import type { ReactNode } from 'react';
import { useDispatch } from '../engine/hooks';
import { t } from '../i18n/later';
import { Button } from '../ui/button';
import { Icon, type Glyph, type IconName } from '../ui/icon';
import css from './help-cards.css';
import { useSheet } from './use-sheet';

/** Five layers on a round background, from bottom to top: paper, ink, gold, the bright shape, and the lines on it. */
export type Picture = [paper: string, ink: string, gold: string, bright: string, light: string];

export interface HelpCard {
  icon: IconName | Glyph | Picture;
  title: string;
  text: string;
}

/** `children`: further actions below the cards. */
export function HelpCards({
  cards,
  done,
  onDone,
  children,
}: {
  cards: HelpCard[];
  done?: string;
  /** replaces going back */
  onDone?(): void;
  children?: ReactNode;
}) {
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(css);
  return (
    <section className="help-cards" data-testid="wm-help" ref={sheet}>
      <ul>
        {cards.map(({ icon, title, text }) => (
          <li key={title} className="help-card">
            {Array.isArray(icon) ? (
              <svg className="help-picture" viewBox="0 0 80 80" aria-hidden="true">
                <circle cx="40" cy="40" r="36" />
                {icon.map((d, i) => (
                  <path key={i} d={d} />
                ))}
              </svg>
            ) : (
              <span className="row-icon plain">
                <Icon name={icon} />
              </span>
            )}
            <div>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <Button
        kind="primary"
        testId="wm-help-done"
        onClick={onDone ?? (() => dispatch({ type: 'router.back' }))}
      >
        {done ?? t('help.done')}
      </Button>
      {children}
    </section>
  );
}
