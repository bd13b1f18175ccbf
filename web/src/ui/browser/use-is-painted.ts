import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** True after the component's first paint, in a render that gives way to others. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}
