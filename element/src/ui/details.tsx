// Raw codes and texts of wallets and services live behind this, for a person who wants them (docs/spec/views.md: raw codes only under "Details").

export const Details = ({ label, children }: { label: string; children: string }) => (
  <details className="details">
    <summary>{label}</summary>
    <code>{children}</code>
  </details>
);
