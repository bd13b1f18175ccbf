import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { TabStop } from '../ui/tab-stop.ts';
import styles from './code-block.module.css';

/** Whether the list of messages around has the focus. */
export const ListHasFocus = createContext(false);

/**
 * Code in lines of its own. Lines that are too long scroll, by keys as well. What scrolls has to be a stop of the Tab key, say those
 * who check pages; it is one as long as the list that leads there itself is none.
 */
export function CodeBlock({ code }: { code: string }) {
  const block = useRef<HTMLPreElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const { current } = block;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setWide(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const isInRow = useContext(TabStop);
  const isStop = useContext(ListHasFocus) ? isInRow : true;
  const [first, rest] = splitFirstEnd(code);
  return (
    <pre
      ref={block}
      className={styles.block}
      // Code reads from left to right, also among words that do not.
      dir="ltr"
      {...(isWide && { role: 'group', 'aria-label': 'Code', tabIndex: isStop ? 0 : -1 })}
    >
      <LineEnd of={first} />
      {rest}
    </pre>
  );
}

/** The end of a line that a block begins anyway: not drawn, but there for who copies. */
export function LineEnd({ of }: { of: string }) {
  return of && <span hidden>{of}</span>;
}

/** The end of a line at the very beginning of a text, and what comes after it. */
export function splitFirstEnd(text: string): [end: string, rest: string] {
  const length = text.startsWith('\n') ? 1 : 0;
  return [text.slice(0, length), text.slice(length)];
}
