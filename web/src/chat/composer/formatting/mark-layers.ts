import type { Selection } from './text-edit.ts';

export type InlineFormat = 'bold' | 'italic' | 'strike' | 'code';

export const MARKS: Record<InlineFormat, string> = { bold: '**', italic: '_', strike: '~~', code: '`' };

const FORMAT_OF_MARK: Record<string, InlineFormat> = {
  '**': 'bold',
  '*': 'italic',
  _: 'italic',
  '~~': 'strike',
  '`': 'code',
  '``': 'code',
};

/** A pair of marks around the same text. */
export interface Layer {
  format: InlineFormat;
  mark: string;
}

/** Text and the pairs of marks around it, the innermost first. */
export interface MarkedText extends Selection {
  layers: Layer[];
}

/** More than the marks of all formats. Bounds the search. */
const MAX_MARKS = 16;
const MARKS_BEFORE = /[*_~`]*$/;
const MARKS_AFTER = /^[*_~`]*/;

/** Without the marks that the selection contains or that stand directly around it. */
export function findMarkedText(text: string, { start, end }: Selection): MarkedText {
  const selected = text.slice(start, end);
  const [begin = ''] = MARKS_AFTER.exec(selected) ?? [];
  const [finish = ''] = MARKS_BEFORE.exec(selected) ?? [];
  const hasText = begin.length + finish.length < selected.length;
  const core = hasText ? { start: start + begin.length, end: end - finish.length } : { start, end };
  const before = text.slice(Math.max(0, core.start - MAX_MARKS), core.start);
  const after = text.slice(core.end, core.end + MAX_MARKS);
  const outward = (MARKS_BEFORE.exec(before)?.[0] ?? '').split('').toReversed().join('');
  return { ...core, layers: findLayers(outward, MARKS_AFTER.exec(after)?.[0] ?? '') };
}

export function measureLayers(layers: readonly Layer[]): number {
  return layers.reduce((sum, { mark }) => sum + mark.length, 0);
}

/** Both from the text outward. */
function findLayers(before: string, after: string): Layer[] {
  const [left, right] = [splitMarks(before), splitMarks(after)];
  const different = left.findIndex((mark, index) => mark !== right[index]);
  const common = different === -1 ? left : left.slice(0, different);
  return common.flatMap(mark => {
    const format = FORMAT_OF_MARK[mark];
    return format ? [{ format, mark }] : [];
  });
}

/** Up to the first run that is no mark. `***` is bold around italic. */
function splitMarks(text: string): string[] {
  const marks: string[] = [];
  for (const [run] of text.matchAll(/\*+|_+|~+|`+/g)) {
    const parts = run === '***' ? ['*', '**'] : [run];
    if (!parts.every(part => part in FORMAT_OF_MARK)) break;
    marks.push(...parts);
  }
  return marks;
}
