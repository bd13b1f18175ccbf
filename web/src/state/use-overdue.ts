import { useEffect, useState } from 'react';

/** Shorter problems are not shown. */
const GRACE_PERIOD_MS = 3000;

export function useOverdue(isWaiting: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setOverdue(true), GRACE_PERIOD_MS);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [isWaiting]);
  return isOverdue;
}
