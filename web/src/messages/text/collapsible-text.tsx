import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { words } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/form/button.tsx';
import { useTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import styles from './collapsible-text.module.css';

/** What is higher is folded, px. */
const TALL = 900;

/** Keeps a row at its place while it changes its height. */
export const StayAt = createContext<(row: HTMLElement) => void>(() => {});

/** A long text: the first part of it, if all is higher than that, until one asks for more. */
export function Fold({ className, children }: { className: string | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const stayAt = useContext(StayAt);
  const tabIndex = useTabIndex();
  const [isTall, setTall] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isFolded = isTall && !isOpen;

  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const measure = () => setTall(current.scrollHeight > TALL);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  function turn(): void {
    const row = box.current?.closest('article');
    if (row && isFolded) stayAt(row);
    flushSync(() => setOpen(isFolded));
    if (!row || isFolded) return;
    // From its end one comes back to its beginning.
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    stayAt(row);
  }

  /** A browser that finds something in the folded part scrolls to it there. */
  function onScroll(): void {
    const { current } = box;
    const [row, list] = [current?.closest('article'), current?.closest('[role="log"]')];
    if (!current || !row || !list || !isFolded || current.scrollTop === 0) return;
    const { scrollTop } = current;
    stayAt(row);
    flushSync(() => setOpen(true));
    list.scrollBy({ top: scrollTop, behavior: 'instant' });
  }

  return (
    <div className={className}>
      <div ref={box} className={classNames(isFolded && styles.isFolded)} onScroll={onScroll}>
        {children}
      </div>
      {isTall && (
        <Button
          look="plain"
          className={styles.turn}
          tabIndex={tabIndex}
          aria-expanded={isOpen}
          onClick={turn}
        >
          {isOpen ? words.messages.showLess : words.messages.showMore}
        </Button>
      )}
    </div>
  );
}
