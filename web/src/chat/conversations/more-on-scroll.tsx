import { useEffect, useEffectEvent, useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';

/** Reads on before its end is on the screen. */
const MARGIN = '600px';

interface MoreOnScrollProps {
  isBusy: boolean;
  onMore: () => Promise<void>;
}

/** At the end of a page of a list: reads the next one when it comes near the screen, or when it is pressed. One for each page. */
export function MoreOnScroll({ isBusy, onMore }: MoreOnScrollProps) {
  const end = useRef<HTMLDivElement>(null);
  const read = useEffectEvent(() => void onMore());
  useEffect(() => {
    const element = end.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        // If that fails, the person presses the button.
        observer.disconnect();
        read();
      },
      { root: element.parentElement, rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={end}>
      <Button isBusy={isBusy} onClick={() => void onMore()}>
        {lazyStrings.messageLists.showMore}
      </Button>
    </div>
  );
}
