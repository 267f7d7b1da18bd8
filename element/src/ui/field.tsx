// A field with its label, an element at the end, and a message for screen readers (docs/spec/views.md section 2: 52 px, radius 14).

import type { ReactNode } from 'react';

interface Props {
  id: string;
  label: string;
  error?: string | null;
  notice?: string | null;
  end?: ReactNode;
  foot?: ReactNode;
  className?: string;
  testId?: string;
  children: ReactNode;
}

export const Field = ({ id, label, error, notice, end, foot, className = '', testId, children }: Props) => (
  <div className={`field ${className}`} part="field" data-error={!!error} data-testid={testId}>
    <label htmlFor={id}>{label}</label>
    <div className="field-line">
      {children}
      {end}
    </div>
    {foot && <div className="field-foot">{foot}</div>}
    <p
      id={`${id}-message`}
      className={error ? 'field-message error' : 'field-message warning'}
      role={error ? 'alert' : 'status'}
    >
      {error ?? notice}
    </p>
  </div>
);
