import type { ReactNode } from 'react';

/** U+FFFC, the object replacement character. */
const PLACEHOLDER = '\ufffc';

/** A dictionary sentence whose value is an element. */
export function Sentence({ of, with: element }: { of: (value: string) => string; with: ReactNode }) {
  const [before, after] = of(PLACEHOLDER).split(PLACEHOLDER);
  return (
    <>
      {before}
      {element}
      {after}
    </>
  );
}
