import { type ComponentType, type CSSProperties, useEffect, useRef, useState } from 'react';
import { strings } from '../../../strings/strings.ts';
import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';
import type { HighlightedCodeProps } from '../highlighting/highlighted-code.tsx';
import styles from './code-block.module.css';

const LazyCopyCodeButton = createIdleComponent(() => import('./copy-code-button.tsx'), 'CopyCodeButton');

interface CodeBlockProps {
  code: string;
  /** As written after the backticks, or empty. */
  language: string;
  maxTokens: number | undefined;
}

type Overflow = 'nowhere' | 'start' | 'end' | 'both';

/** Long lines scroll, also by keyboard. */
export function CodeBlock({ code, language, maxTokens }: CodeBlockProps) {
  const block = useRef<HTMLPreElement>(null);
  const [overflow, setOverflow] = useState<Overflow>();
  const measure = () => block.current && setOverflow(measureOverflow(block.current));
  useEffect(() => {
    if (!block.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setOverflow(measureOverflow(entry.target)));
    observer.observe(block.current);
    return () => observer.disconnect();
  }, []);
  const rest = code.replace(/^\n/, '');
  const languageName = language.trim().toLowerCase();
  const [Highlighted] = useHighlighting(languageName);
  return (
    // Code reads from left to right in every language.
    <div className={styles.frame} dir="ltr" style={{ '--letters': languageName.length } as CSSProperties}>
      <pre
        ref={block}
        className={styles.block}
        data-cut={overflow}
        onScroll={overflow && measure}
        {...(overflow && {
          role: 'group',
          'aria-label': languageName ? strings.messages.codeIn(languageName) : strings.messages.code,
          tabIndex: 0,
        })}
      >
        {Highlighted ? <Highlighted code={rest} language={languageName} max={maxTokens} /> : rest}
      </pre>
      <div className={styles.tools} data-language={languageName || undefined}>
        <LazyCopyCodeButton code={rest} />
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

/** Loads on first use. Until then, and without it, the code is plain. */
function useHighlighting(language: string): [ComponentType<HighlightedCodeProps> | undefined] {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadHighlighting>>>();
  useEffect(() => {
    if (language !== '') void loadHighlighting().then(setLoaded, () => {});
  }, [language]);
  return [loaded?.HighlightedCode];
}

const loadHighlighting = () => import('../highlighting/highlighted-code.tsx');
