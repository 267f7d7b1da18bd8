// True for a moment after something was missing: late content gets this time, then the view reports that it is missing.

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
