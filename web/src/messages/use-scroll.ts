import { useLayoutEffect, useRef } from 'react';
import type { Row } from './rows.ts';

/** How far from the bottom a reader still counts as being there, as a part of what is in view. */
const NEAR = 0.3;

/**
 * Keeps who reads the newest message at the newest message, and leaves alone who reads further up.
 * The scroller is `column-reverse`: its `scrollTop` is 0 at the bottom and falls towards the top.
 */
export function useScroll(newest: Row | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const isNear = useRef(true);
  const isOwnSend = newest !== undefined && newest.status !== 'stored';

  useLayoutEffect(() => {
    if (newest?.id && (isOwnSend || isNear.current)) scroller.current?.scrollTo({ top: 0 });
    // oxlint-disable-next-line react/exhaustive-deps -- only a new row scrolls, not its way from sent to stored
  }, [newest?.id]);

  function onScroll(): void {
    const { scrollTop, clientHeight } = scroller.current ?? { scrollTop: 0, clientHeight: 0 };
    isNear.current = -scrollTop <= clientHeight * NEAR;
  }

  return { scroller, onScroll };
}
