// ApproveTransaction (docs/spec/views.md section 8): room for the frame of the embedded wallet, in which the person decides. Nothing here
// can be pressed: what a page could press, it would press.

import { isOffered } from '../../engine/offered';
import { t } from '../../i18n/later';
import { Skeleton } from '../../ui/skeleton';
import emailSheet from '../email.css';
import { FullView } from '../trusted';
import { Refused } from '../refused';
import { useSheet } from '../use-sheet';

export function ApproveTransaction() {
  const sheet = useSheet<HTMLElement>(emailSheet);
  // By the keyboard the focus comes into the frame, which is no child of this view: its buttons count only while it has the focus.
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
