import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { strings } from '../../../strings/strings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/form/button.tsx';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import styles from './collapsible-text.module.css';

const MAX_COLLAPSED_HEIGHT_PX = 900;

/** Keeps the place of a row on the screen while its height changes. */
export const HoldRowContext = createContext<(row: HTMLElement) => void>(() => {});

interface CollapsibleTextProps {
  className: string | undefined;
  folded: ReactNode;
  /** Called only to show it. */
  renderWhole: () => ReactNode;
  /** The text folds even if it is low. */
  isCut: boolean;
}

export function CollapsibleText({ className, folded, renderWhole, isCut }: CollapsibleTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const holdRow = useContext(HoldRowContext);
  const tabIndex = useRovingTabIndex();
  const [isHigh, setHigh] = useState(false);
  const [open, setOpen] = useState<'found' | 'whole'>();
  const isCollapsible = isHigh || isCut;
  const isCollapsed = isCollapsible && !open;

  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const measure = () => setHigh(current.scrollHeight > MAX_COLLAPSED_HEIGHT_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  function toggle(): void {
    const row = box.current?.closest('article');
    if (row && isCollapsed) holdRow(row);
    flushSync(() => setOpen(isCollapsed ? 'whole' : undefined));
    if (!row || isCollapsed) return;
    // The button is at the end of the text: scrolls back to its beginning.
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    holdRow(row);
  }

  /** The browser's search scrolls within the collapsed text. It loses its match if the text changes. */
  function onScroll(): void {
    const { current } = box;
    const [row, list] = [current?.closest('article'), current?.closest('[role="log"]')];
    if (!current || !row || !list || !isCollapsed || current.scrollTop === 0) return;
    const { scrollTop } = current;
    holdRow(row);
    flushSync(() => setOpen('found'));
    list.scrollBy({ top: scrollTop, behavior: 'instant' });
  }

  return (
    <div className={className}>
      <div ref={box} className={classNames(isCollapsed && styles.isFolded)} onScroll={onScroll}>
        {open === 'whole' ? renderWhole() : folded}
      </div>
      {isCollapsible && (
        <Button
          variant="plain"
          className={styles.turn}
          tabIndex={tabIndex}
          aria-expanded={open !== undefined}
          onClick={toggle}
        >
          {open ? strings.messages.showLess : strings.messages.showMore}
        </Button>
      )}
    </div>
  );
}
