// Whether a page of another origin is around this one, at whatever distance: what it shows of us is up to that one (docs/spec/security.md T11).

export function isFramed(): boolean {
  try {
    for (let at: Window = window; at != top; at = at.parent) if (at.parent.origin != origin) return true;
    return false;
  } catch {
    return true;
  }
}
