import { type RefObject, useEffect, useState } from 'react';
import { NEW_LINE_ID } from './new-line-id.ts';

/** The date covers the upper edge of the list, in px. */
const COVERED_PX = 36;

/** Whether the "New" line is above the view. `before`: the id of the message after it; undefined if the list has no line. */
export function useIsLineAbove(list: RefObject<HTMLElement | null>, before: string | undefined): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    const line = before === undefined ? null : document.getElementById(NEW_LINE_ID);
    if (!line) return undefined;
    const observer = new IntersectionObserver(entries => setAbove(entries.every(isOverTop)), {
      root: list.current,
      rootMargin: `${-COVERED_PX}px 0px 0px`,
    });
    observer.observe(line);
    return () => observer.disconnect();
  }, [list, before]);
  return before !== undefined && isAbove;
}

function isOverTop({ isIntersecting, boundingClientRect, rootBounds }: IntersectionObserverEntry): boolean {
  return !isIntersecting && boundingClientRect.top < (rootBounds?.top ?? 0);
}
