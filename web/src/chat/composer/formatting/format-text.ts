import type { Selection, TextEdit } from './text-edit.ts';
import { toggleCodeBlock } from './toggle-code-block.ts';
import { toggleLines } from './toggle-lines.ts';
import { toggleLink } from './toggle-link.ts';
import { toggleMarks } from './toggle-marks.ts';

export const FORMATS = ['bold', 'italic', 'strike', 'code', 'quote', 'list', 'link'] as const;
export type Format = (typeof FORMATS)[number];

/** Adds a format to the selected text, or removes it if all of the text has it. */
export function formatText(text: string, selection: Selection, format: Format): TextEdit {
  if (format === 'link') return toggleLink(text, selection);
  if (format === 'quote' || format === 'list') return toggleLines(text, selection, format);
  const isBlock = format === 'code' && text.slice(selection.start, selection.end).trim().includes('\n');
  return isBlock ? toggleCodeBlock(text, selection) : toggleMarks(text, selection, format);
}
