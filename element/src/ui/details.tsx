// Raw codes and texts of others live behind this, for whoever wants them (docs/spec/views.md: raw codes only under "Details").

export const Details = ({ label, children }: { label: string; children: string }) => (
  <details className="details">
    <summary>{label}</summary>
    <code>{children}</code>
  </details>
);
