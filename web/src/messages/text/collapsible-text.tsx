import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { strings } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/form/button.tsx';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import styles from './collapsible-text.module.css';

const MAX_COLLAPSED_HEIGHT_PX = 900;

/** Keeps the place of a row on the screen while its height changes. */
export const HoldRowContext = createContext<(row: HTMLElement) => void>(() => {});

export function CollapsibleText({
  className,
  children,
}: {
  className: string | undefined;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const holdRow = useContext(HoldRowContext);
  const tabIndex = useRovingTabIndex();
  const [isCollapsible, setCollapsible] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isCollapsed = isCollapsible && !isOpen;

  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const measure = () => setCollapsible(current.scrollHeight > MAX_COLLAPSED_HEIGHT_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  function toggle(): void {
    const row = box.current?.closest('article');
    if (row && isCollapsed) holdRow(row);
    flushSync(() => setOpen(isCollapsed));
    if (!row || isCollapsed) return;
    // The button is at the end of the text: scrolls back to its beginning.
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    holdRow(row);
  }

  /** The browser's search scrolls within the collapsed text. */
  function onScroll(): void {
    const { current } = box;
    const [row, list] = [current?.closest('article'), current?.closest('[role="log"]')];
    if (!current || !row || !list || !isCollapsed || current.scrollTop === 0) return;
    const { scrollTop } = current;
    holdRow(row);
    flushSync(() => setOpen(true));
    list.scrollBy({ top: scrollTop, behavior: 'instant' });
  }

  return (
    <div className={className}>
      <div ref={box} className={classNames(isCollapsed && styles.isFolded)} onScroll={onScroll}>
        {children}
      </div>
      {isCollapsible && (
        <Button
          variant="plain"
          className={styles.turn}
          tabIndex={tabIndex}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {isOpen ? strings.messages.showLess : strings.messages.showMore}
        </Button>
      )}
    </div>
  );
}
