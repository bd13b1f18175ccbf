import { useEffect, useState } from 'react';

/** How long a trouble is nobody's business, in ms. */
const GRACE_PERIOD_MS = 3000;

/** True once `isWaiting` has been true for `QUIET_MS` without a pause. */
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
