import { useEffect, useRef, useState } from 'react';

/** People often stop and go on: a screen reader reads it at most this often. */
const MIN_INTERVAL_MS = 30_000;

/** The text if it appears a while after the last one, until it disappears. Otherwise empty. */
export function useThrottledText(text: string): string {
  const [shown, setShown] = useState('');
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  const isEmpty = text === '';
  useEffect(() => {
    if (isEmpty) return setShown('');
    if (performance.now() < shownAt.current + MIN_INTERVAL_MS) return undefined;
    shownAt.current = performance.now();
    return setShown(text);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another name is no new announcement
  }, [isEmpty]);
  return shown;
}
