import { cleanText, countJsonBytes, MAX_PREVIEW_LENGTH } from '@snug/protocol';
import { parseBlocks, type TextBlock } from './blocks.ts';
import type { Inline } from './inline.ts';

/**
 * A message as its readers see it, without marks. Lists keep their numbers. Mentions are as typed. `isCut`: its end is missing, and marks
 * without their ends are left out, too.
 */
export function readWords(text: string, isCut = false): string {
  return joinBlocks(parseBlocks(cleanText(text), { isCut }));
}

/** A row of the list of rooms has at least this much for the text of its last message. */
const MIN_CUT_BYTES = 500;

/** Of a text that the server may have cut. */
export function readPreview(text: string): string {
  return readWords(text, text.length >= MAX_PREVIEW_LENGTH || countJsonBytes(text) >= MIN_CUT_BYTES);
}

function joinBlocks(blocks: readonly TextBlock[]): string {
  return blocks
    .map(block => readBlock(block).replace(/\n$/, ''))
    .join('\n')
    .trim();
}

function readBlock(block: TextBlock): string {
  if (block.kind === 'paragraph') return readInline(block.content);
  if (block.kind === 'code') return block.text.replace(/^\n/, '');
  if (block.kind === 'quote') return joinBlocks(block.blocks);
  return block.items
    .map(({ marker, isNumbered, blocks }) => `${isNumbered ? marker : '•'} ${joinBlocks(blocks)}`)
    .join('\n');
}

function readInline(of: readonly Inline[]): string {
  return of.map(part => ('content' in part ? readInline(part.content) : part.text)).join('');
}
