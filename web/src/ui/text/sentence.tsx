import type { ReactNode } from 'react';

/** Stands where the element goes (Unicode: "object replacement character"). */
const PLACEHOLDER = '\ufffc';

/** A sentence of the dictionary with an element in the place of its value. */
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
