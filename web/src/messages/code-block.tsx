import { useEffect, useRef, useState } from 'react';
import { words } from '../words/words.ts';
import styles from './code-block.module.css';

/** Code in lines of its own. Lines that are too long scroll, by keys as well. */
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
  const [first, rest] = splitFirstEnd(code);
  return (
    <pre
      ref={block}
      className={styles.block}
      // Code reads from left to right, also among words that do not.
      dir="ltr"
      {...(isWide && { role: 'group', 'aria-label': words.messages.code, tabIndex: 0 })}
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
