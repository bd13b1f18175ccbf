export interface Selection {
  start: number;
  end: number;
}

/** Replaces the text from `start` to `end`, and then selects `selected`. */
export interface TextEdit extends Selection {
  text: string;
  selected: Selection;
}

export interface Line extends Selection {
  text: string;
}

/** The lines that the selection touches. A selection that ends at the start of a line does not touch that line. */
export function findLines(text: string, { start, end }: Selection): Line[] {
  const last = end > start && text.charAt(end - 1) === '\n' ? end - 1 : end;
  const lines: Line[] = [];
  // `lastIndexOf` takes a place before the text for its start.
  const first = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  for (let at = first; at <= last; ) {
    const found = text.indexOf('\n', at);
    const lineEnd = found === -1 ? text.length : found;
    lines.push({ start: at, end: lineEnd, text: text.slice(at, lineEnd) });
    at = lineEnd + 1;
  }
  return lines;
}

export function replace(text: string, { start, end, text: inserted }: TextEdit): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
