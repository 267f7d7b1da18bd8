// A collapsed section for raw error codes and messages of wallets and services (docs/spec/views.md: raw codes only under "Details").

export const Details = ({ label, children }: { label: string; children: string }) => (
  <details className="details">
    <summary>{label}</summary>
    <code>{children}</code>
  </details>
);
