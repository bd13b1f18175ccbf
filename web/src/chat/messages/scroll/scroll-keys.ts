import { type RefObject, useLayoutEffect } from 'react';

/** As much as browsers scroll: a part of the last page stays in view. */
const PAGE_RATIO = 0.875;

interface ScrolledList {
  scroller: RefObject<HTMLElement | null>;
  goToEnd: () => void;
  /** Called before the list scrolls up by a page. */
  onPageUp: (scroller: HTMLElement, event: Pick<Event, 'timeStamp'>) => void;
}

/** The page shows one list of messages. */
let shown: ScrolledList | undefined;

/** Makes the list the one that `scrollByKey` scrolls. */
export function useScrollKeys({ scroller, goToEnd, onPageUp }: ScrolledList): void {
  useLayoutEffect(() => {
    const list = { scroller, goToEnd, onPageUp };
    shown = list;
    return () => {
      if (shown === list) shown = undefined;
    };
  }, [scroller, goToEnd, onPageUp]);
}

/** For keys that are pressed elsewhere. The focus stays there. Returns false for keys that do not scroll. */
export function scrollByKey(event: Pick<KeyboardEvent, 'key' | 'timeStamp'>): boolean {
  const scroller = shown?.scroller.current;
  if (!shown || !scroller) return false;
  const page = scroller.clientHeight * PAGE_RATIO;
  if (event.key === 'PageUp') {
    shown.onPageUp(scroller, event);
    scroller.scrollBy({ top: -page, behavior: 'instant' });
  } else if (event.key === 'PageDown') scroller.scrollBy({ top: page, behavior: 'instant' });
  else if (event.key === 'Home') scroller.scrollTo({ top: 0, behavior: 'instant' });
  else if (event.key === 'End') shown.goToEnd();
  else return false;
  return true;
}
