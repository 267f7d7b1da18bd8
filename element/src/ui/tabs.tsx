// Tabs with the ARIA pattern: one tab stop, arrows and Home and End select a tab, and the tab names its panel (docs/spec/views.md section
// 1.2).

import type { KeyboardEvent, ReactNode } from 'react';

interface Tab<T extends string> {
  id: T;
  label: string;
}

interface Props<T extends string> {
  label: string;
  tabs: Tab<T>[];
  chosen: T;
  onChoose(id: T): void;
  /** the content of the selected tab */
  children: ReactNode;
}

export function Tabs<T extends string>({ label, tabs, chosen, onChoose, children }: Props<T>) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const now = tabs.findIndex(({ id }) => id == chosen);
    const ahead = getComputedStyle(event.currentTarget).direction == 'rtl' ? -1 : 1;
    const to: Record<string, number> = {
      ArrowRight: now + ahead,
      ArrowLeft: now - ahead,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = to[event.key];
    // Alt with an arrow is the browser's Back and Forward.
    if (next === undefined || event.altKey) return;
    event.preventDefault();
    const index = (next + tabs.length) % tabs.length;
    onChoose(tabs[index]!.id);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`wm-tab-${id}`}
            className="tab"
            part="tab"
            aria-selected={id == chosen}
            aria-controls="wm-tabpanel"
            tabIndex={id == chosen ? 0 : -1}
            data-testid={`tab-${id}`}
            onClick={() => onChoose(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id="wm-tabpanel"
        className="tabpanel"
        tabIndex={0}
        aria-labelledby={`wm-tab-${chosen}`}
      >
        {children}
      </div>
    </>
  );
}
