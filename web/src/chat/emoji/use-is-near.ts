import { type RefObject, useEffect, useState } from 'react';

const MARGIN = '120px 0px';

/** Whether an element of a list that scrolls is in the view, or soon. Always true if `isLate` is false. */
export function useIsNear(element: RefObject<HTMLElement | null>, isLate: boolean): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!isLate || !current) return undefined;
    const observer = new IntersectionObserver(entries => setNear(entries.at(-1)?.isIntersecting === true), {
      root: current.parentElement,
      rootMargin: MARGIN,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isLate]);
  return isNear || !isLate;
}
