// A placeholder in the shape of the content; after 400 ms, a text announces that it is loading (docs/spec/views.md section 1).

import { useEffect, useState } from 'react';

const words_after_ms = 400;

export function Skeleton({ rows = 3, words }: { rows?: number; words: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), words_after_ms);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="skeleton" data-testid="wm-skeleton" role="status">
      {Array(rows)
        .fill(0)
        .map((_, i) => (
          <div key={i} />
        ))}
      <span className="small">{late && words}</span>
    </div>
  );
}
