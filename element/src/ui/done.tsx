// The success screen, in the space of the view that waited for it (docs/spec/views.md section 1).

import type { Glyph, IconName } from './icon';
import { RingLogo } from './ring';

interface Props {
  image: string | null;
  icon?: IconName | Glyph;
  title: string;
  text: string;
  testId: string;
  phase: string;
}

/** Keeps the height of the view that it replaces. */
const asTall = (section: HTMLElement | null): void => {
  if (section) section.style.minBlockSize = section.closest<HTMLElement>('.body')?.style.blockSize ?? '';
};

export const Done = ({ image, icon, title, text, testId, phase }: Props) => (
  <section className="success" ref={asTall}>
    <RingLogo image={image} icon={icon} turning={false} done />
    <div role="status" data-testid={testId} data-phase={phase}>
      <h2>{title}</h2>
      <p className="small">{text}</p>
    </div>
  </section>
);
