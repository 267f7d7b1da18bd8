// True for a moment after something was missing: what comes late is waited for, what does not come is told.

import { useEffect, useState } from 'react';

export function usePatience(missing: boolean, patience_ms: number): boolean {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    if (!missing) return;
    const timer = setTimeout(() => setPatient(false), patience_ms);
    return () => clearTimeout(timer);
  }, [missing, patience_ms]);
  return patient;
}
