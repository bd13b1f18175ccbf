import { type StyleMark, StyleScanner } from './emphasis.ts';
import { isEdge } from './mark-edges.ts';

/** Offsets of the backslashes that keep two marks from forming a style, unlike that of `C:\Temp\*.txt`. Linear. */
export function findEscapes(line: string): number[] {
  const escapes = [...line.matchAll(/\\(?=[*_~])/g)].map(({ index }) => index);
  if (escapes.length === 0) return [];
  const text = line.replaceAll(/\\(?=[*_~])/g, '');
  // By the offset of the mark in `text`.
  const byMark = new Map(escapes.map((at, index) => [at - index, at]));
  const found = new Set<number>();
  const marks = new StyleScanner(text).scanTo(text.length);
  for (let index = 0; index + 1 < marks.length; index += 2) {
    const [opening, closing] = marks.slice(index, index + 2);
    const first = byMark.get(opening?.start ?? -1);
    const isPath = first !== undefined && !isEdge(line.slice(Math.max(0, first - 2), first));
    if (!isPath)
      for (const at of [...listEscapes(byMark, opening), ...listEscapes(byMark, closing)]) found.add(at);
  }
  return [...found].toSorted((a, b) => a - b);
}

function listEscapes(byMark: ReadonlyMap<number, number>, mark: StyleMark | undefined): number[] {
  const escapes: number[] = [];
  for (let at = mark?.start ?? 0; at < (mark?.end ?? 0); at++) {
    const escape = byMark.get(at);
    if (escape !== undefined) escapes.push(escape);
  }
  return escapes;
}
