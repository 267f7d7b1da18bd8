// The avatar of an account: its image, or a gradient that depends only on the address.

import { useLayoutEffect, useRef } from 'react';
import { paintGradient } from './gradient';

export function Avatar({
  address,
  image,
  testId,
}: {
  address: string;
  image: string | null;
  testId?: string;
}) {
  const face = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (face.current) paintGradient(face.current, address);
  }, [address]);
  return image ? (
    <img className="avatar" src={image} alt="" data-testid={testId} />
  ) : (
    <span className="avatar" ref={face} data-testid={testId} />
  );
}
