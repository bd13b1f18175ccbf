import { useEffect, useState } from 'react';
import type { CodeToken } from './code-token.ts';
import styles from './highlighted-code.module.css';
import { Highlighter } from './highlighter.ts';
import { limitTokens } from './limit-tokens.ts';

const highlighter = new Highlighter({
  createWorker: () => new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' }),
  setTimer: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

/** Of a short text. */
const MAX_TOKENS = 300;

export interface HighlightedCodeProps {
  code: string;
  language: string;
  /** More words are plain. */
  max: number | undefined;
}

export function HighlightedCode({ code, language, max = MAX_TOKENS }: HighlightedCodeProps) {
  const [tokens, setTokens] = useState<CodeToken[]>();
  useEffect(() => {
    let isStale = false;
    void highlighter.highlight({ code, language }).then(found => {
      if (!isStale) setTokens(found);
    });
    return () => {
      isStale = true;
    };
  }, [code, language]);
  if (!tokens) return code;
  return limitTokens(tokens, max).map(({ kind, text }, index) =>
    kind ? (
      // oxlint-disable-next-line react/no-array-index-key -- the tokens keep their order
      <span key={index} className={styles[kind]}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}
