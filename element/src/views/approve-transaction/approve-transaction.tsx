// ApproveTransaction (docs/spec/views.md section 8): space for the frame of the embedded wallet, in which the user decides. This view has
// no buttons, because a page script could press them.

import { isOffered } from '../../engine/offered';
import { t } from '../../i18n/later';
import { Skeleton } from '../../ui/skeleton';
import emailSheet from '../email.css';
import { FullView } from '../trusted';
import { Refused } from '../refused';
import { useSheet } from '../use-sheet';

export function ApproveTransaction() {
  const sheet = useSheet<HTMLElement>(emailSheet);
  // With the keyboard, the focus moves into the frame, which isn't a child of this view: its buttons only work while it has the focus.
  const enter = () => {
    const root = sheet.current!.getRootNode() as ShadowRoot;
    root.querySelector<HTMLElement>('#w3m-iframe')?.focus();
  };
  if (!isOffered())
    return (
      <section className="approve framed" ref={sheet} data-testid="wm-approve">
        <Refused why="framed" />
        <FullView />
      </section>
    );
  return (
    <section
      className="approve"
      ref={sheet}
      tabIndex={-1}
      data-first=""
      data-testid="wm-approve"
      onFocus={enter}
    >
      <Skeleton rows={6} words={t('approve.text')} />
    </section>
  );
}
