import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { strings } from '../../strings/strings.ts';
import styles from './code-block.module.css';
import { CopyCodeButton } from './copy-code-button.tsx';

interface CodeBlockProps {
  code: string;
  /** As it is written behind the backticks; empty where it is not. */
  language: string;
}

/** Where lines are cut off: a shade says that they go on. */
type Overflow = 'nowhere' | 'start' | 'end' | 'both';

/** Code in lines of its own. Lines that are too long scroll, by keys as well. */
export function CodeBlock({ code, language }: CodeBlockProps) {
  const block = useRef<HTMLPreElement>(null);
  const [overflow, setOverflow] = useState<Overflow>();
  const measure = () => block.current && setOverflow(measureOverflow(block.current));
  useEffect(() => {
    if (!block.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setOverflow(measureOverflow(entry.target)));
    observer.observe(block.current);
    return () => observer.disconnect();
  }, []);
  const [first, rest] = splitLeadingLineBreak(code);
  const shown = language.trim().toLowerCase();
  return (
    // Code reads from left to right, also among words that do not.
    <div className={styles.frame} dir="ltr" style={{ '--letters': shown.length } as CSSProperties}>
      <pre
        ref={block}
        className={styles.block}
        data-cut={overflow}
        onScroll={overflow && measure}
        {...(overflow && {
          role: 'group',
          'aria-label': shown ? strings.messages.codeIn(shown) : strings.messages.code,
          tabIndex: 0,
        })}
      >
        <HiddenLineBreak of={first} />
        {rest}
      </pre>
      <div className={styles.tools} data-language={shown || undefined}>
        <CopyCodeButton code={rest} />
      </div>
    </div>
  );
}

function measureOverflow({ scrollLeft, scrollWidth, clientWidth }: Element): Overflow | undefined {
  const rest = scrollWidth - clientWidth;
  if (rest <= 0) return undefined;
  const [isStart, isEnd] = [scrollLeft > 1, scrollLeft < rest - 1];
  if (isStart && isEnd) return 'both';
  if (isStart) return 'start';
  return isEnd ? 'end' : 'nowhere';
}

/** The end of a line that a block begins anyway: not drawn, but there for who copies. */
export function HiddenLineBreak({ of }: { of: string }) {
  return of && <span hidden>{of}</span>;
}

/** The end of a line at the very beginning of a text, and what comes after it. */
export function splitLeadingLineBreak(text: string): [end: string, rest: string] {
  const length = text.startsWith('\n') ? 1 : 0;
  return [text.slice(0, length), text.slice(length)];
}
