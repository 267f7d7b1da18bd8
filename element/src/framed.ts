// Whether a page of another origin contains this page, at any depth. That page controls how much of the modal the user sees
// (docs/spec/security.md T11).

export function isFramed(): boolean {
  try {
    for (let at: Window = window; at != top; at = at.parent) if (at.parent.origin != origin) return true;
    return false;
  } catch {
    return true;
  }
}
